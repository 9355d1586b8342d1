"""The function that decides each command."""

from collections.abc import Callable
from typing import Any

from punto.server.table import absence, endings, lobby, moves, pauses
from punto.server.table.change import Change
from punto.server.wire import commands
from punto.server.wire.commands import StandIn, TableCommand
from punto.server.wire.words import DeviceNumber

HANDLERS: dict[type, Callable[[Change, Any], None]] = {
    commands.Sit: lobby.sit,
    commands.Leave: lobby.leave,
    commands.SetSeat: lobby.set_seat,
    commands.SetSettings: lobby.set_settings,
    commands.Start: lobby.start,
    commands.Place: moves.place,
    commands.Undo: moves.undo,
    commands.Resign: endings.resign,
    commands.OfferEnd: endings.offer_end,
    commands.DeclineEnd: endings.decline_end,
    commands.OfferPause: pauses.offer_pause,
    commands.Resume: pauses.resume,
    commands.Rematch: endings.rematch,
}


def decide(change: Change, command: TableCommand, absent: set[DeviceNumber]) -> None:
    """Decide which events a command causes, or refuse it.

    `absent` holds the devices that have been away for longer than the grace time.
    """
    if isinstance(command, StandIn):
        absence.stand_in(change, command, absent)
    else:
        HANDLERS[type(command)](change, command)

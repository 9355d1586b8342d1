"""The function that decides each command of a tournament."""

from collections.abc import Callable
from typing import Any

from punto.server.tournament import entry, rounds
from punto.server.tournament.change import TournamentChange
from punto.server.wire import tournaments as wire
from punto.server.wire.rooms import SetLock

HANDLERS: dict[type, Callable[[TournamentChange, Any], None]] = {
    wire.JoinTournament: entry.join,
    wire.AddPlayers: entry.add_players,
    wire.SetPlan: entry.set_plan,
    wire.NextRound: lambda change, _: rounds.next_round(change),
    wire.FinishTournament: lambda change, _: rounds.finish(change),
    wire.Withdraw: entry.withdraw,
    wire.SetLeft: entry.set_left,
    wire.RemovePlayer: entry.remove_player,
    wire.SetResult: rounds.set_result,
    wire.MakeTournamentHost: entry.make_host,
    SetLock: entry.set_lock,
}


def decide(change: TournamentChange, command: wire.TournamentCommand) -> None:
    """Decide which events a command causes, or refuse it."""
    HANDLERS[type(command)](change, command)

"""The function that decides each command of a room."""

from collections.abc import Callable
from typing import Any

from punto.server.room import members, next_match, places
from punto.server.room.change import Names, RoomChange
from punto.server.wire import rooms
from punto.server.wire.rooms import NewLink, RemoveMember, RoomCommand, Say

HANDLERS: dict[type, Callable[[RoomChange, Any], None]] = {
    rooms.Join: members.join,
    rooms.MakeHost: members.make_host,
    rooms.SetLock: members.set_lock,
    rooms.SetListing: members.set_listing,
    rooms.Mute: members.mute,
    rooms.TakeSeat: places.take_seat,
    rooms.SitOut: lambda change, _: places.sit_out(change),
    rooms.PlaceMember: places.place_member,
    rooms.SetPlace: places.set_place,
    rooms.SetRoom: places.set_room,
    rooms.Rotate: lambda change, _: places.rotate(change),
    rooms.StartMatch: next_match.start_match,
    rooms.NextMatch: lambda change, _: next_match.next_match(change),
    rooms.DropMatch: lambda change, _: next_match.drop_match(change),
}

LinkCommand = RemoveMember | NewLink
"""Commands that give the room another link."""


def decide(change: RoomChange, command: RoomCommand, names: Names | None = None) -> None:
    """Decide which events a command causes, or refuse it.

    `names` are new codes of the room, for commands that change the link.
    """
    if isinstance(command, Say):
        change.require_member()
    elif isinstance(command, RemoveMember):
        assert names is not None
        members.remove_member(change, command, names)
    elif isinstance(command, NewLink):
        assert names is not None
        members.new_link(change, names)
    else:
        HANDLERS[type(command)](change, command)

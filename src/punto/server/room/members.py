"""Commands about people: opening a room, joining, the host, removing, locking and muting."""

from collections.abc import Callable

from punto.rules.facts import MODES
from punto.rules.shuffle import new_seed
from punto.server.room.change import Names, RoomChange
from punto.server.room.errors import refusal
from punto.server.room.room import OPEN, ROOM, Place, Room
from punto.server.table.names import free_name
from punto.server.wire.rooms import (
    MAX_MEMBERS,
    Join,
    MakeHost,
    Mute,
    NewRoom,
    RemoveMember,
    SetListing,
    SetLock,
)
from punto.server.wire.words import DeviceNumber

MAX_DEVICES = 300
"""Devices that may ever have been in one room, those that were removed included."""


def open_room(
    device: str, wish: NewRoom, names: Names, now: int, seed: Callable[[], bytes] = new_seed
) -> RoomChange:
    """Open a room. The device that asks becomes the host, and its first link is its code."""
    change = RoomChange(Room(f"{ROOM}{names.link}"), device, now)
    seats = [OPEN] * len(MODES[wish.settings.mode].seats)
    if not wish.watches:
        seats[0] = Place("member", DeviceNumber(1))
    change.apply_and_record(
        "room_opened",
        {"device": device, "seed": seed().hex()},
        settings=wish.settings.shape(),
        seats=[seat.shape() for seat in seats],
        member=1,
        name=wish.name,
        watches=wish.watches,
        **names._asdict(),
    )
    return change


def is_new_member(change: RoomChange) -> bool:
    """Return whether this device has never been in the room."""
    return not change.device_number


def join(change: RoomChange, command: Join) -> None:
    """Come in under a name and take the first open seat, or change the name."""
    room, number = change.room, change.device_number
    if number in room.removed:
        raise refusal("removed")
    others = [one.name for one in room.members.values() if one.number != number]
    name = free_name(command.name, others)
    if number in room.members:
        member = change.require_member()
        if name != member.name:
            change.apply_and_record("joined", member=number, name=name, watches=member.watches)
        return
    if room.is_locked:
        raise refusal("room-locked")
    if len(room.members) >= MAX_MEMBERS or len(room.devices) >= MAX_DEVICES:
        raise refusal("room-full", limit=MAX_MEMBERS)
    number = DeviceNumber(len(room.devices) + 1)
    seats = list(room.seats)
    if not command.watches and OPEN in seats:
        seats[seats.index(OPEN)] = Place("member", number)
    change.apply_and_record(
        "joined",
        {"device": change.device},
        member=number,
        name=name,
        watches=command.watches,
        seats=[seat.shape() for seat in seats],
    )


def make_host(change: RoomChange, command: MakeHost) -> None:
    """Make somebody else the host."""
    host = change.require_host()
    member = change.other_member(command.member)
    if change.room.program_of(member.number):
        raise refusal("program-not-host")
    if member.number != host.number:
        change.apply_and_record("host_changed", member=member.number)


def replace_host(change: RoomChange) -> None:
    """Make the first person who is here the host, because the host has been away for long."""
    room = change.room
    heirs = sorted(
        number
        for number in change.present
        if number in room.members and not room.program_of(number)
    )
    if room.host not in change.present and heirs:
        change.apply_and_record("host_changed", member=heirs[0], is_automatic=True)


def remove_member(change: RoomChange, command: RemoveMember, names: Names) -> None:
    """Remove a person, and make a new link: the old one would let them in again."""
    host = change.require_host()
    member = change.other_member(command.member)
    if member.number == host.number:
        raise refusal("host-stays")
    gone = Place("member", member.number)
    seats = [OPEN if place == gone else place for place in change.room.seats]
    change.apply_and_record(
        "member_removed", member=member.number, seats=[seat.shape() for seat in seats]
    )
    change.apply_and_record("link_changed", **names._asdict())


def new_link(change: RoomChange, names: Names) -> None:
    """Make a new link and a new short code."""
    change.require_host()
    change.apply_and_record("link_changed", **names._asdict())


def renew_short_code(change: RoomChange, names: Names) -> None:
    """Give the room a new short code, because the old one has expired."""
    change.apply_and_record("link_changed", **names._replace(link=change.room.link)._asdict())


def set_lock(change: RoomChange, command: SetLock) -> None:
    """Lock the room, or unlock it."""
    change.require_host()
    if command.is_locked != change.room.is_locked:
        change.apply_and_record("lock_set", is_locked=command.is_locked)


def set_listing(change: RoomChange, command: SetListing) -> None:
    """List the room on the first page of the server, or take it off the list."""
    change.require_host()
    if command.level is not None and not change.may_list:
        raise refusal("listing-off")
    if command.level != change.room.listed:
        change.apply_and_record("listing_set", level=command.level)


def mute(change: RoomChange, command: Mute) -> None:
    """Hear no more reactions of somebody, or hear them again."""
    listener = change.require_member()
    member = change.other_member(command.member)
    secret = {
        "listener": listener.number,
        "member": member.number,
        "is_muted": command.is_muted,
    }
    change.apply_and_record("muted", secret)

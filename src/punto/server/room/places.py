"""Commands about the next match: seats, settings, and whose turn it is to sit out."""

from collections.abc import Iterable

from punto.bots import bot_named
from punto.rules.facts import MODES
from punto.server.room.change import RoomChange
from punto.server.room.errors import refusal
from punto.server.room.room import OPEN, Place, Room
from punto.server.wire.requests import Machine
from punto.server.wire.rooms import PlaceMember, SetPlace, SetRoom, TakeSeat
from punto.server.wire.words import DeviceNumber


def take_seat(change: RoomChange, command: TakeSeat) -> None:
    """Take an open seat, or move to it."""
    member = change.require_member()
    place = _place(change.room, command.seat)
    own = Place("member", member.number)
    if place not in (OPEN, own):
        raise refusal("seat-not-open", seat=command.seat)
    seats = [OPEN if other == own else other for other in change.room.seats]
    seats[command.seat - 1] = own
    change.set_seats(seats, [(member.number, False)])


def sit_out(change: RoomChange) -> None:
    """Leave the seat, and watch."""
    member = change.require_member()
    own = Place("member", member.number)
    seats = [OPEN if place == own else place for place in change.room.seats]
    change.set_seats(seats, [(member.number, True)])


def place_member(change: RoomChange, command: PlaceMember) -> None:
    """Give a seat to a member. Whoever sat there changes places with the member, or sits out."""
    change.require_host()
    room = change.room
    member = change.other_member(command.member)
    there = _place(room, command.seat)
    before = room.seat_of(member.number)
    seats = list(room.seats)
    if before is not None:
        seats[before - 1] = there
    seats[command.seat - 1] = Place("member", member.number)
    change.set_seats(seats, [(member.number, False)])


def set_place(change: RoomChange, command: SetPlace) -> None:
    """Open a seat, or give it to a bot. Whoever sat there sits out."""
    change.require_host()
    _place(change.room, command.seat)
    holder = OPEN
    if isinstance(command.holder, Machine):
        holder = Place("bot", bot=bot_named(command.holder.bot).name)
    seats = list(change.room.seats)
    seats[command.seat - 1] = holder
    change.set_seats(seats)


def set_room(change: RoomChange, command: SetRoom) -> None:
    """Change how the next match is played. Who has no seat in a smaller mode sits out."""
    change.require_host()
    count = len(MODES[command.settings.mode].seats)
    seats = [*change.room.seats[:count], *[OPEN] * (count - len(change.room.seats))]
    for place in change.room.seats[count:]:
        if place.kind == "member" and OPEN in seats:
            seats[seats.index(OPEN)] = place
    change.apply_and_record(
        "room_set",
        settings=command.settings.shape(),
        substitute=bot_named(command.substitute).name if command.substitute else None,
        rotates=command.rotates,
        seats=[seat.shape() for seat in with_waiting(change.room, seats, change.present)],
    )


def with_waiting(
    room: Room, seats: Iterable[Place], present: Iterable[DeviceNumber]
) -> list[Place]:
    """Give open seats to those who are here and wait for one, who waited longest first."""
    filled = list(seats)
    seated = {place.member for place in filled if place.kind == "member"}
    waiting = [number for number in _by_right(room, present) if number not in seated]
    for number in waiting:
        if OPEN in filled:
            filled[filled.index(OPEN)] = Place("member", number)
    return filled


def _by_right(room: Room, present: Iterable[DeviceNumber]) -> list[DeviceNumber]:
    """Sort those who are here and want to play: who sat out longest, then who played least."""
    here = set(present)
    members = [
        member for member in room.members.values() if member.number in here and not member.watches
    ]
    members.sort(key=lambda member: (-member.sat_out, member.played, member.number))
    return [member.number for member in members]


def proposal(room: Room, present: Iterable[DeviceNumber]) -> list[Place]:
    """Propose who plays next: those who sat out longest, then those who played least.

    Bots keep their seats, and so does everybody who is to play again. Somebody who plays now and
    is away for a moment stays if nobody else waits.
    """
    people = sum(place.kind != "bot" for place in room.seats)
    by_right = _by_right(room, present)
    away = [
        place.member
        for place in room.seats
        if place.kind == "member" and place.member not in by_right
    ]
    chosen = [*by_right, *away][:people]
    seats = [
        OPEN if place.kind == "member" and place.member not in chosen else place
        for place in room.seats
    ]
    seated = {place.member for place in seats if place.kind == "member"}
    for number in chosen:
        if number not in seated:
            seats[seats.index(OPEN)] = Place("member", number)
    return seats


def rotate(change: RoomChange) -> None:
    """Seat people as the room proposes."""
    change.require_host()
    seats = proposal(change.room, change.present)
    if seats == list(change.room.seats):
        raise refusal("nobody-waits")
    change.set_seats(seats)


def _place(room: Room, seat: int) -> Place:
    """Find a seat of the next match."""
    if seat > len(room.seats):
        raise refusal("no-such-place", seat=seat)
    return room.seats[seat - 1]

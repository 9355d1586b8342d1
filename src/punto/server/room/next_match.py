"""Commands that begin and end matches: each is played at a table of its own."""

import hashlib
from typing import Any

from punto.bots import bot_named
from punto.server.room.change import RoomChange
from punto.server.room.errors import refusal
from punto.server.room.handicaps import settings_for
from punto.server.room.places import proposal, with_waiting
from punto.server.room.room import NO_MEMBER, OPEN, Place, Room
from punto.server.table.change import Change
from punto.server.table.codes import code_of
from punto.server.table.lobby import begin
from punto.server.table.names import with_names
from punto.server.table.table import Seat, Table
from punto.server.wire.rooms import RoomSeatShape, StartMatch
from punto.server.wire.words import DeviceNumber

MAX_MATCHES = 300
"""Matches of one room."""


def require_between_matches(room: Room) -> None:
    """Refuse while a match is being played, or when there were too many."""
    if room.current is not None:
        raise refusal("match-running")
    if len(room.matches) >= MAX_MATCHES:
        raise refusal("room-full", limit=MAX_MATCHES)


def start_match(change: RoomChange, command: StartMatch) -> None:
    """Begin the match now. Bots take the open seats, if the host wants that."""
    change.require_host()
    room = change.room
    require_between_matches(room)
    seats = list(room.seats)
    if command.fill is not None:
        bot = Place("bot", bot=bot_named(command.fill).name)
        seats = [bot if place == OPEN else place for place in seats]
    require_playable(seats)
    host, ready = change.device_number, sorted({place.member for place in seats} - {NO_MEMBER})
    shapes = [place.shape() for place in seats]
    change.apply_and_record("called", member=host, until=change.now, ready=ready, seats=shapes)


def require_playable(seats: list[Place]) -> None:
    """Refuse seats with which no match can begin."""
    if OPEN in seats:
        raise refusal("places-open")
    if not any(place.kind == "member" for place in seats):
        raise refusal("nobody-plays")


def next_match(change: RoomChange) -> None:
    """Ask for the next match, or agree to it. Whoever has no seat offers to take one."""
    member = change.require_member()
    room = change.room
    require_between_matches(room)
    if room.call is None:
        until = change.now + change.answer_ms
        change.apply_and_record("called", member=member.number, until=until)
    elif member.number in room.call.ready:
        raise refusal("already-ready")
    else:
        change.apply_and_record("answered", member=member.number)
    if room.seat_of(member.number) is None and not member.watches and OPEN in room.seats:
        change.set_seats(with_waiting(room, room.seats, [member.number]))


def is_settled(room: Room, now: int) -> bool:
    """Whether all seats are taken and all who play have answered, or the time for that is up."""
    call = room.call
    if call is None:
        return False
    return call.until <= now or (OPEN not in room.seats and room.seated <= call.ready)


def settled_seats(room: Room) -> list[Place]:
    """Find who plays after a call: those who did not answer give their seats away.

    Others who are ready take them, and then the substitute bot, if the room has one.
    """
    ready = room.call.ready if room.call is not None else frozenset[DeviceNumber]()
    seats = [
        OPEN if place.kind == "member" and place.member not in ready else place
        for place in room.seats
    ]
    seats = with_waiting(room, seats, ready)
    if room.substitute is not None:
        bot = Place("bot", bot=room.substitute)
        seats = [bot if place == OPEN else place for place in seats]
    return seats


def end_call(change: RoomChange) -> None:
    """Seats are open, or nobody answered: the room waits, and anybody can ask again."""
    seats = settled_seats(change.room)
    change.apply_and_record("call_ended", seats=[place.shape() for place in seats])


def table_code(room: Room) -> str:
    """Find the code of the next match's table.

    It follows from a secret of the room and the number of the match: two nodes that begin the same
    match, or one that begins it again after a crash, open the same table.
    """
    text = f"{room.seed} {len(room.matches) + 1}"
    return code_of(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def open_match(room: Room, seats: list[Place], now: int) -> Change:
    """Open the table of the next match with everybody who plays it, and begin it."""
    people = [place.member for place in seats if place.kind == "member"]
    numbers = list(dict.fromkeys([*people, room.host]))
    holders = with_names(
        [
            Seat("bot", bot=place.bot)
            if place.kind == "bot"
            else Seat(
                "person",
                room.members[place.member].name,
                DeviceNumber(numbers.index(place.member) + 1),
                program=room.program_of(place.member),
            )
            for place in seats
        ]
    )
    settings = settings_for(room, seats)
    if settings.start is None and room.next_start and room.next_start <= len(seats):
        settings = settings.model_copy(update={"start": room.next_start})
    change = Change(Table(table_code(room)), room.devices[room.host - 1], now)
    change.apply_and_record(
        "opened",
        {
            "devices": [room.devices[number - 1] for number in numbers],
            "host": numbers.index(room.host) + 1,
        },
        settings=settings.shape(),
        seats=[seat.shape() for seat in holders],
        room=room.room_code,
    )
    begin(change, holders)
    return change


def places_at(room: Room, table: Table) -> list[Place]:
    """Find who of the room plays at a table."""
    return [
        Place("member", room.device_number(table.devices[seat.device - 1]))
        if seat.is_person
        else Place("bot", bot=seat.bot)
        for seat in table.seats
    ]


def record_match(change: RoomChange, table: Table) -> None:
    """Record that the match at a table is the current one."""
    seats = places_at(change.room, table)
    shapes: list[RoomSeatShape] = []
    for place, seat in zip(seats, table.seats, strict=True):
        shape: RoomSeatShape = {"name": seat.title}
        if place.kind == "member":
            shape["member"] = place.member
        else:
            shape["bot"] = place.bot
        shapes.append(shape)
    if list(change.room.seats) != seats:
        change.set_seats(seats)
    change.apply_and_record(
        "match_started", table=table.code, mode=table.settings.mode, seats=shapes
    )


def end_match(change: RoomChange, table: Table) -> None:
    """Enter the result of the current match, from its table. A second time changes nothing."""
    room, match = change.room, table.match
    current = room.current
    if current is None or current["table"] != table.code or table.over is None or match is None:
        return
    winner = table.over["winner"]
    sides = match.mode.sides
    winning = sides[winner - 1].seats if winner is not None else ()
    wins = list(match.position().score.wins)
    rounds = [wins[match.mode.side_of(seat).number - 1] for seat in match.mode.seats]
    named = dict(enumerate(current["seats"], start=1))
    _record_end(
        change,
        winner=winner,
        how=table.over["how"],
        wins=wins,
        rounds=rounds,
        won=[named[seat]["member"] for seat in winning if "member" in named[seat]],
        winners=[named[seat]["name"] for seat in winning],
        next_start=match.mode.after(match.start),
    )


def drop_match(change: RoomChange) -> None:
    """Stop waiting for the current match. Its table goes on, but it does not count."""
    change.require_host()
    current = change.room.current
    if current is None:
        raise refusal("no-match")
    _record_end(
        change,
        winner=None,
        how="dropped",
        wins=[],
        rounds=[0] * len(current["seats"]),
        won=[],
        winners=[],
        next_start=change.room.next_start,
    )


def _record_end(change: RoomChange, **result: Any) -> None:
    """Record the end of the match; the seats of the next one follow from who waits."""
    change.apply_and_record("match_ended", **result)
    room = change.room
    seats = (
        proposal(room, change.present)
        if room.rotates
        else with_waiting(room, room.seats, change.present)
    )
    if seats != list(room.seats):
        change.set_seats(seats)

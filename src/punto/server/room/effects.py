"""How each kind of event changes a room."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from punto.server.room.handicaps import remember_handicaps, settings_for
from punto.server.room.room import Call, Member, Room, read_place
from punto.server.table.effects import Row, add_device
from punto.server.table.stored_event import Body, StoredEvent, decode_event
from punto.server.wire.rooms import MatchResultShape, RoomMatchShape
from punto.server.wire.table_settings import read_stored_settings
from punto.server.wire.words import DeviceNumber


def room_of(code: str, log: Iterable[Row]) -> Room:
    """Rebuild a room from its log."""
    room = Room(code)
    apply_rows(room, log)
    return room


def apply_rows(room: Room, rows: Iterable[Row]) -> None:
    """Apply events of the log to a room."""
    for number, at, kind, body in rows:
        event = decode_event(kind, body)
        apply(room, event, number, at)
        room.remember_command(event, number)


def apply(room: Room, event: StoredEvent, number: int, at: int) -> None:
    """Apply an event to a room."""
    EFFECTS[event.kind](room, event.public, event.secret, at)
    if "seats" in event.public and event.kind != "match_started":
        seats = tuple(map(read_place, event.public["seats"]))
        room.settings = settings_for(room, seats)
        remember_handicaps(room, seats)
        room.seats = seats
    room.number = number
    room.count_change(event)


def room_opened(room: Room, public: Body, secret: Body, _at: int) -> None:
    """Apply: the room was opened."""
    room.seed = secret["seed"]
    room.settings = read_stored_settings(public["settings"])
    joined(room, public, secret, _at)
    link_changed(room, public, secret, _at)


def joined(room: Room, public: Body, secret: Body, _at: int) -> None:
    """Apply: somebody came in, or changed the name."""
    add_device(room, secret)
    number = DeviceNumber(public["member"])
    known = room.members.get(number, Member(number, ""))
    member = replace(known, name=public["name"], watches=public["watches"])
    room.members = {**room.members, number: member}


def seats_changed(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the seats of the next match changed; `watches` says who sits out by choice now."""
    changed = {
        number: replace(room.members[number], watches=watches)
        for member, watches in public.get("watches", [])
        if (number := DeviceNumber(member)) in room.members
    }
    room.members = {**room.members, **changed}


def room_set(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host changed how the next match is played, and how the room goes on."""
    settings = read_stored_settings(public["settings"])
    is_same_mode = settings.mode == room.settings.mode
    room.settings = settings
    if is_same_mode or any(settings.handicap):
        remember_handicaps(room, [read_place(place) for place in public["seats"]])
    room.substitute, room.rotates = public["substitute"], public["rotates"]


def called(room: Room, public: Body, _secret: Body, at: int) -> None:
    """Apply: somebody asked for the next match."""
    member = DeviceNumber(public["member"])
    ready = {member, *map(DeviceNumber, public.get("ready", []))}
    room.call = Call(member, public["until"], frozenset(ready), at)


def answered(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: somebody agreed to the next match."""
    if room.call is not None:
        room.call = replace(room.call, ready=room.call.ready | {DeviceNumber(public["member"])})


def call_ended(room: Room, _public: Body, _secret: Body, _at: int) -> None:
    """Apply: time was up, and seats are open: the room waits for somebody to take them."""
    room.call = None


def match_started(room: Room, public: Body, _secret: Body, at: int) -> None:
    """Apply: a match began at a table of its own."""
    match: RoomMatchShape = {
        "match": len(room.matches) + 1,
        "table": public["table"],
        "mode": public["mode"],
        "seats": public["seats"],
        "at": at,
    }
    room.matches = (*room.matches, match)
    room.call = None


def match_ended(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the current match is over, and counts unless it was dropped."""
    over: MatchResultShape = {
        "winner": public["winner"],
        "how": public["how"],
        "wins": public["wins"],
        "winners": public["winners"],
    }
    last = room.matches[-1]
    room.matches = (*room.matches[:-1], {**last, "over": over})
    room.next_start = public["next_start"]
    if public["how"] == "dropped":
        return
    rounds = {
        DeviceNumber(seat["member"]): won
        for seat, won in zip(last["seats"], public["rounds"], strict=True)
        if "member" in seat
    }
    room.members = {
        number: replace(
            member,
            played=member.played + 1,
            won=member.won + (number in public["won"]),
            rounds=member.rounds + rounds[number],
            sat_out=0,
        )
        if number in rounds
        else replace(member, sat_out=0 if member.watches else member.sat_out + 1)
        for number, member in room.members.items()
    }


def host_changed(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: somebody else is the host."""
    room.host = DeviceNumber(public["member"])


def member_removed(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host removed somebody."""
    gone = DeviceNumber(public["member"])
    room.members = {number: one for number, one in room.members.items() if number != gone}
    room.removed |= {gone}
    if room.call is not None:
        room.call = replace(room.call, ready=room.call.ready - {gone})


def link_changed(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the room has another link and another short code."""
    room.link, room.short = public["link"], public["short"]
    room.short_until = public["short_until"]


def lock_set(room: Room, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host locked or unlocked the room."""
    room.is_locked = public["is_locked"]


def listing_set(room: Room, public: Body, _secret: Body, at: int) -> None:
    """Apply: the host listed the room, or took it off the list."""
    room.listed, room.listed_at = public["level"], at


def muted(room: Room, _public: Body, secret: Body, _at: int) -> None:
    """Apply: somebody does not want to hear somebody, or does again."""
    pair = DeviceNumber(secret["listener"]), DeviceNumber(secret["member"])
    room.muted = room.muted | {pair} if secret["is_muted"] else room.muted - {pair}


EFFECTS: dict[str, Callable[[Room, Body, Body, int], None]] = {
    "room_opened": room_opened,
    "joined": joined,
    "seats_changed": seats_changed,
    "room_set": room_set,
    "called": called,
    "answered": answered,
    "call_ended": call_ended,
    "match_started": match_started,
    "match_ended": match_ended,
    "host_changed": host_changed,
    "member_removed": member_removed,
    "link_changed": link_changed,
    "lock_set": lock_set,
    "listing_set": listing_set,
    "muted": muted,
}

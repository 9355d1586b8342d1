"""What must hold after a storm, for every room."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence

from punto.server.room.effects import apply_rows
from punto.server.room.room import ROOM, Room
from punto.server.room.room_view import room_shape
from punto.server.store.model import EventRow
from server.client import Message
from server.room_client import RoomClient
from server.security.truth import is_in

from .room_guest import RoomGuest
from .verdict import Logs, failures

WITHOUT_EVENT = {"join"}
"""Commands that change nothing if they were carried out before under another id."""


def wrong_in_room(code: str, logs: Logs, people: Sequence[RoomGuest], key: bytes) -> list[str]:
    """Tell all that is wrong in one room."""
    entries = logs.get(f"{ROOM}{code}")
    if entries is None:
        return [f"{code}: the whole room is gone"]
    found = [
        *failures(check_group_log, entries, people, WITHOUT_EVENT),
        *failures(check_rooms_shown, entries, people, code),
        *failures(check_matches, entries, people, code, logs),
        *failures(check_score, entries, code, logs),
        *failures(check_group_secrets, entries, people, key),
    ]
    return [f"{code}: {sentence}" for sentence in found]


def check_group_log(
    entries: Sequence[EventRow], people: Iterable[RoomGuest], without_event: Collection[str]
) -> None:
    """The log has no gap, and every acknowledged command is in it once."""
    numbers = [entry.number for entry in entries]
    assert numbers == list(range(1, len(entries) + 1)), "the log has a gap"
    ids = {body["id"]: entry.number for entry in entries if "id" in (body := public(entry))}
    assert len(ids) == sum("id" in public(entry) for entry in entries), "a command counted twice"
    for person in people:
        assert person.number <= len(entries), "somebody knows of more than there is"
        for id_, done in person.done.items():
            if person.commands.get(id_) not in without_event:
                assert id_ in ids, f"{id_} was acknowledged, and is lost"
            assert ids.get(id_, 0) <= done["number"] <= len(entries), f"{id_} has another number"


def check_rooms_shown(entries: Sequence[EventRow], people: Iterable[RoomGuest], code: str) -> None:
    """Every room that somebody was shown is the one that the log makes up to its number."""
    room = Room(f"{ROOM}{code}")

    def after(entry: EventRow) -> Message:
        apply_rows(room, [entry])
        return dict(room_shape(room, 0))

    check_shown("room", entries, people, after)


def check_shown(
    kind: str,
    entries: Sequence[EventRow],
    people: Iterable[RoomClient],
    shape_after: Callable[[EventRow], Message],
) -> None:
    """Compare all that people were shown with what the log adds up to, event by event."""
    shown: dict[int, set[str]] = {}
    for person in people:
        for text in person.received:
            if text.startswith(f'{{"type":"{kind}"'):
                shape = json.loads(text)[kind]
                shown.setdefault(shape["number"], set()).add(comparable(shape))
    for entry in entries:
        expected = comparable(shape_after(entry))
        assert shown.pop(entry.number, {expected}) == {expected}, f"not how {entry.number} was"
    assert not shown, f"a {kind} was shown that never was"


def comparable(shape: Message) -> str:
    """Write a shape without the short code of a room, whose end depends on the node's clock."""
    return json.dumps({**shape, "short": ""}, sort_keys=True)


def check_matches(
    entries: Sequence[EventRow], people: Iterable[RoomGuest], code: str, logs: Logs
) -> None:
    """Every match of the room has one table, began and ended once, and everybody knows of it."""
    began = [public(entry)["table"] for entry in entries if entry.kind == "match_started"]
    opened = opened_for(logs, "room", code)
    assert sorted(began) == sorted(opened), f"tables {sorted(opened)}, matches {sorted(began)}"
    kinds = Counter(entry.kind for entry in entries)
    assert kinds["match_ended"] == len(began), "a match has not ended once"
    assert kinds["host_changed"] > 0 or not began, "nobody was made the host"
    for person in people:
        assert len(person.results) == len(began), "somebody does not know of a match"
        assert all(person.results), "somebody does not know how a match ended"


def check_score(entries: Sequence[EventRow], code: str, logs: Logs) -> None:
    """The score of the evening is the sum of what the logs of the tables tell."""
    room = Room(f"{ROOM}{code}")
    apply_rows(room, entries)
    played: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for match in room.matches:
        (over,) = [public(entry) for entry in logs[match["table"]] if entry.kind == "over"]
        members = [seat.get("member", 0) for seat in match["seats"]]
        played.update(members)
        won.update([members[over["winner"] - 1]] if over["winner"] else [])
    score = {number: (one.played, one.won, one.rounds) for number, one in room.members.items()}
    expected = {number: (played[number], won[number], won[number]) for number in room.members}
    assert score == expected, f"the score is {score}, but should be {expected}"


def check_group_secrets(
    entries: Sequence[EventRow], people: Iterable[RoomGuest], key: bytes
) -> None:
    """Nobody was told the secret of the room or tournament, another's device, or the key."""
    hidden = [secret(entry) for entry in entries]
    devices = {body["device"] for body in hidden if "device" in body}
    texts = {text for person in people for text in person.received}
    told = "\n".join(texts)
    assert not is_in(bytes.fromhex(hidden[0]["seed"]), told), "the seed"
    assert not is_in(key, told), "the key"
    assert not {device for device in devices if device in told}, "a device's name"


def public(entry: EventRow) -> Message:
    """Read the public part of an event."""
    body: Message = json.loads(entry.body.partition("\n")[0])
    return body


def secret(entry: EventRow) -> Message:
    """Read the secret part of an event."""
    body: Message = json.loads(entry.body.partition("\n")[2] or "{}")
    return body


def opened_for(logs: Logs, kind: str, code: str) -> list[str]:
    """List the tables that were opened for a room or a tournament."""
    return [
        name
        for name, log in logs.items()
        if log[0].kind == "opened" and public(log[0]).get(kind) == code
    ]

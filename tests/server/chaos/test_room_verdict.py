"""The verdict on a room finds what was lost, doubled, or sent wrongly."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import copy, deepcopy
from dataclasses import dataclass
from pathlib import Path

import pytest

from punto.server.room.room import ROOM
from punto.server.store.model import EventRow
from server.security.truth import key_of
from server.server_process import server

from .crowd import Crowd
from .evening import HOST_AWAY_SECONDS, NAMES, Evening
from .guest import Guest, Traveller
from .room_guest import RoomGuest
from .room_verdict import wrong_in_room
from .verdict import Logs, grouped


@dataclass
class Remains:
    """All that is left of a room."""

    code: str
    logs: Logs
    people: list[RoomGuest]
    key: bytes

    @property
    def log(self) -> list[EventRow]:
        return self.logs[f"{ROOM}{self.code}"]

    def wrong(self) -> str:
        return "; ".join(wrong_in_room(self.code, self.logs, self.people, self.key))

    def place(self, kind: str) -> int:
        """Find the last event of a kind."""
        return [place for place, entry in enumerate(self.log) if entry.kind == kind][-1]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Remains:
    folder: Path = tmp_path_factory.mktemp("rooms")

    async def story(url: str) -> Evening:
        evening = Evening()
        async with Crowd(url) as crowd:
            crowd.devices += (devices := [Traveller(url) for _ in NAMES])
            await evening.begin(devices)

            async def play(_: str, guests: list[Guest]) -> None:
                for guest in guests:
                    guest.pace = 0.0
                await asyncio.gather(*(guest.play() for guest in guests))

            for _ in range(2):
                await evening.play_next(play)
        return evening

    with server(folder, {"host_away_seconds": HOST_AWAY_SECONDS}) as running:
        evening = asyncio.run(story(running.url))
        key = key_of(running)
    query = "SELECT table_id, number, at, kind, body FROM events ORDER BY table_id, number"
    with closing(sqlite3.connect(running.database)) as connection:
        logs = grouped(connection.execute(query).fetchall())
    return Remains(evening.code, logs, evening.people, key)


@pytest.fixture
def remains(played: Remains) -> Remains:
    """The same room, to be spoilt."""
    people = [copy(person) for person in played.people]
    for person in people:
        person.received, person.done = list(person.received), dict(person.done)
        person.room = deepcopy(person.room)
    return Remains(played.code, deepcopy(played.logs), people, played.key)


def lose_an_event(remains: Remains) -> None:
    del remains.log[remains.place("answered")]


def lose_a_command(remains: Remains) -> None:
    place = remains.place("room_set")
    body = json.loads(remains.log[place].body.partition("\n")[0])
    del body["id"]
    remains.log[place] = remains.log[place]._replace(body=json.dumps(body))


def count_twice(remains: Remains) -> None:
    last = remains.log[-1]
    twin = remains.log[remains.place("room_set")]
    remains.log.append(twin._replace(number=last.number + 1))


def open_another_table(remains: Remains) -> None:
    table = remains.people[0].room["matches"][0]["table"]
    remains.logs["dddd-dddd-dddd"] = remains.logs[table]


def give_the_win_away(remains: Remains) -> None:
    place = remains.place("match_ended")
    public = json.loads(remains.log[place].body.partition("\n")[0])
    public["won"] = [member % len(NAMES) + 1 for member in public["won"]]
    remains.log[place] = remains.log[place]._replace(body=json.dumps(public))


def forget_the_result(remains: Remains) -> None:
    del remains.people[2].room["matches"][1]["over"]


def show_what_never_was(remains: Remains) -> None:
    texts = remains.people[1].received
    place = next(n for n, text in enumerate(texts) if text.startswith('{"type":"room"'))
    texts[place] = texts[place].replace('"host":1', '"host":2')


def show_the_seed(remains: Remains) -> None:
    seed = json.loads(remains.log[0].body.partition("\n")[2])["seed"]
    remains.people[0].received.append(f'{{"type":"reaction","seed":"{seed}"}}')


def show_a_device(remains: Remains) -> None:
    device = json.loads(remains.log[0].body.partition("\n")[2])["device"]
    remains.people[1].received.append(f'{{"type":"reaction","by":"{device}"}}')


def test_nothing_is_wrong_in_a_room_where_all_went_well(remains: Remains) -> None:
    assert remains.wrong() == ""
    assert len(remains.people[0].room["matches"]) == 2


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lose_an_event, "the log has a gap"),
        (lose_a_command, "was acknowledged, and is lost"),
        (count_twice, "a command counted twice"),
        (open_another_table, "check_matches: tables"),
        (give_the_win_away, "the score is"),
        (forget_the_result, "does not know how a match ended"),
        (show_what_never_was, "check_rooms_shown"),
        (show_the_seed, "check_room_secrets: the seed"),
        (show_a_device, "check_room_secrets: a device's name"),
    ],
)
def test_what_is_wrong_is_found(
    remains: Remains, spoil: Callable[[Remains], None], sentence: str
) -> None:
    spoil(remains)
    assert sentence in remains.wrong()

"""The verdict on a table finds what was sent wrongly, too early, or not at all."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from punto.server.store.model import EventRow
from server.client import bot, person
from server.security.company import whole
from server.security.truth import Truth, key_of
from server.server_process import server

from .guest import Guest, Traveller
from .history import Sight
from .verdict import LONG_LIFE, grown, wrong_at


@dataclass
class Evening:
    """All that is left of a match."""

    code: str
    entries: list[EventRow]
    guests: list[Guest]
    record: str
    key: bytes

    def wrong(self) -> str:
        return "; ".join(wrong_at(self.code, self.entries, self.guests, self.record, self.key))

    def number(self, kind: str, place: int = 0) -> int:
        """Find an event of a kind."""
        return [entry.number for entry in self.entries if entry.kind == kind][place]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder: Path = tmp_path_factory.mktemp("verdict")

    async def story(url: str) -> tuple[str, list[Guest], str]:
        async with Traveller(url) as ada, Traveller(url) as cleo:
            code = await ada.open(person("Ada"), bot("random"), rounds_to_win=1)
            guests = [await ada.sit(code), await cleo.sit(code)]
            for guest in guests:
                guest.pace = 0
            await asyncio.gather(*(guest.play() for guest in guests))
            record = await ada.request("GET", f"/api/tables/{code}/record", 200)
            return code, guests, record.text

    with server(folder) as running:
        code, guests, record = asyncio.run(story(running.url))
        key = key_of(running)
    query = "SELECT number, at, kind, body FROM events WHERE table_id = ? ORDER BY number"
    with closing(sqlite3.connect(running.database)) as connection:
        entries = [EventRow(*row) for row in connection.execute(query, [code])]
    return Evening(code, entries, guests, record, key)


@pytest.fixture
def evening(played: Evening) -> Evening:
    """The same match, to be spoilt."""
    guests = [copy(guest) for guest in played.guests]
    for guest in guests:
        guest.events, guest.moves = dict(guest.events), dict(guest.moves)
        guest.received, guest.sights = list(guest.received), list(guest.sights)
    return replace(played, entries=list(played.entries), guests=guests)


def lose_the_end(evening: Evening) -> None:
    del evening.entries[-1:]


def tell_another_story(evening: Evening) -> None:
    watcher = evening.guests[1]
    number = evening.number("placed", -1)
    watcher.events[number] = {**watcher.events[number], "cell": "a1"}


def count_twice(evening: Evening) -> None:
    mine = [n for n, entry in enumerate(evening.entries) if '"id":' in entry.body][-2:]
    ids = [json.loads(evening.entries[n].body.partition("\n")[0])["id"] for n in mine]
    last = evening.entries[mine[1]]
    evening.entries[mine[1]] = last._replace(body=last.body.replace(ids[1], ids[0]))


def show_what_never_was(evening: Evening) -> None:
    texts = evening.guests[1].received
    place = next(n for n, text in enumerate(texts) if text.startswith('{"type":"snapshot"'))
    texts[place] = texts[place].replace('"name":"Ada"', '"name":"Ben"')


def show_a_card(evening: Evening) -> None:
    entries = evening.entries
    truth = Truth([(number, kind, whole(body)) for number, _, kind, body in entries])
    tail = max(truth.moments[truth.began].tails, key=len)
    evening.guests[1].received.insert(3, f'{{"type":"reaction","next":"{tail[-2]} {tail[-1]}"}}')


def show_the_seed(evening: Evening) -> None:
    seed = json.loads(evening.entries[-1].body)["seed"]
    evening.guests[1].received.insert(1, f'{{"type":"reaction","seed":"{seed}"}}')


def show_the_key(evening: Evening) -> None:
    evening.guests[1].received.append(f'{{"type":"reaction","key":"{evening.key.hex()}"}}')


def go_back(evening: Evening) -> None:
    sights = evening.guests[1].sights
    sights.append(Sight(sights[-1].who, sights[-1].at + 1, 3))


def leave_somebody_behind(evening: Evening) -> None:
    evening.guests[1].number -= 1


def stack_the_decks(evening: Evening) -> None:
    lines = evening.record.splitlines()
    place = next(n for n, line in enumerate(lines) if "Seed" in line)
    seed = json.loads(evening.entries[-1].body)["seed"]
    other = seed[:-1] + ("0" if seed[-1] != "0" else "1")
    evening.record = evening.record.replace(lines[place], lines[place].replace(seed, other))


def test_nothing_is_wrong_with_a_match_that_went_well(evening: Evening) -> None:
    assert evening.wrong() == ""


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lose_the_end, "somebody knows of more than there is"),
        (tell_another_story, "check_heard"),
        (count_twice, "a command counted twice"),
        (show_what_never_was, "check_snapshots"),
        (show_a_card, "check_secrets"),
        (show_the_seed, "check_secrets: the seed"),
        (show_the_key, "check_secrets: the key"),
        (go_back, "then only of 3"),
        (leave_somebody_behind, "does not know how it ended"),
        (stack_the_decks, "check_end"),
    ],
)
def test_what_is_wrong_is_found(
    evening: Evening, spoil: Callable[[Evening], None], sentence: str
) -> None:
    spoil(evening)
    assert sentence in evening.wrong()


def test_a_process_that_grows_is_found_and_one_that_gets_warm_is_not() -> None:
    flat = [100.0 + second % 3 for second in range(LONG_LIFE)]
    rising = [100.0 + 3 * second for second in range(LONG_LIFE)]
    assert grown([[flat, rising[:-1]], [flat]]) == []
    assert grown([[flat], [flat, rising]]) == ["node 2 grew from 121 to 211 MB"]

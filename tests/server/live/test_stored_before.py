"""A database of an earlier version can be read, and its matches can be continued.

`stored/version-1.sql.gz` is a dump of one: Ada and Ben in the middle of a match, a table that waits
for its match, and two finished matches. It lacks the settings that were added since.
"""

import asyncio
import gzip
import json
import random
import sqlite3
from pathlib import Path

import pytest

from punto.notation.reader import read_record
from punto.server.table.client_view import table_shape
from punto.server.table.record import record_of

from .room import Room, Visitor, room

DUMP = Path(__file__).parent / "stored" / "version-1.sql.gz"
PLAYING, WAITING = "qwhx-dqmw-yolo", "dhoo-orqw-kldx"
OVER = ["rrrr-mrdo-yyxq", "lxyk-kqwl-oxwk"]


def read_dump(file: Path, cookie_key: bytes = b"") -> None:
    """Make the database of the dump, with a key for the cookies of devices if there is one."""
    with sqlite3.connect(file) as database:
        database.executescript(gzip.decompress(DUMP.read_bytes()).decode())
        if cookie_key:
            database.execute("INSERT INTO secrets VALUES ('cookies', ?)", [cookie_key])
    database.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    read_dump(tmp_path / "punto.sqlite")
    return tmp_path


async def come(rooms: Room, code: str, device: str = "ada") -> Visitor:
    visitor = rooms.visitor(code, device)
    await visitor.come()
    return visitor


async def play_to_the_end(visitor: Visitor) -> None:
    assert visitor.table is not None
    while not (table := await visitor.table.current()).over:
        assert table.match is not None
        if table.to_move is None or table.to_move.bot:
            await asyncio.sleep(0.02)
            continue
        cell = str(random.choice(table.match.legal_cells))
        await visitor.do("place", last_event=table.number, seat=table.match.seat, cell=cell)


def test_the_dump_lacks_settings_that_were_added_since() -> None:
    text = gzip.decompress(DUMP.read_bytes()).decode()
    assert '"begins_when_full"' in text
    assert "grace_seconds" not in text


def test_a_match_goes_on_where_it_was(folder: Path) -> None:
    async def story() -> None:
        async with room(folder) as rooms:
            ada = await come(rooms, PLAYING)
            (snapshot,) = [one for one in ada.heard() if one["type"] == "snapshot"]
            table = snapshot["table"]
            assert (table["phase"], table["settings"]["grace_seconds"]) == ("playing", None)
            assert len(table["match"]["stacks"]) >= 8
            await play_to_the_end(ada)
            assert ada.events()[-1]["kind"] == "over"

    asyncio.run(story())


def test_a_table_that_waits_is_changed_and_begins(folder: Path) -> None:
    async def story() -> None:
        async with room(folder) as rooms:
            ada = await come(rooms, WAITING)
            assert ada.table is not None
            settings = table_shape(await ada.table.current())["settings"]
            assert settings["mode"] == "3p"
            await ada.do("set_settings", settings={**settings, "grace_seconds": 10})
            await ada.do("start")
            await ada.do("resign", seat=1)
            kinds = [event["kind"] for event in ada.events()]
            assert kinds[:3] == ["settings_changed", "started", "resigned"]

    asyncio.run(story())


@pytest.mark.parametrize("code", OVER)
def test_finished_matches_are_still_true_records(folder: Path, code: str) -> None:
    async def story() -> None:
        async with room(folder) as rooms:
            ada = await come(rooms, code)
            assert ada.table is not None
            record = record_of(await ada.table.current())
            assert read_record(str(record)).match == record.match
            rows = await rooms.store.read(code)
            assert json.loads(rows[0].body.partition("\n")[0])["settings"]

    asyncio.run(story())

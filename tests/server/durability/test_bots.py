"""Bots: they hold nobody up, take turns, move after the server died, and may be as bad as any."""

import asyncio
import sqlite3
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import punto

from ..client import Client, Device, bot, person
from ..server_process import ServerProcess, server
from .party import check_record, logs_of, record

TABLES = 30
MOVES = 40
PATIENCE = 300.0

ODD_BOTS = """
import sys
from punto.bots import Bot
from punto.rules.cell import Cell

def raises(view, random):
    raise RuntimeError("no idea")

def quits(view, random):
    sys.exit(3)

def cheats(view, random):
    return Cell("a1") if random.random() < 0.5 else None

RAISES, QUITS, CHEATS = (Bot(f.__name__, "odd", f) for f in (raises, quits, cheats))
"""


def placed(database: Path, by: str = "%") -> Counter[str]:
    """Count the cards that were laid at each table, all at one moment."""
    query = "SELECT table_id, count(*) FROM events WHERE kind = 'placed' AND body LIKE ? GROUP BY 1"
    with closing(sqlite3.connect(database)) as connection:
        return Counter(dict(connection.execute(query, [by]).fetchall()))


def metrics(url: str) -> str:
    with urllib.request.urlopen(f"{url}/metrics", timeout=PATIENCE) as answer:
        text: str = answer.read().decode()
    return text


def bot_queue(url: str) -> int:
    lines = metrics(url).splitlines()
    return int(
        float(next(line for line in lines if line.startswith("punto_bot_queue ")).split()[1])
    )


async def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not await asyncio.to_thread(condition):
        assert time.monotonic() < deadline, f"in vain: {what}"
        await asyncio.sleep(0.05)


@pytest.fixture
def one_thinker(tmp_path: Path) -> Iterator[ServerProcess]:
    with server(tmp_path, {"bot_threads": 1}) as running:
        yield running


def test_people_play_while_many_bots_wait_and_every_table_gets_its_turn(
    one_thinker: ServerProcess,
) -> None:
    url, database = one_thinker.url, one_thinker.database

    async def story() -> None:
        async with Device(url) as ada:
            codes = [await ada.open(bot("master"), bot("master")) for _ in range(TABLES)]
            for code in codes:
                await ada.sit(code)  # bots alone move only while somebody looks
            await until(lambda: bot_queue(url) == TABLES, "all bots wait")
            mine = await ada.sit(await ada.open(person("Ada"), person("Ben")))
            before = placed(database)
            for _ in range(MOVES):
                assert (await mine.place())["kind"] == "placed"
            after = placed(database)
            # Who had to wait in the queue would see a move of every bot before each own one.
            meanwhile = sum(after.values()) - sum(before.values()) - MOVES
            assert meanwhile < MOVES * TABLES / 10
            # Between a move and the next wish to move, a table is for a moment not in the queue.
            await until(lambda: bot_queue(url) == TABLES, "all bots wait still")

            def had_a_turn() -> bool:
                now = placed(database)
                share = [now[code] - after[code] for code in codes]
                assert max(share) <= min(share) + 2
                return min(share) >= 1

            await until(had_a_turn, "a move at every table")

    asyncio.run(story())


def test_moves_that_bots_owed_when_the_server_died_are_made_though_nobody_comes(
    one_thinker: ServerProcess,
) -> None:
    database = one_thinker.database

    async def story() -> None:
        async with Device(one_thinker.url) as ada:
            seats = person("Ada"), bot("master")
            clients = [await ada.sit(await ada.open(*seats, start=1)) for _ in range(TABLES // 2)]
            answers = await asyncio.gather(*(client.place() for client in clients))
            one_thinker.kill()
            assert {answer["kind"] for answer in answers} == {"placed"}

    asyncio.run(story())
    owed = len(placed(database)) - len(placed(database, '%"by":"bot"%'))
    assert owed > TABLES // 4
    one_thinker.start()
    asyncio.run(until(lambda: set(placed(database).values()) == {2}, "all bots have moved"))
    assert set(placed(database, '%"by":"bot"%').values()) == {1}
    counted = f'punto_moves_total{{by="bot"}} {owed}.0'
    asyncio.run(until(lambda: counted in metrics(one_thinker.url), "all moves are counted"))


def test_bots_that_fail_cheat_or_quit_are_replaced_by_legal_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "odd_bots-1.dist-info"
    package.mkdir()
    (tmp_path / "odd_bots.py").write_text(ODD_BOTS)
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1\n")
    points = "".join(
        f"{name} = odd_bots:{name.upper()}\n" for name in ("raises", "quits", "cheats")
    )
    (package / "entry_points.txt").write_text(f"[punto.bots]\n{points}")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")

    async def story(running: ServerProcess) -> tuple[Client, str]:
        async with Device(running.url) as ada:
            seats = bot("raises"), bot("cheats"), bot("quits")
            client = await ada.sit(await ada.open(*seats, mode="3p", rounds_to_win=1))
            await client.until(lambda: client.phase == "over")
            text = await record(client)
        return client, text

    with server(tmp_path) as running:
        client, text = asyncio.run(story(running))
        said = running.logged()
    logs = logs_of(running.database)
    assert list(logs) == [client.code], "bots play on by themselves"
    check_record(text, logs[client.code])
    assert punto.read_record(text).match.mode.name == "3p"
    for name in ("raises", "quits"):
        assert f"bot {name} failed" in said
    assert "bot cheats chose an illegal cell" in said
    assert client.reconnects == 0

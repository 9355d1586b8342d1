"""The database file is deleted, moved, replaced or overwritten under a server that runs."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from cli.terminal import punto

from ..client import Client, Device, person
from ..server_process import ServerProcess, server
from .party import Party, check_told, logs_of

NOTICED_SECONDS = 1.0
SLACK_SECONDS = 4.0
"""For a machine that has other things to do."""


def log_of(database: Path) -> Path:
    return Path(f"{database}-wal")


def replace(database: Path) -> None:
    """Put another whole database in its place, as a restored backup would be."""
    copy = database.with_name("copy")
    shutil.copy(database, copy)
    copy.replace(database)


FAULTS: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": lambda database: database.rename(database.with_name("away")),
    "replaced": replace,
    "log deleted": lambda database: log_of(database).unlink(),
    "log replaced": lambda database: replace(log_of(database)),
}


def overwrite(database: Path) -> None:
    """Copy a backup into the file, as `cp` does it: the inode stays the same."""
    run = punto("backup", database.with_name("saved"), "--database", database)
    assert run.returncode == 0, run.stderr
    shutil.copyfile(database.with_name("saved"), database)


IN_PLACE: dict[str, Callable[[Path], object]] = {
    "overwritten": overwrite,
    "truncated": lambda database: os.truncate(database, 0),
    "log truncated": lambda database: os.truncate(log_of(database), 0),
}


async def ready(device: Device) -> tuple[int, str]:
    response = await device.http.get("/readyz")
    return response.status_code, response.json()["status"]


async def until_ready(device: Device, wanted: tuple[int, str]) -> float:
    """Wait until the server says how it is; tell how long that took."""
    begun = time.monotonic()
    while await ready(device) != wanted:
        assert time.monotonic() - begun < 120
        await asyncio.sleep(0.02)
    return time.monotonic() - begun


async def sit_down(ada: Device) -> Client:
    client = await ada.sit(await ada.open(person("Ada"), person("Ben")))
    for _ in range(5):
        assert (await client.place())["kind"] == "placed"
    return client


@pytest.mark.parametrize("fault", FAULTS)
def test_nothing_more_is_acknowledged_and_everybody_is_told(tmp_path: Path, fault: str) -> None:
    async def story(running: ServerProcess) -> None:
        async with Device(running.url) as ada:
            client, other = await sit_down(ada), await ada.open(person("Cleo"), person("Dan"))
            FAULTS[fault](running.database)
            seconds = await until_ready(ada, (503, "store-gone"))
            assert seconds < NOTICED_SECONDS + SLACK_SECONDS
            await client.until(lambda: client.refusals)  # without having asked for anything
            assert (client.refusals[0]["code"], client.refusals[0]["id"]) == ("store-gone", None)
            known = client.number
            answer = await client.place()
            assert answer["code"] == "store-gone"
            assert client.number == known
            for response in (
                await ada.http.post("/api/tables", json={}),
                await ada.http.get(f"/api/tables/{other}"),
            ):
                assert (response.status_code, response.json()["code"]) == (503, "store-gone")

    with server(tmp_path) as running:
        asyncio.run(story(running))
        assert running.logged().count(f"{running.database}: the database file was moved") == 1
        assert running.logged().count("cannot see what is due") <= 1
        running.kill()


@pytest.mark.parametrize("fault", IN_PLACE)
@pytest.mark.parametrize("end", [ServerProcess.stop, ServerProcess.kill])
def test_a_file_that_is_changed_in_place_is_not_written_to_any_more(
    tmp_path: Path, fault: str, end: Callable[[ServerProcess], object]
) -> None:
    async def story(running: ServerProcess) -> None:
        async with Device(running.url) as ada:
            client = await sit_down(ada)
            IN_PLACE[fault](running.database)
            assert client.turn is not None
            known, cell = client.number, client.turn["cells"].split()[0]
            # At once, before anybody had time to look.
            await client.send("place", answers=known, seat=client.turn["seat"], cell=cell)
            await client.until(lambda: client.refusals or client.byes, timeout=30)
            told = {message["code"] for message in (*client.refusals, *client.byes)}
            assert told <= {"store-gone", "store-in-doubt"}
            await until_ready(ada, (503, "store-gone"))
            assert client.number == known
            response = await ada.http.post("/api/tables", json={})
            assert (response.status_code, response.json()["code"]) == (503, "store-gone")
            await asyncio.sleep(NOTICED_SECONDS)

    with server(tmp_path) as running:
        asyncio.run(story(running))
        assert running.logged().count("another program has written to the database file") == 1
        left = running.database.read_bytes()
        end(running)
        assert running.database.read_bytes() == left


def test_everybody_is_told_within_a_second_without_having_asked(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        async with Device(running.url) as ada:
            client = await sit_down(ada)
            await asyncio.sleep(1)
            begun = time.monotonic()
            running.database.unlink()
            await client.until(lambda: client.refusals)
            assert time.monotonic() - begun < NOTICED_SECONDS + SLACK_SECONDS

    with server(tmp_path) as running:
        asyncio.run(story(running))
        running.kill()


def test_checkpoints_from_outside_and_a_vacuum_are_no_fault(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> None:
        async with Device(running.url) as ada:
            client = await sit_down(ada)
            for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "REINDEX") * 3:
                with closing(sqlite3.connect(running.database, timeout=30)) as other:
                    other.execute(statement)
                assert (await client.place())["kind"] == "placed"
                await asyncio.sleep(0.5)
                assert await ready(ada) == (200, "ok")

    with server(tmp_path) as running:
        asyncio.run(story(running))
        assert "another program" not in running.logged()


def test_a_file_that_is_moved_back_is_used_again(tmp_path: Path) -> None:
    away = tmp_path / "away"

    async def story(running: ServerProcess) -> Client:
        async with Device(running.url) as ada:
            client, other = await sit_down(ada), await ada.open(person("Cleo"), person("Dan"))
            running.database.rename(away)
            shutil.copy(away, running.database)  # another one, for a while
            await until_ready(ada, (503, "store-gone"))
            looks = [ada.http.get(f"/api/tables/{other}") for _ in range(8)]
            assert {one.status_code for one in await asyncio.gather(*looks)} == {503}
            away.replace(running.database)
            await until_ready(ada, (200, "ok"))
            for _ in range(5):
                assert (await client.place())["kind"] == "placed"
            return client

    with server(tmp_path) as running:
        client = asyncio.run(story(running))
        running.kill()
    log = logs_of(running.database)[client.code]
    assert {number: log[number] for number in client.events} == client.events
    assert len(log) == client.number


def test_a_log_that_is_deleted_costs_nothing_if_the_server_is_told_to_stop(tmp_path: Path) -> None:
    async def story(running: ServerProcess) -> Client:
        async with Device(running.url) as ada:
            client = await sit_down(ada)
            log_of(running.database).unlink()
            await until_ready(ada, (503, "store-gone"))
            return client

    with server(tmp_path) as running:
        client = asyncio.run(story(running))
        assert running.stop() == 0
    log = logs_of(running.database)[client.code]
    assert {number: log[number] for number in client.events} == client.events


def test_in_the_middle_of_many_matches_nothing_is_told_that_happened_after_it(
    tmp_path: Path,
) -> None:
    running = ServerProcess(tmp_path)
    party = Party(running.url)
    kept = tmp_path / "kept.sqlite"

    async def story() -> int:
        async with party:
            await party.gather(20)
            playing = asyncio.create_task(party.play())
            while party.heard < 20 * 20:
                await asyncio.sleep(0.005)
            os.link(running.database, kept)  # so that it can still be read
            moment = time.time_ns() // 1_000_000
            running.database.unlink()
            await asyncio.sleep(2)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            return moment

    running.start()
    try:
        moment = asyncio.run(story())
    finally:
        running.kill()
    log_of(running.database).rename(log_of(kept))
    check_told(party, logs_of(kept))
    told = [event["at"] for client in party.clients for event in client.events.values()]
    assert max(told) <= moment + 100

"""Unfinished matches: none is deleted by a wrong clock, and none without a word or a way back."""

import asyncio
import sqlite3
import time
from contextlib import closing

import pytest

from cli.terminal import punto

from ..client import Device, person
from ..clocks import DAY, WrongClock
from ..server_process import ServerProcess


def test_a_start_forty_days_ahead_deletes_no_unfinished_match(
    running: ServerProcess, clock: WrongClock
) -> None:
    async def story() -> None:
        async with Device(running.url) as ada:
            code = await ada.open(person("Ada"), person("Ben"))
            client = await ada.sit(code)
            await client.place()
            for seconds in (40 * DAY, 41 * DAY, 45 * DAY, 0):
                await asyncio.to_thread(running.stop)
                clock.set(seconds)
                await asyncio.to_thread(clock.start, running)
                await asyncio.sleep(2)
                shape = await ada.get(f"/api/tables/{code}")
                assert shape["number"] >= client.number

    clock.start(running)
    asyncio.run(story())


def run_days_before(running: ServerProcess, days: int) -> None:
    """Let the database look as if a server had run on every day for a while."""
    today = int(time.time() // DAY)
    rows = [(today - days + n, n) for n in range(1, days + 1)]
    with closing(sqlite3.connect(running.database)) as connection, connection:
        connection.execute("DELETE FROM run_days")
        connection.executemany("INSERT INTO run_days (day, ordinal) VALUES (?, ?)", rows)


@pytest.mark.parametrize("wrong_days", [-40, 40])
def test_after_a_long_time_one_start_by_a_wrong_clock_deletes_no_unfinished_match(
    running: ServerProcess, clock: WrongClock, wrong_days: int
) -> None:
    async def play(ada: Device) -> str:
        code = await ada.open(person("Ada"), person("Ben"))
        client = await ada.sit(code)
        await client.place()
        await client.close()
        return code

    async def story() -> None:
        async with Device(running.url) as ada:
            codes = [await play(ada)]
            for days in (wrong_days, wrong_days + 1.1, 0, 1.1, 2.2):
                await asyncio.to_thread(running.stop)
                clock.set(days * DAY)
                await asyncio.to_thread(clock.start, running)
                await asyncio.sleep(2)
                if days == wrong_days:
                    codes.append(await play(ada))
                for code in codes:
                    await ada.get(f"/api/tables/{code}")

    clock.start(running)
    running.stop()
    run_days_before(running, 60)
    clock.start(running)
    asyncio.run(story())
    assert "will be deleted" not in running.logged()


def test_a_player_who_comes_keeps_a_table_and_who_only_looks_does_not(
    running: ServerProcess, clock: WrongClock
) -> None:
    running.settings["keep_waiting_days"] = 1

    async def story() -> None:
        async with Device(running.url) as ada:
            kept = await ada.open(person("Ada"), person("Ben"))
            looked_at = await ada.open(person("Ada"), person("Ben"))
            for days in (2, 3.2, 4.4):
                await asyncio.to_thread(running.stop)
                clock.set(days * DAY)
                await asyncio.to_thread(clock.start, running)
                await asyncio.sleep(2)
                await ada.http.get(f"/api/tables/{looked_at}")
                client = await ada.sit(kept)
                assert client.number
                await client.close()
            assert (await ada.http.get(f"/api/tables/{kept}")).status_code == 200
            assert (await ada.http.get(f"/api/tables/{looked_at}")).status_code == 404

    clock.start(running)
    asyncio.run(story())


def test_a_table_is_announced_then_deleted_a_day_later_and_can_come_back(
    running: ServerProcess, clock: WrongClock
) -> None:
    running.settings["keep_waiting_days"] = 1

    async def starts(ada: Device, code: str) -> list[int]:
        """Start again and again, later each time; tell how asking for the table ends."""
        found = []
        for days in (2, 2.5, 4):
            await asyncio.to_thread(running.stop)
            clock.set(days * DAY)
            await asyncio.to_thread(clock.start, running)
            await asyncio.sleep(2)
            found.append((await ada.http.get(f"/api/tables/{code}")).status_code)
        return found

    async def story() -> None:
        async with Device(running.url) as ada:
            code = await ada.open(person("Ada"), person("Ben"))
            assert await starts(ada, code) == [200, 200, 404]
            said = running.logged()
            assert said.count("1 tables will be deleted in a day") == 1
            assert said.index("will be deleted") < said.index("deleted 1 tables")
            listed = punto("undelete", "--database", running.database)
            assert listed.stdout.startswith(f"{code}: last used ")
            run = punto("undelete", code.upper(), "--database", running.database)
            assert (run.returncode, run.stdout) == (0, f"{code}: restored\n")
            client = await ada.sit(code)
            assert (await client.place())["kind"] == "placed"

    clock.start(running)
    asyncio.run(story())

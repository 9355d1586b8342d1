"""Unfinished matches: none is deleted by a wrong clock, and none without a word or a way back."""

import asyncio

from cli.terminal import punto

from ..client import Device, person
from ..clocks import DAY, WrongClock
from ..process import ServerProcess


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
            assert said.index("will be deleted") < said.index("1 tables were deleted")
            listed = punto("undelete", "--database", running.database)
            assert listed.stdout.startswith(f"{code}: last used ")
            run = punto("undelete", code.upper(), "--database", running.database)
            assert (run.returncode, run.stdout) == (0, f"{code}: brought back\n")
            client = await ada.sit(code)
            assert (await client.place())["kind"] == "placed"

    clock.start(running)
    asyncio.run(story())

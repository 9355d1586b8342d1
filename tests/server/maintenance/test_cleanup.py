"""The hourly cleanup: tables where somebody is connected are kept, however quiet they are."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from punto.server.config.settings import Config
from punto.server.live.clock import Clock
from punto.server.maintenance import cleanup

from ..client import person
from ..live.room import DAY, room


def test_a_table_where_somebody_is_connected_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cleanup, "HOUR_SECONDS", 0.05)

    async def story() -> None:
        async with room(tmp_path) as rooms:
            quiet, left = [await rooms.open(person("Ada"), person("Ben")) for _ in range(2)]
            ada = rooms.visitor(quiet, "ada")
            await ada.come()
            clock = cast("Clock", lambda: rooms.now)
            work = cleanup.run_cleanup(
                Config(keep_waiting_days=1), rooms.store, clock, rooms.hub, lambda: None
            )
            tidier = asyncio.create_task(work)
            async with asyncio.timeout(60):
                while await rooms.store.table(left):
                    await asyncio.sleep(0.3)
                    rooms.now += round(1.2 * DAY)
            assert await rooms.store.table(quiet)
            tidier.cancel()
            await asyncio.gather(tidier, return_exceptions=True)
            await ada.go()

    asyncio.run(story())

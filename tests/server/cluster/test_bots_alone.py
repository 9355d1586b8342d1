"""Matches of bots alone pause when nobody watches on any node."""

import asyncio
from collections.abc import Sequence

from ..client import bot
from ..gathering import gathering
from ..server_process import ServerProcess

SECONDS = 4
"""Longer than a node waits before it lets the bots of a new table move, and than a lease."""


def test_bots_alone_sleep_and_go_on_wherever_somebody_comes(pair: Sequence[ServerProcess]) -> None:
    async def story() -> None:
        here, there = pair
        async with gathering(here.url) as people:
            host = people.device()
            code = await host.open(bot("random"), bot("random"), rounds_to_win=9)

            async def number() -> int:
                return int((await host.get(f"/api/tables/{code}"))["number"])

            await asyncio.sleep(SECONDS)
            assert await number() == 2
            for node in (there, here, there):
                before = await number()
                watcher = await people.sit(code, people.device(node.url))
                await watcher.until(lambda w=watcher, n=before: w.number > n + 8)  # type: ignore[misc]
                await watcher.close()
                async with asyncio.timeout(30):
                    last = -1
                    while last != (last := await number()):
                        await asyncio.sleep(SECONDS / 2)
                await asyncio.sleep(SECONDS)
                assert await number() == last

    asyncio.run(story())

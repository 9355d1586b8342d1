"""A program whose files cannot grow beyond a limit, until the limit is lifted.

It prints what was acknowledged, and the codes of the errors in between.
"""

import asyncio
import resource
import sys
from pathlib import Path

from punto.server.store.errors import StoreError
from punto.server.store.model import Append, NewEvent
from punto.server.store.store import Store

ROOM = 400_000
LONG = NewEvent("placed", '"' + "x" * 500 + '"')


async def play(store: Store, table: str, after: int) -> int:
    while after < 400:
        await store.append(Append(table, after, 1, [LONG], "open"))
        after += 1
        print(table, after, flush=True)
    return after


async def story(path: Path) -> None:
    async with Store(path) as store:
        await store.append(Append("before", 0, 1, [NewEvent("made", "{}")], "open"))
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))
        plays = (play(store, name, 0) for name in "abcd")
        for error in await asyncio.gather(*plays, return_exceptions=True):
            assert isinstance(error, StoreError), error
            print("error", error.code, flush=True)
        assert len(await store.read("before")) == 1
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        for name in "abcd":
            row = await store.table(name)
            await play(store, name, row.last if row else 0)


asyncio.run(story(Path(sys.argv[1])))

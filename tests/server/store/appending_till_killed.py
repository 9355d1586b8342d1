"""A program that appends in a child, prints what was acknowledged, and kills the child.

It does so again and again on the same file; every line is a table and a number.
"""

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path

from punto.server.store.append import Append, Due, Event
from punto.server.store.store import Store

TABLES = 12


async def play(store: Store, table: str) -> None:
    row = await store.table(table)
    after = row.last if row else 0
    while True:
        count = 1 + after % 3
        events = [Event.of("placed", {"table": table, "number": after + 1})] * count
        due = Due(after + count, "bot")
        answer = await store.append(Append(table, after, after, events, "open", due, [table]))
        for number in answer.numbers:
            os.write(1, f"{table} {number}\n".encode())
        after = answer.numbers[-1]


async def serve(path: Path) -> None:
    async with Store(path) as store:
        await asyncio.gather(*(play(store, f"t{number}") for number in range(TABLES)))


chance = random.Random(4)
for _ in range(int(sys.argv[2])):
    child = os.fork()
    if child == 0:
        asyncio.run(serve(Path(sys.argv[1])))
        os._exit(1)
    time.sleep(chance.uniform(0.01, 0.4))  # also while it opens the database
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL

"""A program that appends in a child, prints what was acknowledged, and kills the child.

It does so again and again on the same database; every line is a table and a number. Each append
also counts as a deal of the day.
"""

import asyncio
import os
import random
import signal
import sys
import time

from punto.server.store.model import Append, DailyResult, Due, NewEvent
from punto.server.store.store import Store

TABLES = 12


async def play(store: Store, table: str) -> None:
    row = await store.table(table)
    after = row.last if row else 0
    while True:
        count = 1 + after % 3
        events = [NewEvent.of("placed", {"table": table, "number": after + 1})] * count
        due = Due(after + count, "bot")
        daily = DailyResult("2026-11-17", is_won=count == 1)
        answer = await store.append(
            Append(table, after, after, events, "open", due, [table], daily)
        )
        for number in answer.numbers:
            os.write(1, f"{table} {number}\n".encode())
        after = answer.numbers[-1]


async def prepare(address: str) -> None:
    async with Store(address):
        pass


async def serve(address: str) -> None:
    async with Store(address) as store:
        await asyncio.gather(*(play(store, f"t{number}") for number in range(TABLES)))


chance, opening = random.Random(4), 0.0
for number in range(int(sys.argv[2])):
    if number == 3:  # the first are killed while they create the database
        begun = time.monotonic()
        asyncio.run(prepare(sys.argv[1]))
        opening = time.monotonic() - begun
    child = os.fork()
    if child == 0:
        asyncio.run(serve(sys.argv[1]))
        os._exit(1)
    time.sleep(chance.uniform(0.01, 0.4 + opening))  # sometimes while it opens the database
    os.kill(child, signal.SIGKILL)
    assert os.waitpid(child, 0)[1] == signal.SIGKILL

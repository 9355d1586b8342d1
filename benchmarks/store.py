"""How many appends a second the store takes, with every one of them on the disk.

`python3 dev.py bench store` runs it: callers that each wait for their answer before they go on,
against the same writing with one commit for every append, and against the bare driver, which
only inserts. Only the ratios mean something elsewhere.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from benchmarks._measuring import aim, machine

from punto.server.store.address import url_of
from punto.server.store.append import Append, Event
from punto.server.store.committer import Committer
from punto.server.store.engines import writing
from punto.server.store.migrate import prepare
from punto.server.store.store import Store
from punto.server.store.watch import Nobody

CALLERS = (1, 64, 512)
SECONDS = 1.5
TRIES = 3
MIN_GROUPED = 8
"""Times as many with 512 callers as with one commit for every append."""

BODY = '{"seat":2,"card":"R5","cell":"f6","id":"01HZX3M5Q8"}'


class Batches:
    """Counts commits."""

    def __init__(self) -> None:
        self.commits = self.appends = 0
        self.seconds = 0.0

    def committed(self, seconds: float, appends: int) -> None:
        """Count one."""
        self.commits += 1
        self.seconds += seconds
        self.appends += appends

    def failed(self, code: str, appends: int) -> None:
        """End the measurement."""
        sys.exit(f"{appends} appends failed: {code}")


def main() -> int:
    """Measure, print a table, and tell by the exit code whether the aim was met."""
    print(machine())
    bare = max(bare_driver() for _ in range(TRIES))
    single = max(one_commit_each() for _ in range(TRIES))
    print(f"\n{'appends a second':<34}{'':>10}{'ratio':>8}{'a commit':>10}")
    print(f"{'the bare driver, one commit each':<34}{bare:>10,.0f}{bare / single:>8.2f}{1:>10.1f}")
    print(f"{'the store, one commit each':<34}{single:>10,.0f}{1:>8.2f}{1:>10.1f}")
    ratio = 0.0
    for callers in CALLERS:
        rate, batch = max(asyncio.run(grouped(callers)) for _ in range(TRIES))
        ratio = rate / single
        print(f"{f'the store, {callers} waiting':<34}{rate:>10,.0f}{ratio:>8.2f}{batch:>10.1f}")
    print()
    return 0 if aim(f"{CALLERS[-1]} waiting over one commit each", ratio, MIN_GROUPED) else 1


async def grouped(callers: int) -> tuple[float, float]:
    """Count appends a second, and in one commit, with so many callers who wait."""
    batches = Batches()
    with tempfile.TemporaryDirectory(dir=".") as folder:
        async with Store(Path(folder, "store.db"), watch=batches) as store:
            begun = time.perf_counter()
            end = begun + SECONDS
            await asyncio.gather(*(call(store, f"table-{n}", end) for n in range(callers)))
            spent = time.perf_counter() - begun
    return batches.appends / spent, batches.appends / batches.commits


async def call(store: Store, table: str, end: float) -> None:
    """Append to a table of one's own, one after the other, until the time is up."""
    after = 0
    while time.perf_counter() < end:
        await store.append(Append(table, after, after, [Event("placed", BODY)], "open"))
        after += 1


def one_commit_each() -> float:
    """Count what the store would do if it committed every append by itself."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        url = url_of(Path(folder, "store.db"))
        prepare(url)
        committer = Committer(writing(url), Nobody())
        done, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS:
            table, after = f"table-{done % CALLERS[-1]}", done // CALLERS[-1]
            committer.commit([Append(table, after, after, [Event("placed", BODY)], "open")])
            done += 1
        committer.engine.dispose()
    return done / spent


def bare_driver() -> float:
    """Count what the driver alone does, inserting only, with the same durability."""
    with (
        tempfile.TemporaryDirectory(dir=".") as folder,
        closing(sqlite3.connect(Path(folder, "plain.db"), isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(
            "CREATE TABLE events (table_id, number, at, kind, body,"
            " PRIMARY KEY (table_id, number)) WITHOUT ROWID"
        )
        done, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS:
            row = ("table", done, done, "placed", BODY)
            connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?)", row)
            done += 1
    return done / spent


if __name__ == "__main__":
    sys.exit(main())

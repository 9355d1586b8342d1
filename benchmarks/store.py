"""How many appends a second the store takes, with every one of them on the disk.

`python3 dev.py bench store` runs it: callers that each wait for their answer before they go on,
against the same writing with one commit for every append, and against the bare driver, which
only inserts. Only the ratios mean something elsewhere.

`bench store postgresql` measures the same on a PostgreSQL server that it starts for itself.
"""

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from pathlib import Path

import psycopg
from benchmarks._measuring import aim, machine

from punto.server.store._committer import Committer, NoObserver
from punto.server.store.connections import writer_engine
from punto.server.store.location import parse_address
from punto.server.store.migrate import prepare
from punto.server.store.model import Append, NewEvent
from punto.server.store.store import Store

CALLERS = (1, 64, 512)
SECONDS = 1.5
TRIES = 3
MIN_GROUPED = 8
"""Times as many with 512 callers as with one commit for every append."""

Place = Callable[[], AbstractContextManager[str]]
"""Makes an empty database, and answers its address."""

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


def main(kind: str = "sqlite") -> int:
    """Measure, print a table, and tell by the exit code whether the aim was met."""
    with ExitStack() as stack:
        if kind == "postgresql":
            sys.path.append(str(Path(__file__).parents[1] / "tests"))
            from server.databases import running_postgres  # noqa: PLC0415

            return measure(stack.enter_context(running_postgres()).database)
        return measure(new_file)


@contextmanager
def new_file() -> Iterator[str]:
    """Name the file of a database in a folder that goes away."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        yield str(Path(folder, "store.db"))


def measure(place: Place) -> int:
    """Measure on databases of one kind."""
    print(machine())
    bare = max(bare_driver(place) for _ in range(TRIES))
    single = max(one_commit_each(place) for _ in range(TRIES))
    print(f"\n{'appends a second':<34}{'':>10}{'ratio':>8}{'a commit':>10}")
    print(f"{'the bare driver, one commit each':<34}{bare:>10,.0f}{bare / single:>8.2f}{1:>10.1f}")
    print(f"{'the store, one commit each':<34}{single:>10,.0f}{1:>8.2f}{1:>10.1f}")
    ratio = 0.0
    for callers in CALLERS:
        rate, batch = max(asyncio.run(grouped(place, callers)) for _ in range(TRIES))
        ratio = rate / single
        print(f"{f'the store, {callers} waiting':<34}{rate:>10,.0f}{ratio:>8.2f}{batch:>10.1f}")
    print()
    return 0 if aim(f"{CALLERS[-1]} waiting over one commit each", ratio, MIN_GROUPED) else 1


async def grouped(place: Place, callers: int) -> tuple[float, float]:
    """Count appends a second, and in one commit, with so many callers who wait."""
    batches = Batches()
    with place() as address:
        async with Store(address, observer=batches) as store:
            begun = time.perf_counter()
            end = begun + SECONDS
            await asyncio.gather(*(call(store, f"table-{n}", end) for n in range(callers)))
            spent = time.perf_counter() - begun
    return batches.appends / spent, batches.appends / batches.commits


async def call(store: Store, table: str, end: float) -> None:
    """Append to a table of one's own, one after the other, until the time is up."""
    after = 0
    while time.perf_counter() < end:
        await store.append(Append(table, after, after, [NewEvent("placed", BODY)], "open"))
        after += 1


def one_commit_each(place: Place) -> float:
    """Count what the store would do if it committed every append by itself."""
    with place() as address:
        url = parse_address(address)
        prepare(url)
        committer = Committer(writer_engine(url), NoObserver())
        done, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS:
            table, after = f"table-{done % CALLERS[-1]}", done // CALLERS[-1]
            committer.commit([Append(table, after, after, [NewEvent("placed", BODY)], "open")])
            done += 1
        committer.engine.dispose()
    return done / spent


def bare_driver(place: Place) -> float:
    """Count what the driver alone does, inserting only, with the same durability."""
    with place() as address, closing(connected(address)) as connection:
        is_file = isinstance(connection, sqlite3.Connection)
        execute: Callable[..., object] = connection.execute
        execute(
            "CREATE TABLE events (table_id TEXT, number BIGINT, at BIGINT, kind TEXT, body TEXT,"
            " PRIMARY KEY (table_id, number))" + " WITHOUT ROWID" * is_file
        )
        insert = f"INSERT INTO events VALUES ({', '.join(['?' if is_file else '%s'] * 5)})"
        done, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < SECONDS:
            execute(insert, ("table", done, done, "placed", BODY))
            done += 1
    return done / spent


def connected(address: str) -> "sqlite3.Connection | psycopg.Connection":
    """Connect with the driver alone, committing by itself after every statement."""
    if "://" in address:
        return psycopg.connect(address, autocommit=True)
    connection = sqlite3.connect(address, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

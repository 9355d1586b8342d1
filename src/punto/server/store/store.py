"""The store of a server: its only access to the database."""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self, cast

from sqlalchemy import event

from punto.server.store import _leases, _reader, deleting
from punto.server.store._committer import CommitObserver, Committer, NoObserver
from punto.server.store._reader import Reader
from punto.server.store._statements import create_secret
from punto.server.store._writer import Writer
from punto.server.store.checking import check_pages, check_rows
from punto.server.store.connections import WAIT_SECONDS, reader_engine, writer_engine
from punto.server.store.deleting import Cleanup, Policy, clean_up
from punto.server.store.errors import store_error
from punto.server.store.file_watch import FileWatch
from punto.server.store.location import (
    configured_file,
    database_file,
    parse_address,
    refuse_unreadable,
)
from punto.server.store.migrate import prepare
from punto.server.store.model import (
    MAX_NUMBER,
    Append,
    Appended,
    DayRow,
    DueRow,
    EventRow,
    TableRow,
    TokenRow,
    is_storable,
    refuse_unstorable,
)

TOUCHES_PER_TRANSACTION = 200


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may wait, and for how long."""

    max_appends: int = 10_000
    max_reads: int = 10_000
    reader_threads: int = 2
    wait_seconds: float = WAIT_SECONDS
    """How long to wait for a lock of another process, and to retry an unreachable server."""
    answer_seconds: float = 12.0
    """When everybody has an answer, whatever the database does."""


@dataclass
class Store:
    """The log of all tables, in a file or on a PostgreSQL server; `async with` opens it.

    It belongs to the event loop that opened it.
    """

    address: str | Path
    limits: Limits = field(default_factory=Limits)
    observer: CommitObserver = field(default_factory=NoObserver)
    file: FileWatch | None = field(default=None, init=False)
    """Watches the file of an SQLite database after `open`."""

    async def open(self) -> None:
        """Create or migrate the database if necessary, and start to serve."""
        url, limits = parse_address(self.address), self.limits
        path = database_file(url)
        if path is not None and refuse_unreadable(path):
            await asyncio.to_thread(check_pages, path, limits.wait_seconds)
        await asyncio.to_thread(prepare, url, wait_seconds=limits.wait_seconds)
        if path is not None:
            await asyncio.to_thread(check_rows, path)
            self.file = await asyncio.to_thread(watch_file, path, configured_file(url))
        readers = reader_engine(url, limits.reader_threads, limits.wait_seconds)
        writer = writer_engine(url, limits.wait_seconds)
        if self.file:
            for engine in (readers, writer):
                event.listen(engine, "connect", self.file.check)
        self._reader = Reader(
            readers,
            limits.reader_threads,
            limits.max_reads,
            limits.wait_seconds,
            limits.answer_seconds,
            self.file,
        )
        try:
            await self.due(0, 1)
            committer = Committer(writer, self.observer, limits.wait_seconds)
            self._writer = Writer(committer, limits.max_appends, limits.answer_seconds, self.file)
        except BaseException:
            self._reader.close()
            self._close_file()
            raise

    def _close_file(self) -> None:
        if self.file:
            self.file.close()

    async def close(self, timeout: float = 4.0) -> None:
        """Store what was accepted, within `timeout` seconds, and close the database."""
        await self._writer.close(timeout)
        await asyncio.to_thread(self._reader.close)
        await asyncio.to_thread(self._close_file)

    async def append(self, append: Append) -> Appended:
        """Append events to a table's log; they are on disk when this returns.

        Concurrency is optimistic: raises ConflictError if the table has events after
        `append.after`, stored by somebody else. Raises StoreError with the codes `busy`, `closed`,
        `disk-full`, `store-unavailable` or `unstorable` if nothing was stored. After
        `store-in-doubt` it may be stored all the same: read the log again.
        """
        refuse_unstorable(append)
        return cast("Appended", await self._writer.submit(append))

    async def read(self, table: str, since: int = 0, limit: int = 1000) -> list[EventRow]:
        """Read the events of a table after number `since`; none if there is no such table."""
        if not is_storable(table):
            return []
        known = min(max(since, 0), MAX_NUMBER)
        return await self._reader.run(lambda c: _reader.read_events(c, table, known, limit))

    async def table(self, table: str) -> TableRow | None:
        """Read the row of a table."""
        if not is_storable(table):
            return None
        return await self._reader.run(lambda c: _reader.read_table(c, table))

    async def recent(self, device: str, limit: int = 20, prefix: str = "") -> list[TableRow]:
        """Read the tables of a device, the most recently used first.

        `prefix` is how the names of other logs begin: those are read instead.
        """
        if not is_storable(device, prefix):
            return []
        return await self._reader.run(lambda c: _reader.recent_tables(c, device, limit, prefix))

    async def daily_totals(self, limit: int) -> list[DayRow]:
        """Read how the last deals of the day went, the latest first."""
        return await self._reader.run(lambda c: _reader.read_daily_totals(c, limit))

    async def ahead(self, numbers: Mapping[str, int]) -> list[str]:
        """Find the tables that have events after these numbers, the last ones known."""
        known = json.dumps(numbers)
        return await self._reader.run(lambda c: _reader.tables_ahead(c, known))

    async def due(self, before: int, limit: int = 100) -> list[DueRow]:
        """Read what is due before a time in milliseconds, the earliest first."""
        return await self._reader.run(lambda c: _leases.read_due(c, before, limit))

    async def claim(self, now: int, lease: int, limit: int = 100) -> list[DueRow]:
        """Lease what is due: no other node gets it for `lease` milliseconds.

        What is not settled by then, by an append that replaces or removes it, can be claimed again.
        SQLite uses `now`; PostgreSQL uses its own clock, the same for all nodes.
        """
        if not await self._reader.run(partial(_leases.has_claimable, now=now)):
            return []  # the usual case, in which no writer has to wait
        job = partial(_leases.claim, now=now, lease=lease, limit=limit)
        return cast("list[DueRow]", await self._writer.submit(job))

    async def take(self, now: int, lease: int, table: str) -> bool:
        """Lease what is due at one table, even before its time, unless another node has it."""
        if not is_storable(table):
            return False
        job = partial(_leases.take, now=now, lease=lease, table=table)
        return cast("bool", await self._writer.submit(job))

    async def renew(self, now: int, lease: int, numbers: Mapping[str, int]) -> None:
        """Renew the leases at these tables for `lease` milliseconds.

        Each number is that of the last event that the caller knows: where a table has more events,
        another node has taken over.
        """
        job = partial(_leases.renew, now=now, lease=lease, numbers=numbers)
        await self._writer.submit(job)

    async def correct_times(self, now: int, lease: int, ahead: Mapping[str, int]) -> None:
        """Correct times that are further ahead than they can be: such work is due now.

        `lease` and `ahead` (by kind) are the limits, in milliseconds. Without this, everybody would
        have to wait after a clock was set back.
        """
        bounds = _leases.MaxAhead(lease, ahead)
        if await self._reader.run(partial(_leases.has_wrong_times, now=now, bounds=bounds)):
            await self._writer.submit(partial(_leases.correct_times, now=now, bounds=bounds))

    async def time_ms(self) -> int | None:
        """Read the clock of a PostgreSQL server; None for SQLite, which has none."""
        return await self._reader.run(_leases.read_time_ms)

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Read a secret of the server; the first node that asks for it makes it."""
        found = await self._reader.run(lambda c: _reader.read_secret(c, name))
        if found is not None:
            return found
        job = partial(create_secret, name=name, value=make())
        return cast("bytes", await self._writer.submit(job))

    async def token(self, fingerprint: str) -> TokenRow | None:
        """Read the token with this SHA-256, even a revoked one."""
        return await self._reader.run(lambda c: _reader.read_token(c, fingerprint))

    async def valid_tokens(self, ids: Sequence[str]) -> frozenset[str]:
        """Find those of some tokens that are not revoked."""
        return await self._reader.run(lambda c: _reader.read_valid_tokens(c, ids))

    async def clean_up(self, now: int, policy: Policy) -> Cleanup:
        """Mark old tables, and delete those that were marked a day ago or earlier."""
        return await clean_up(self._reader, self._writer, now, policy)

    async def touch(self, tables: Sequence[str], now: int) -> None:
        """Keep tables from being deleted as old although nothing happens there."""
        known = [table for table in tables if is_storable(table)]
        for first in range(0, len(known), TOUCHES_PER_TRANSACTION):
            some = known[first : first + TOUCHES_PER_TRANSACTION]
            await self._writer.submit(partial(deleting.touch, ids=some, now=now))

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


def watch_file(path: Path, configured: Path | None) -> FileWatch:
    """Start to watch a file; from now on other processes see that it is in use."""
    try:
        return FileWatch(path, configured)
    except (sqlite3.Error, OSError) as error:
        raise store_error(error, path) from error

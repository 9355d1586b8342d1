"""The store of a server: its one door to the database."""

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

from punto.server.store import chores, deleting, questions
from punto.server.store.address import file_of, name_of, url_of
from punto.server.store.append import LARGEST, Append, Appended, is_storable, refuse_unstorable
from punto.server.store.checking import check_pages, check_rows
from punto.server.store.committer import Committer
from punto.server.store.engines import PATIENCE, reading, writing
from punto.server.store.errors import told
from punto.server.store.file_watch import FileWatch
from punto.server.store.migrate import prepare
from punto.server.store.place import refuse_unreadable
from punto.server.store.reader import Reader
from punto.server.store.rows import DueRow, Entry, TableRow
from punto.server.store.tidying import Policy, Tidied, tidy
from punto.server.store.watch import Nobody, Watch
from punto.server.store.writer import Writer

TOUCHED_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class Limits:
    """How much may wait, and for how long."""

    appends: int = 10_000
    reads: int = 10_000
    readers: int = 2
    """Threads that read."""
    patience: float = PATIENCE
    """Seconds to wait for a lock that another process holds, or for a server that is away."""
    longest: float = 12.0
    """Seconds after which everybody has an answer, whatever the database does."""


@dataclass
class Store:
    """The log of all tables, in a file or on a PostgreSQL server; `async with` opens it.

    It belongs to the event loop that opened it.
    """

    address: str | Path
    limits: Limits = field(default_factory=Limits)
    watch: Watch = field(default_factory=Nobody)
    file: FileWatch | None = field(default=None, init=False)
    """What watches over the file of an SQLite database, from `open` on."""

    async def open(self) -> None:
        """Make or migrate the database if need be, and begin to serve."""
        url, limits = url_of(self.address), self.limits
        path = file_of(url)
        if path is not None and refuse_unreadable(path):
            await asyncio.to_thread(check_pages, path, limits.patience)
        await asyncio.to_thread(prepare, url, patience=limits.patience)
        if path is not None:
            await asyncio.to_thread(check_rows, path)
            self.file = await asyncio.to_thread(watched, path, name_of(url))
        readers, writer = (
            reading(url, limits.readers, limits.patience),
            writing(url, limits.patience),
        )
        if self.file:
            for engine in (readers, writer):
                event.listen(engine, "connect", self.file.check)
        self._reader = Reader(
            readers, limits.readers, limits.reads, limits.patience, limits.longest, self.file
        )
        try:
            await self.due(0, 1)
            committer = Committer(writer, self.watch, limits.patience)
            self._writer = Writer(committer, limits.appends, limits.longest, self.file)
        except BaseException:
            self._reader.close()
            self._let_go()
            raise

    def _let_go(self) -> None:
        if self.file:
            self.file.close()

    async def close(self, timeout: float = 4.0) -> None:
        """Store what was accepted, for so many seconds at most, and let go of the database."""
        await self._writer.close(timeout)
        await asyncio.to_thread(self._reader.close)
        await asyncio.to_thread(self._let_go)

    async def append(self, append: Append) -> Appended:
        """Put events at the end of a table's log; they are on the disk when this returns.

        Raises ConflictError where the table has gone on without the caller, and StoreError with
        the codes `busy`, `closed`, `disk-full`, `store-unavailable` or `unstorable`: nothing was
        stored. After `store-in-doubt` it may be stored all the same: read the log again.
        """
        refuse_unstorable(append)
        return cast("Appended", await self._writer.submit(append))

    async def read(self, table: str, since: int = 0, limit: int = 1000) -> list[Entry]:
        """Read the events of a table after a number; none if there is no such table."""
        if not is_storable(table):
            return []
        known = min(max(since, 0), LARGEST)
        return await self._reader.ask(lambda c: questions.log(c, table, known, limit))

    async def table(self, table: str) -> TableRow | None:
        """Read how a table stands."""
        if not is_storable(table):
            return None
        return await self._reader.ask(lambda c: questions.table(c, table))

    async def recent(self, device: str, limit: int = 20) -> list[TableRow]:
        """Read the tables of a device, those first where it was last."""
        if not is_storable(device):
            return []
        return await self._reader.ask(lambda c: questions.recent(c, device, limit))

    async def due(self, before: int, limit: int = 100) -> list[DueRow]:
        """Read what is due before a time in milliseconds; what was due first comes first."""
        return await self._reader.ask(lambda c: questions.due(c, before, limit))

    async def claim(self, now: int, lease: int, limit: int = 100) -> list[DueRow]:
        """Take what is due, to see to it: nobody else gets it for so many milliseconds.

        What is not settled by then, by an append that replaces or removes it, is handed out
        again. On SQLite `now` counts; PostgreSQL goes by its own clock, the same for all nodes.
        """
        if not await self._reader.ask(partial(questions.is_claimable, now=now)):
            return []  # as nearly always, and nobody who writes had to wait for it
        job = partial(chores.claim, now=now, lease=lease, limit=limit)
        return cast("list[DueRow]", await self._writer.submit(job))

    async def take(self, now: int, lease: int, table: str) -> bool:
        """Take what is due at one table, also before its time, unless somebody else has it."""
        if not is_storable(table):
            return False
        job = partial(chores.take, now=now, lease=lease, table=table)
        return cast("bool", await self._writer.submit(job))

    async def renew(self, now: int, lease: int, numbers: Mapping[str, int]) -> None:
        """Keep what is due at these tables for so many milliseconds more.

        The number is that of the last event that the caller knows: a table that has gone on is
        somebody else's by now.
        """
        job = partial(chores.renew, now=now, lease=lease, numbers=numbers)
        await self._writer.submit(job)

    async def settle(self, now: int, lease: int, ahead: Mapping[str, int]) -> None:
        """Let what is due be done now if it is further ahead than its kind can be.

        `lease` and `ahead` are milliseconds. A clock that was set back would have everybody wait.
        """
        rules = chores.Plausible(lease, ahead)
        if await self._reader.ask(partial(chores.is_unsettled, now=now, rules=rules)):
            await self._writer.submit(partial(chores.settle, now=now, rules=rules))

    async def time_ms(self) -> int | None:
        """Read the clock of a PostgreSQL server; a file has none."""
        return await self._reader.ask(questions.time_ms)

    async def ahead(self, numbers: Mapping[str, int]) -> list[str]:
        """Find the tables that have gone on since the events of which these are the numbers."""
        known = json.dumps(numbers)
        return await self._reader.ask(lambda c: questions.ahead(c, known))

    async def secret(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Read a secret of the server; the first who asks, of all nodes, makes it."""
        found = await self._reader.ask(lambda c: questions.secret(c, name))
        if found is not None:
            return found
        value = make()
        statements = self._writer.committer.statements
        keep = partial(chores.keep_secret, statements=statements, name=name, value=value)
        return cast("bytes", await self._writer.submit(keep))

    async def tidy(self, now: int, policy: Policy) -> Tidied:
        """Mark old tables, and delete those that were marked a day ago or earlier."""
        return await tidy(self._reader, self._writer, now, policy)

    async def touch(self, tables: Sequence[str], now: int) -> None:
        """Keep tables from being deleted as old, though nothing happens there."""
        known = [table for table in tables if is_storable(table)]
        for first in range(0, len(known), TOUCHED_AT_ONCE):
            some = known[first : first + TOUCHED_AT_ONCE]
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


def watched(path: Path, name: Path | None) -> FileWatch:
    """Begin to watch a file; from now on others see that it is in use."""
    try:
        return FileWatch(path, name)
    except (sqlite3.Error, OSError) as error:
        raise told(error, path) from error

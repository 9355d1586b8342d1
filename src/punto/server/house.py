"""The house: all that a running server has, put together and taken apart."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from punto.server.budget import Budget
from punto.server.bus.bus import Bus
from punto.server.bus.opening import bus_of
from punto.server.clock import Clock, keep_time
from punto.server.config import Config
from punto.server.identity import Identity
from punto.server.listening import url
from punto.server.live import news
from punto.server.live.attendant import attend
from punto.server.live.file_alarm import watch_file
from punto.server.live.hub import Hub
from punto.server.live.limits import Limits
from punto.server.live.loading import Loading
from punto.server.live.services import Services
from punto.server.live.thinkers import Thinkers
from punto.server.live.touch import keep_in_touch
from punto.server.memory import MemoryWatch
from punto.server.metrics import Metrics
from punto.server.qr_codes import QrCodes
from punto.server.rates import Rates
from punto.server.replays import Replays
from punto.server.store.address import file_of, url_of
from punto.server.store.errors import StoreError
from punto.server.store.place import make_folder, refuse_unusable
from punto.server.store.server_lock import ServerLock
from punto.server.store.store import Store
from punto.server.tidying import keep_tidy

log = logging.getLogger("punto.house")

HOUR = 3600
DAY_SECONDS = 24 * HOUR
KEY_BYTES = 32

CLOSING_SECONDS = 1.5
"""How long the store may take to write what it has accepted when the server stops."""

AGAIN = 1.0
"""Seconds after which work is begun again that broke off."""

Work = Callable[[], Coroutine[Any, Any, None]]


class House:
    """The store, the tables, the bots and what watches over them."""

    bus: Bus
    hub: Hub
    identity: Identity
    store: Store

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.clock = Clock()
        self.limits = Limits(config)
        self.budget = Budget(config)
        self.cookies_of_device = Rates(1 / DAY_SECONDS, 1)
        self.memory = MemoryWatch(config.memory_limit_mb, self.metrics)
        self.replays = Replays()
        self.qr_codes = QrCodes(config)
        self.memory.child_pid = lambda: self.replays.child.pid
        self._lock: ServerLock | None = None
        self._opened = AsyncExitStack()
        """How to close all that is open, in the order in which it was opened."""

    async def open(self) -> None:
        """Open the database, and begin to attend to what is due.

        Every part goes onto a stack when it is open. If a later one fails, the stack closes those
        before it, the last one first; `close` does the same.
        """
        async with AsyncExitStack() as opened:
            await self._open(opened)
            self._opened = opened.pop_all()

    async def _open(self, opened: AsyncExitStack) -> None:
        new_file = await asyncio.to_thread(self._claim_file)
        opened.callback(self._release_file)
        self.store = Store(self.config.database_address, watch=self.metrics)
        await self.store.open()
        opened.push_async_callback(self.store.close, timeout=CLOSING_SECONDS)
        opened.push_async_callback(self.replays.close)
        if self._lock is not None:
            await asyncio.to_thread(self._lock.note_database)
        if new_file and self.config.database:  # a path that somebody mistyped, perhaps
            log.info("%s: a new database was made", new_file)
        await self.clock.follow(self.store)
        key = self.config.secret_key
        secret = key.get_secret_value().encode() if key else await self._own_key()
        self.identity = Identity(secret)
        self.thinkers = Thinkers(self.config.thinker_count, self.metrics)
        opened.callback(self.thinkers.close)
        self.bus = bus_of(self.config.bus, await self._namespace(), self.metrics)
        self.hub = Hub(
            Services(
                self.config,
                self.store,
                self.bus,
                self.thinkers,
                self.metrics,
                self.clock,
                self.limits,
                Loading(self.config, self.budget),
            )
        )
        await self.bus.open(self.hub)
        opened.push_async_callback(self.bus.close)
        opened.callback(self.bus.say, news.NODES, news.GONE)
        work: list[Work] = [
            partial(keep_time, self.clock, self.store),
            partial(attend, self.hub),
            partial(keep_tidy, self.config, self.store, self.clock, self.hub, self.replays.forget),
            self.memory.watch,
        ]
        if self.store.file is not None:
            work.append(partial(watch_file, self.store.file, self.hub, self._file_changed))
        if not self.bus.is_alone:
            work.append(partial(keep_in_touch, self.hub))
        for one in work:
            opened.push_async_callback(end, asyncio.create_task(self._keep_at(one)))
        opened.callback(self.hub.stop)

    def _claim_file(self) -> Path | None:
        """Have an SQLite file for this server alone; give it if it is yet to be made."""
        config = self.config
        file = file_of(url_of(config.database_address))
        if file is None:
            return None
        make_folder(file)
        refuse_unusable(file)
        is_new = not file.exists()
        lock = ServerLock(file)
        lock.acquire(url(config.listening_host, config.port, config.base_path) * bool(config.port))
        self._lock = lock
        return file if is_new else None

    def _file_changed(self) -> None:
        """Keep the next start from applying the log to a file that was put in its place.

        If only SQLite's index was cut off, the log is whole, and the next start makes a new index:
        the process ends, as it would at the next access to the index.
        """
        if self.store.file is not None and self.store.file.is_index_lost:
            log.critical("%s-shm was cut off: start the server again", self.store.file.file)
            logging.shutdown()
            os._exit(1)
        if self._lock is not None:
            with suppress(OSError):
                self._lock.note_database(is_log_foreign=True)

    def _release_file(self) -> None:
        if self._lock is not None:
            self._lock.release()

    async def _keep_at(self, work: Work) -> None:
        """Begin work that has no end, and again if it ends all the same."""
        while True:
            try:
                await work()
            except Exception:
                self.metrics.errors.inc()
                log.exception("something that always has to be done broke off")
            await asyncio.sleep(AGAIN)

    async def _own_key(self) -> bytes:
        return await self.store.secret("cookies", lambda: secrets.token_bytes(KEY_BYTES))

    async def _namespace(self) -> str:
        """Name what all nodes on the same database have in common, and no others."""
        if not self.config.bus:
            return ""
        return (await self.store.secret("bus", lambda: secrets.token_bytes(8))).hex()

    async def stop(self) -> None:
        """Take nothing more, and tell everybody; they are gone when they have heard it."""
        self.hub.stop()
        while self.hub.connections:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Finish what is being written, and close everything."""
        await self._opened.aclose()

    async def trouble(self) -> str:
        """Name what keeps the server from doing its work just now, if anything does."""
        if self.hub.is_stopping:
            return "stopping"
        if self.memory.is_full:
            return "memory-full"
        try:
            await asyncio.wait_for(self.store.due(0, 1), 2)
        except StoreError as error:
            return error.code
        except TimeoutError:
            return "store-unavailable"
        return self.metrics.recent_failure()

    @property
    def handicap(self) -> str:
        """Name what makes the work harder, though it is done all the same."""
        return self.bus.trouble


async def end(task: asyncio.Task[None]) -> None:
    """Cancel a task, and wait until it has ended."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task

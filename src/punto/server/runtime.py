"""The runtime: all that a running server has, put together and taken apart."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from punto.server.bus.address import make_bus
from punto.server.bus.bus import Bus
from punto.server.config.settings import Config
from punto.server.device_cookie import DeviceCookie
from punto.server.limits.rate_limit import RateLimits
from punto.server.limits.request_budget import Budget
from punto.server.live import peer_messages
from punto.server.live.bot_pool import BotPool
from punto.server.live.clock import Clock, keep_time
from punto.server.live.due_worker import run_due_worker
from punto.server.live.file_alarm import watch_file
from punto.server.live.heartbeat import run_heartbeat
from punto.server.live.hub import Hub
from punto.server.live.loading import Loading
from punto.server.live.rate_limits import Limits
from punto.server.live.services import Services
from punto.server.maintenance.cleanup import run_cleanup
from punto.server.offload.qr_codes import QrCodes
from punto.server.offload.replays import Replays
from punto.server.process.memory import MemoryWatch
from punto.server.process.metrics import Metrics
from punto.server.store.errors import StoreError
from punto.server.store.location import database_file, make_folder, parse_address, refuse_unusable
from punto.server.store.server_lock import ServerLock
from punto.server.store.store import Store
from punto.server.transport.listening import url

log = logging.getLogger("punto.runtime")

HOUR = 3600
DAY_SECONDS = 24 * HOUR
KEY_BYTES = 32

AGAIN = 1.0
"""Seconds after which work is begun again that broke off."""

Work = Callable[[], Coroutine[Any, Any, None]]


class Runtime:
    """The store, the tables, the bots and what watches over them."""

    bus: Bus
    hub: Hub
    identity: DeviceCookie
    store: Store

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.clock = Clock()
        self.limits = Limits(config)
        self.budget = Budget(config)
        self.cookies_of_device = RateLimits(1 / DAY_SECONDS, 1)
        self.memory = MemoryWatch(config.memory_limit_mb, self.metrics)
        self.replays = Replays()
        self.qr_codes = QrCodes(config)
        self.memory.child_pid = lambda: self.replays.child.pid
        self._tasks: list[asyncio.Task[None]] = []
        self._lock: ServerLock | None = None

    async def open(self) -> None:
        """Open the database, and begin to attend to what is due."""
        new_file = await asyncio.to_thread(self._claim_file)
        self.store = Store(self.config.database_address, observer=self.metrics)
        try:
            await self.store.open()
        except BaseException:
            self._release_file()
            raise
        if self._lock is not None:
            await asyncio.to_thread(self._lock.note_database)
        if new_file and self.config.database:  # a path that somebody mistyped, perhaps
            log.info("%s: a new database was made", new_file)
        await self.clock.follow(self.store)
        key = self.config.secret_key
        secret = key.get_secret_value().encode() if key else await self._own_key()
        self.identity = DeviceCookie(secret)
        self.bot_pool = BotPool(self.config.bot_threads, self.metrics)
        self.bus = make_bus(self.config.bus, await self._namespace(), self.metrics)
        self.hub = Hub(
            Services(
                self.config,
                self.store,
                self.bus,
                self.bot_pool,
                self.metrics,
                self.clock,
                self.limits,
                Loading(self.config, self.budget),
            )
        )
        await self.bus.open(self.hub)
        work: list[Work] = [
            partial(keep_time, self.clock, self.store),
            partial(run_due_worker, self.hub),
            partial(
                run_cleanup, self.config, self.store, self.clock, self.hub, self.replays.forget
            ),
            self.memory.watch,
        ]
        if self.store.file is not None:
            work.append(partial(watch_file, self.store.file, self.hub, self._file_changed))
        if not self.bus.is_alone:
            work.append(partial(run_heartbeat, self.hub))
        self._tasks = [asyncio.create_task(self._keep_at(one)) for one in work]

    def _claim_file(self) -> Path | None:
        """Have an SQLite file for this server alone; give it if it is yet to be made."""
        config = self.config
        file = database_file(parse_address(config.database_address))
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
        while self.hub.clients:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Finish what is being written."""
        self.hub.stop()
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.bus.say(peer_messages.NODES, peer_messages.GONE)
        await self.bus.close()
        self.bot_pool.close()
        await self.replays.close()
        await self.store.close(timeout=1.5)
        self._release_file()

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

"""The runtime: everything a running server needs, opened and closed together."""

import asyncio
import logging
import os
import secrets
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

from punto.server.bus.address import make_bus
from punto.server.bus.bus import Bus
from punto.server.config.settings import Config
from punto.server.device_cookie import DeviceCookie
from punto.server.limits.fair_queue import FairSlots
from punto.server.limits.rate_limit import RateLimits
from punto.server.limits.request_budget import Budget
from punto.server.live import peer_messages
from punto.server.live.bot_pool import BotPool
from punto.server.live.clock import Clock, keep_time
from punto.server.live.due_worker import run_due_worker
from punto.server.live.file_alarm import watch_file
from punto.server.live.hub import Hub
from punto.server.live.loading import Loading
from punto.server.live.node_heartbeat import run_heartbeat
from punto.server.live.programs import Programs
from punto.server.live.rate_limits import Limits
from punto.server.live.services import Services
from punto.server.maintenance.cleanup import run_cleanup
from punto.server.offload.analyses import Analyses
from punto.server.offload.analyst_pool import AnalystPool
from punto.server.offload.comparisons import Comparisons
from punto.server.offload.previews import Previews
from punto.server.offload.qr_codes import QrCodes
from punto.server.offload.replays import Replays
from punto.server.process.memory import MemoryWatch
from punto.server.process.metrics import Metrics
from punto.server.store.errors import StoreError
from punto.server.store.location import database_file, make_folder, parse_address, refuse_unusable
from punto.server.store.server_lock import ServerLock
from punto.server.store.store import Store
from punto.server.transport.listening import local_url

log = logging.getLogger("punto.runtime")

HOUR_SECONDS = 3600
DAY_SECONDS = 24 * HOUR_SECONDS
KEY_BYTES = 32

CLOSE_STORE_SECONDS = 1.5
"""How long closing waits for what is being written."""

RESTART_AFTER_SECONDS = 1.0
"""How long to wait before restarting a background job that failed."""

ARCHIVES_WAITING, ARCHIVES_WAITING_PER_ADDRESS = 16, 2
"""Requests for archives that may wait while one is packed: each holds hundreds of records."""

Job = Callable[[], Coroutine[Any, Any, None]]


class Runtime:
    """The store, the tables, the bots, the limits and the background jobs."""

    bus: Bus
    hub: Hub
    programs: Programs
    device_cookie: DeviceCookie
    store: Store

    def __init__(self, config: Config) -> None:
        self.config = config
        self.metrics = Metrics()
        self.clock = Clock()
        self.limits = Limits(config)
        self.budget = Budget(config)
        self.cookie_renewals = RateLimits(1 / DAY_SECONDS, 1)
        self.memory = MemoryWatch(config.memory_limit_mb, self.metrics)
        self.replays = Replays()
        self.qr_codes = QrCodes(config)
        self.previews = Previews()
        self.analyses = Analyses(
            AnalystPool(
                config.analysis_process_count,
                are_bots_thinking=lambda: self.bot_pool.is_busy,
                charge=self.limits.charge_analysis,
            )
        )
        self.comparisons = Comparisons(self.limits.charge_analysis)
        self.archive_slots = FairSlots(
            1,
            waiting=ARCHIVES_WAITING,
            waiting_per_device=ARCHIVES_WAITING_PER_ADDRESS,
            waiting_per_address=ARCHIVES_WAITING_PER_ADDRESS,
        )
        self.memory.child_pids = self._child_pids
        self._lock: ServerLock | None = None
        self._opened = AsyncExitStack()
        """Closes everything that is open, the last one first."""

    async def open(self) -> None:
        """Open the database and the bus, and start the background jobs.

        Every part goes onto a stack once it is open. If a later one fails, the stack closes those
        before it, the last one first; `close` does the same.
        """
        async with AsyncExitStack() as opened:
            await self._open(opened)
            self._opened = opened.pop_all()

    async def _open(self, opened: AsyncExitStack) -> None:
        new_file = await asyncio.to_thread(self._lock_database_file)
        opened.callback(self._unlock_database_file)
        self.store = Store(self.config.database_address, observer=self.metrics)
        await self.store.open()
        opened.push_async_callback(self.store.close, timeout=CLOSE_STORE_SECONDS)
        opened.push_async_callback(self.replays.close)
        opened.push_async_callback(self.previews.close)
        opened.push_async_callback(self.analyses.close)
        if self._lock is not None:
            await asyncio.to_thread(self._lock.note_database)
        if new_file and self.config.database:  # perhaps a mistyped path
            log.info("created a new database: %s", new_file)
        self.programs = Programs(self.store, self.budget)
        await self.clock.follow(self.store)
        key = self.config.secret_key
        secret = key.get_secret_value().encode() if key else await self._load_cookie_key()
        self.device_cookie = DeviceCookie(secret)
        self.bot_pool = BotPool(self.config.bot_thread_count, self.metrics)
        opened.callback(self.bot_pool.close)
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
        opened.push_async_callback(self.bus.close)
        opened.callback(self.bus.publish, peer_messages.NODES, peer_messages.GONE)
        jobs: list[Job] = [
            partial(keep_time, self.clock, self.store),
            partial(run_due_worker, self.hub),
            partial(
                run_cleanup, self.config, self.store, self.clock, self.hub, self._forget_deleted
            ),
            self.memory.watch,
            partial(self.programs.watch, lambda: self.hub.clients),
        ]
        if self.store.file is not None:
            jobs.append(partial(watch_file, self.store.file, self.hub, self._file_changed))
        if not self.bus.is_alone:
            jobs.append(partial(run_heartbeat, self.hub))
        for job in jobs:
            opened.push_async_callback(cancel, asyncio.create_task(self._run_forever(job)))
        opened.callback(self.hub.stop)

    def _child_pids(self) -> list[int]:
        children = (self.replays.child, self.previews.child, *self.analyses.pool.children)
        return [child.pid for child in children if child.pid is not None]

    def _forget_deleted(self) -> None:
        """Clear what is cached of finished matches, after tables were deleted."""
        self.replays.forget()
        self.analyses.forget()

    def _lock_database_file(self) -> Path | None:
        """Lock the SQLite file for this server alone; return its path if it does not exist yet."""
        config = self.config
        file = database_file(parse_address(config.database_address))
        if file is None:
            return None
        make_folder(file)
        refuse_unusable(file)
        is_new = not file.exists()
        lock = ServerLock(file)
        lock.acquire(
            local_url(config.listening_host, config.port, config.base_path) * bool(config.port)
        )
        self._lock = lock
        return file if is_new else None

    def _file_changed(self) -> None:
        """Keep the next start from applying the write-ahead log to a file that replaced ours.

        If only SQLite's index (`-shm`) was truncated, the log is intact and the next start builds a
        new index. The process exits, as it would crash at the next access to the index.
        """
        if self.store.file is not None and self.store.file.is_index_lost:
            log.critical("%s-shm was truncated: exiting; restart the server", self.store.file.file)
            logging.shutdown()
            os._exit(1)
        if self._lock is not None:
            with suppress(OSError):
                self._lock.note_database(is_log_foreign=True)

    def _unlock_database_file(self) -> None:
        if self._lock is not None:
            self._lock.release()

    async def _run_forever(self, job: Job) -> None:
        """Run a background job, and restart it if it fails or returns."""
        while True:
            try:
                await job()
            except Exception:
                self.metrics.errors.inc()
                log.exception("background job %s failed; restarting it", job_name(job))
            await asyncio.sleep(RESTART_AFTER_SECONDS)

    async def _load_cookie_key(self) -> bytes:
        return await self.store.secret("cookies", lambda: secrets.token_bytes(KEY_BYTES))

    async def _namespace(self) -> str:
        """Return a namespace on the bus that only nodes with the same database share."""
        if not self.config.bus:
            return ""
        return (await self.store.secret("bus", lambda: secrets.token_bytes(8))).hex()

    async def stop(self) -> None:
        """Accept nothing more, send every client a farewell, and wait until all are gone."""
        self.hub.stop()
        self.analyses.stop()
        while self.hub.clients:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Stop the background jobs, finish what is being written, and close everything."""
        await self._opened.aclose()

    async def find_problem(self) -> str:
        """Return the code of what keeps the server from working now; empty if nothing does."""
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
    def degradation(self) -> str:
        """The code of a problem with which the server still works, such as a lost bus."""
        return self.bus.trouble


def job_name(job: Job) -> str:
    """Return the name of a background job for the log."""
    function = job.func if isinstance(job, partial) else job
    return getattr(function, "__qualname__", repr(function))


async def cancel(task: asyncio.Task[None]) -> None:
    """Cancel a background job, and wait until it has ended."""
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task

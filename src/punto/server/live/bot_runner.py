"""What happens at a table by itself: bots move, and the time to think ends."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import Literal

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import BusyError, Owner
from punto.server.live.journal import Journal
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.change import SERVER, Change
from punto.server.table.moves import lay
from punto.server.table.table import Table

log = logging.getLogger("punto.tables")

CLOCK_BOT = "medium"
"""Lays the card of a person whose time is over."""

GIVE_UP = 5
"""After so many failures in a row a bot is not tried again until somebody comes."""

Author = Literal["bot", "clock"]
Job = tuple[Table, str, Author]
"""At which table which bot is to lay a card, and for whom."""

running: set[asyncio.Task[None]] = set()
"""Keeps tasks from being forgotten before they are done."""


class BotRunner:
    """Lets one bot at a time think for a table, as long as it is the turn of one."""

    def __init__(
        self,
        journal: Journal,
        lock: asyncio.Lock,
        current: Callable[[], Awaitable[Table]],
        carry_out: Callable[[Change], Awaitable[None]],
        falls_asleep: Callable[[Table], Awaitable[bool]],
        owner: Callable[[Table], Owner],
        using: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.journal, self.lock, self.owner, self.using = journal, lock, owner, using
        self.current, self.carry_out, self.falls_asleep = current, carry_out, falls_asleep
        self.is_thinking = False

    def wake(self, table: Table, *, time_is_over: bool = False) -> None:
        """Let a bot think, if it is the turn of one, or of a person whose time is over."""
        job = job_of(table, time_is_over)
        if job is not None and not self.is_thinking:
            self.is_thinking = True
            in_use = ExitStack()
            in_use.enter_context(self.using())  # at once: the task may begin when all are gone
            task = asyncio.get_running_loop().create_task(self._think(job, in_use))
            running.add(task)
            task.add_done_callback(running.discard)

    async def _think(self, job: Job | None, in_use: ExitStack) -> None:
        with in_use:
            try:
                while job is not None:
                    job = await self._move(*job)
            except ConflictError:
                pass  # another node was faster, and sees to what follows
            except BusyError:
                pass  # the turn stays due, and the attendant tries again
            except StoreError as error:
                # What is due stays due: it is tried again.
                log.warning("table %s: a bot could not move: %s", self.journal.code, error)
            except Exception as error:
                self.journal.forget()
                if not isinstance(error, PuntoError):
                    self.journal.services.metrics.errors.inc()
                log.exception("table %s: a bot could not move", self.journal.code)
                await self._back_off()
            finally:
                self.is_thinking = False

    async def _back_off(self) -> None:
        """Count a failure; what fails again and again is given up until somebody comes."""
        code, setbacks = self.journal.code, self.journal.services.setbacks
        setbacks[code] += 1
        if setbacks[code] >= GIVE_UP:
            del setbacks[code]
            log.error("table %s: its bot is not tried again until somebody comes", code)
            with suppress(PuntoError):
                async with self.lock:
                    await self.journal.park()

    async def _move(self, table: Table, bot: str, author: Author) -> Job | None:
        """Lay a card, if the match still waits for that; then tell who is next."""
        match, number = table.match, table.turn_number
        assert match is not None
        view = match.view(match.seat)
        cell = await self.journal.services.bot_pool.choose(bot, view, self.owner(table))
        async with self.lock:
            table = await self.current()
            seat = table.to_move
            still = table.turn_number == number and seat is not None
            if still and seat is not None and bool(seat.bot) == (author == "bot"):
                assert table.match is not None
                assert view.seat is not None
                change = Change(table, SERVER, self.journal.services.now())
                lay(change, table.match, view.seat, cell, author)
                await self.carry_out(change)
                self.journal.services.setbacks.pop(self.journal.code, None)
            job = job_of(table, time_is_over=False) if self.journal.is_ours(table) else None
            return None if job is None or await self.falls_asleep(table) else job


def job_of(table: Table, time_is_over: bool) -> Job | None:
    """Find the bot that is to lay a card, and for whom."""
    seat = table.to_move
    if seat is None:
        return None
    if seat.bot:
        return table, seat.bot, "bot"
    return (table, CLOCK_BOT, "clock") if time_is_over else None

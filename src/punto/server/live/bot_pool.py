"""Where bots choose: in a pool of threads, so that they do not block the event loop.

The levels that do not search are an exception. Compiled, most of them take less time than it would
to hand the choice to a thread and back, and would hold the interpreter there, too.
"""

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random, SystemRandom

from punto.bots import Bot, all_bots, bot_named
from punto.bots.levels import LEVELS
from punto.rules.cell import Cell
from punto.rules.kernel import COMPILED
from punto.rules.view import View
from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.process.metrics import Metrics

log = logging.getLogger("punto.bots")

MAX_WAITING, MAX_WAITING_PER_ADDRESS, MAX_WAITING_PER_DEVICE = 4096, 256, 32
"""Bots in the queue at a time. The turn of a bot beyond that stays due, and is retried in 2 s."""

FALLBACK_BOT = "random"
"""The bot that chooses if another one fails or is no longer installed."""

QUICK_BOTS = frozenset(level.name for level in LEVELS if COMPILED and not level.simulations)
"""The bots that choose on the event loop."""


class BotPool:
    """A fixed number of threads behind a fair queue.

    A table asks for one choice at a time. The work is queued under the host of the table, so that
    one person's bots do not hold up those of others.
    """

    def __init__(self, count: int, metrics: Metrics) -> None:
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="punto-thinker")
        self.slots = FairSlots(
            count,
            waiting=MAX_WAITING,
            waiting_per_device=MAX_WAITING_PER_DEVICE,
            waiting_per_address=MAX_WAITING_PER_ADDRESS,
        )
        self.metrics = metrics
        self.chance = SystemRandom()
        self._ready: set[tuple[str, str]] = set()
        """Quick bots, each with a mode that it has chosen in before: its network is in memory."""

    async def choose(self, name: str, view: View, owner: Owner, seed: int | None = None) -> Cell:
        """Let a bot choose a cell for the card in hand, queued under an owner.

        With a seed, the same view gets the same cell on every machine, however long that takes.
        Raises BusyError if too many bots of the owner's device or address are waiting.
        """
        began = time.perf_counter()
        self.metrics.bot_queue.inc()
        try:
            async with self.slots.slot(owner) as slot:
                drawn = self.chance.getrandbits(64) if seed is None else seed
                arguments = name, view, drawn, seed is not None
                use = name, view.position.mode.name
                if use in self._ready:
                    # Entering the slot gave the loop a turn, so it is never blocked for longer than
                    # a few choices.
                    cell, slot.seconds = _choose_timed(*arguments)
                    return cell
                cell, slot.seconds = await asyncio.get_running_loop().run_in_executor(
                    self.pool, _choose_timed, *arguments
                )
                if name in QUICK_BOTS:
                    self._ready.add(use)
                return cell
        finally:
            self.metrics.bot_queue.dec()
            self.metrics.thought.observe(time.perf_counter() - began)

    @property
    def is_busy(self) -> bool:
        """Whether a bot is thinking, or waits for a thread."""
        return self.slots.everybody.running > 0 or self.slots.everybody.waiting > 0

    def close(self) -> None:
        """Cancel all waiting choices, and do not wait for running ones."""
        self.slots.close()
        self.pool.shutdown(wait=False, cancel_futures=True)


def _choose_timed(name: str, view: View, seed: int, is_fixed: bool) -> tuple[Cell, float]:
    """Choose a cell, and return it with the CPU seconds that it took."""
    began = time.thread_time()
    cell = _choose(name, view, seed, is_fixed)
    return cell, time.thread_time() - began


def _choose(name: str, view: View, seed: int, is_fixed: bool) -> Cell:
    """Choose a legal cell, even if the bot, which may be from another package, misbehaves.

    If the seed is fixed, the cell follows from it alone, and not from how fast the machine is.
    """
    bot: Bot = all_bots().get(name) or bot_named(FALLBACK_BOT)
    try:
        cell = (bot.choose_by_seed if is_fixed else bot.choose)(view, Random(seed))
        if cell in view.legal_cells:
            return cell
        log.error("bot %s chose an illegal cell: a random bot plays this card", name)
    except BaseException:  # a bot that calls sys.exit must not stop the server
        log.exception("bot %s failed: a random bot plays this card", name)
    return bot_named(FALLBACK_BOT).choose(view, Random(seed))

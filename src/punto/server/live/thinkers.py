"""Thinkers: the threads in which bots choose, so that no person ever waits for them."""

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random, SystemRandom

from punto.bots import Bot, all_bots, bot_named
from punto.rules.cell import Cell
from punto.rules.view import View
from punto.server.metrics import Metrics

log = logging.getLogger("punto.bots")

FALLBACK = "random"
"""Plays for a bot that fails, or that is not installed any more."""


class Thinkers:
    """A fixed number of threads, and one queue.

    A table asks for one choice at a time, so that the queue gives every table its turn.
    """

    def __init__(self, count: int, metrics: Metrics) -> None:
        self.pool = ThreadPoolExecutor(count, thread_name_prefix="punto-thinker")
        self.metrics = metrics
        self.chance = SystemRandom()

    async def choose(self, name: str, view: View) -> Cell:
        """Let a bot choose a cell for the card in hand."""
        began = time.perf_counter()
        self.metrics.bot_queue.inc()
        try:
            loop, seed = asyncio.get_running_loop(), self.chance.getrandbits(64)
            return await loop.run_in_executor(self.pool, choice, name, view, seed)
        finally:
            self.metrics.bot_queue.dec()
            self.metrics.thought.observe(time.perf_counter() - began)

    def close(self) -> None:
        """Let nobody wait for thoughts that are not needed any more."""
        self.pool.shutdown(wait=False, cancel_futures=True)


def choice(name: str, view: View, seed: int) -> Cell:
    """Choose a legal cell, whatever a bot from another package does."""
    bot: Bot = all_bots().get(name) or bot_named(FALLBACK)
    try:
        cell = bot.choose(view, Random(seed))
        if cell in view.legal_cells:
            return cell
        log.error("bot %s chose an illegal cell", name)
    except BaseException:  # one that wants to exit would take the server with it
        log.exception("bot %s failed", name)
    return bot_named(FALLBACK).choose(view, Random(seed))

"""Turns: how many messages are begun in one turn of the event loop.

With hundreds of busy players every turn would otherwise begin hundreds of moves, and somebody who
joins, which takes a dozen turns, would wait for all of them a dozen times. So messages wait in a
queue, and each turn begins only as many as fit into `TURN_SECONDS`; everything else (new
connections, requests, joins, commits that are done) goes on in between.
"""

import asyncio
from collections import deque
from time import thread_time

TURN_SECONDS = 0.008
"""How much processor time a turn should take when there is more to do than fits into it."""

FEWEST, MOST = 8, 512
STEP = 4


class TurnQueue:
    """Wakes those who wait for their turn, first come, first served."""

    def __init__(self) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.per_turn = 32
        """How many fit into a turn; it adapts to what they cost."""
        self.begun = 0
        """How many were woken in this turn."""
        self.is_scheduled = False
        self.began_at = 0.0

    def put(self, waiter: "asyncio.Future[None]") -> None:
        """Wake somebody in this turn if there is room, or else in one of the next."""
        if not self.is_scheduled:
            self.is_scheduled = True
            self.began_at = 0.0
            asyncio.get_running_loop().call_soon(self._next_turn)
        self.waiting.append(waiter)
        self._wake()

    def _wake(self) -> None:
        while self.waiting and self.begun < self.per_turn:
            waiter = self.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                self.begun += 1

    def _next_turn(self) -> None:
        """Begin a turn, and make it shorter than the last one if that took too long."""
        now = thread_time()  # what other processes take does not count
        if self.began_at and now - self.began_at > TURN_SECONDS:
            self.per_turn = max(FEWEST, self.per_turn * 3 // 4)
        elif self.waiting:
            self.per_turn = min(MOST, self.per_turn + STEP)
        self.began_at, self.begun = now, 0
        self._wake()
        self.is_scheduled = self.begun > 0
        if self.is_scheduled:
            asyncio.get_running_loop().call_soon(self._next_turn)

"""Turns: how many messages are begun in one turn of the event loop.

With hundreds of busy players every turn would otherwise begin hundreds of moves, and somebody who
joins, which takes a dozen turns, would wait for all of them a dozen times. So messages wait in a
queue, and each turn begins only as many as fit into `TURN_SECONDS`; everything else (new
connections, requests, joins, commits that are done) goes on in between.
"""

import asyncio
from collections import deque
from time import perf_counter

TURN_SECONDS = 0.008
"""How long a turn should take when there is more to do than fits into it."""

FEWEST, MOST = 8, 512
STEP = 4


class TurnQueue:
    """Wakes those who wait for their turn, first come, first served."""

    def __init__(self) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.per_turn = 32
        self.is_scheduled = False
        self.began_at = 0.0

    def put(self, waiter: "asyncio.Future[None]") -> None:
        """Queue somebody, who is woken up in this turn or in one of the next."""
        self.waiting.append(waiter)
        if not self.is_scheduled:
            self.is_scheduled = True
            self.began_at = 0.0
            asyncio.get_running_loop().call_soon(self._wake)

    def _wake(self) -> None:
        """Wake as many as fit into a turn; adapt that number to how long the last turn took."""
        now = perf_counter()
        if self.began_at:
            if now - self.began_at > TURN_SECONDS:
                self.per_turn = max(FEWEST, self.per_turn * 3 // 4)
            else:
                self.per_turn = min(MOST, self.per_turn + STEP)
        self.began_at = now
        for _ in range(min(self.per_turn, len(self.waiting))):
            waiter = self.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
        self.is_scheduled = bool(self.waiting)
        if self.is_scheduled:
            asyncio.get_running_loop().call_soon(self._wake)

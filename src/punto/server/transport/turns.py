"""Fair scheduling: how many messages and requests start in one turn of the event loop.

Messages: with hundreds of busy players, every turn would start hundreds of moves. Joining a table
takes a dozen turns, so whoever joins would wait for all of them a dozen times. Therefore messages
wait in a queue, and a turn starts only as many as fit into `TURN_SECONDS`; everything else (new
connections, requests, joins, finished commits) runs in between.

Requests: one client with a hundred connections could start a hundred requests in every turn, and
everybody else would wait for them. Therefore requests and handshakes wait in one queue per address,
and each turn takes a few of them, one address after another (round robin).
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from time import thread_time

TURN_SECONDS = 0.008
"""Target for the processor time of a turn under load."""

MIN_PER_TURN, MAX_PER_TURN = 8, 512
PER_TURN_STEP = 4
"""How many messages start in one turn, and by how many that grows."""

REQUESTS_PER_TURN = 4
"""Requests that start in one turn: about two milliseconds of work."""


class MessageTurns:
    """Wakes the receivers of messages, first come, first served."""

    def __init__(self) -> None:
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.per_turn = 32
        """How many messages start in one turn; adapts to what they cost."""
        self.woken = 0
        """How many receivers were woken in this turn."""
        self.is_scheduled = False
        self.began_at = 0.0

    def put(self, waiter: "asyncio.Future[None]") -> None:
        """Wake a receiver in this turn if there is room, or else in a later one."""
        if not self.is_scheduled:
            self.is_scheduled = True
            self.began_at = 0.0
            asyncio.get_running_loop().call_soon(self._next_turn)
        self.waiting.append(waiter)
        self._wake()

    def _wake(self) -> None:
        while self.waiting and self.woken < self.per_turn:
            waiter = self.waiting.popleft()
            if not waiter.done():
                waiter.set_result(None)
                self.woken += 1

    def _next_turn(self) -> None:
        """Start a turn; allow fewer messages if the last one took too long, more if some wait."""
        now = thread_time()  # time used by other processes does not count
        if self.began_at and now - self.began_at > TURN_SECONDS:
            self.per_turn = max(MIN_PER_TURN, self.per_turn * 3 // 4)
        elif self.waiting:
            self.per_turn = min(MAX_PER_TURN, self.per_turn + PER_TURN_STEP)
        self.began_at, self.woken = now, 0
        self._wake()
        self.is_scheduled = self.woken > 0
        if self.is_scheduled:
            asyncio.get_running_loop().call_soon(self._next_turn)


Start = Callable[[], bool]
"""Starts a request and returns True, or returns False if its client is gone."""


class RequestTurns:
    """Starts requests, one address after another."""

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, deque[Start]] = OrderedDict()
        """Waiting requests by address; the first address is next."""
        self.left = REQUESTS_PER_TURN
        """How many more may start in this turn."""
        self.is_scheduled = False

    def put(self, address: str, start: Start) -> None:
        """Start a request now if none waits and this turn has room, or else queue it."""
        if not self.is_scheduled:
            self.is_scheduled = True
            self.left = REQUESTS_PER_TURN
            asyncio.get_running_loop().call_soon(self._next_turn)
        if self.left and not self.waiting:
            self.left -= start()
        else:
            self.waiting.setdefault(address, deque()).append(start)

    def _next_turn(self) -> None:
        self.left = REQUESTS_PER_TURN
        while self.waiting and self.left:
            address, queue = self.waiting.popitem(last=False)
            start = queue.popleft()
            if queue:
                self.waiting[address] = queue
            self.left -= start()
        self.is_scheduled = self.left < REQUESTS_PER_TURN
        if self.is_scheduled:
            asyncio.get_running_loop().call_soon(self._next_turn)

"""Turns: how many messages and requests begin in one turn of the event loop.

With hundreds of busy players every turn would otherwise begin hundreds of moves, and somebody who
joins, which takes a dozen turns, would wait for all of them a dozen times. So messages wait in a
queue, and each turn begins only as many as fit into `TURN_SECONDS`; everything else (new
connections, requests, joins, commits that are done) goes on in between.

One visitor with a hundred connections could otherwise begin a hundred requests in every turn, and
all who play or come would wait for them. So requests and handshakes wait in a queue for each
address, and each turn begins the next one of some addresses, in rotation.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
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


REQUESTS_PER_TURN = 4
"""About two milliseconds of work."""

Begin = Callable[[], bool]
"""Begins a request, or tells that nobody waits for it any more."""


class RequestTurns:
    """Begins requests, the addresses one after the other."""

    def __init__(self) -> None:
        self.waiting: OrderedDict[str, deque[Begin]] = OrderedDict()
        """What waits, by address; the address that comes next is the first."""
        self.left = REQUESTS_PER_TURN
        """How many more may begin in this turn."""
        self.is_scheduled = False

    def put(self, address: str, begin: Begin) -> None:
        """Begin a request at once if nobody waits and this turn has room, or else in its turn."""
        if not self.is_scheduled:
            self.is_scheduled = True
            self.left = REQUESTS_PER_TURN
            asyncio.get_running_loop().call_soon(self._next_turn)
        if self.left and not self.waiting:
            self.left -= begin()
        else:
            self.waiting.setdefault(address, deque()).append(begin)

    def _next_turn(self) -> None:
        self.left = REQUESTS_PER_TURN
        while self.waiting and self.left:
            address, queue = self.waiting.popitem(last=False)
            begin = queue.popleft()
            if queue:
                self.waiting[address] = queue
            self.left -= begin()
        self.is_scheduled = self.left < REQUESTS_PER_TURN
        if self.is_scheduled:
            asyncio.get_running_loop().call_soon(self._next_turn)

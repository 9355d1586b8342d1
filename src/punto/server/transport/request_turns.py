"""Turns of requests: how many begin in one turn of the event loop, and whose.

One visitor with a hundred connections could otherwise begin a hundred requests in every turn, and
all who play or come would wait for them. So requests and handshakes wait in a queue for each
address, and each turn begins the next one of some addresses, in rotation.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable

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

"""Comparing positions that people ask about with the matches in play, in slices of the event loop.

A long record has thousands of positions, and each is compared with hundreds of matches, turned and
mirrored in all ways. It is done here because the matches are here, but a few milliseconds at a
time, for whoever has used the least time, and it is charged like an analysis.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from itertools import product
from time import thread_time
from typing import TypeVar

from punto.server.limits.fair_queue import FairSlots, Owner
from punto.server.table.resemblance import resembles, tops_at, tops_in_text
from punto.server.table.table import Table

SLICE_SECONDS = 0.002

WAITING, WAITING_PER_ADDRESS, WAITING_PER_DEVICE = 64, 16, 4
"""Requests that may wait for their turn; more are refused as busy."""

T = TypeVar("T")


class Comparisons:
    """Looks for matches in play, one slice of one request at a time."""

    def __init__(self, charge: Callable[[Owner, float], None]) -> None:
        """`charge` is called with the seconds of every slice."""
        self.charge = charge
        self.slots = FairSlots(
            1,
            waiting=WAITING,
            waiting_per_device=WAITING_PER_DEVICE,
            waiting_per_address=WAITING_PER_ADDRESS,
        )

    async def find_match(
        self, owner: Owner, positions: Sequence[str], tables: Sequence[Table], device: str
    ) -> bool:
        """Whether one of the positions is that of a match at one of the tables.

        `device` is who asks: in its own matches, a few cards may differ. Raises BusyError.
        """
        asked = [tops_in_text(one) async for one in self._in_slices(owner, positions)]
        played = [
            (tops_at(table), table.device_number(device) in table.people)
            async for table in self._in_slices(owner, tables)
        ]
        async with aclosing(self._in_slices(owner, product(asked, played))) as pairs:
            async for tops, (there, is_own) in pairs:
                if resembles(tops, there, is_own=is_own):
                    return True
        return False

    async def _in_slices(self, owner: Owner, items: Iterable[T]) -> AsyncGenerator[T, None]:
        """Yield items; after each slice others come first, and everything else runs."""
        left, is_done = iter(items), False
        while not is_done:
            async with self.slots.slot(owner):
                began, is_done = thread_time(), True
                for item in left:
                    yield item
                    if thread_time() - began > SLICE_SECONDS:
                        is_done = False
                        break
            self.charge(owner, thread_time() - began)
            await asyncio.sleep(0)

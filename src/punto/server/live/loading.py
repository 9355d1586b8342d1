"""Loading tables from the log: a few at a time, and charged to the budget of the owner."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.config.settings import Config
from punto.server.limits.fair_queue import NOBODY, FairSlots, current_owner
from punto.server.limits.request_budget import Account, Budget, OverBudgetError

HIT_PRICE = 1.0
"""For looking up a table that is not in memory, in units of the request budget."""

MISS_PRICE = 10.0
"""For looking up a code that does not exist. It is high to slow down guessing.

It is taken as a deposit before the lookup, and all but `HIT_PRICE` is refunded if the table exists.
This way concurrent guesses pay too.
"""

EVENT_PRICE = 1 / 30
"""For every event that is read, whether or not the load succeeds."""

MAX_CONCURRENT_LOADS = 2
"""Logs read at a time. Few, as applying a page blocks the event loop for some milliseconds."""

MIN_WAITING_LIMIT = 256
"""The least number of loads of one address that may wait, however few connections it may have.

The server's own loads count as those of one address.
"""


class Load:
    """The charges for one load."""

    def __init__(self, account: Account | None) -> None:
        self.account, self.deposit = account, 0.0

    def take_deposit(self) -> None:
        """Take `MISS_PRICE` as a deposit. Raises OverBudgetError."""
        if self.account is not None:
            if wait := self.account.take(MISS_PRICE):
                raise OverBudgetError(wait)
            self.deposit = MISS_PRICE

    def give_back(self, keep: float = 0.0) -> None:
        """Refund the deposit, except for `keep`."""
        if self.account is not None and self.deposit:
            self.account.give_back(self.deposit - keep)
            self.deposit = 0.0

    def charge(self, events: int) -> None:
        """Charge for events that were read. The first ones prove that the table exists."""
        if self.account is not None and events:
            self.give_back(keep=HIT_PRICE)
            self.account.charge(EVENT_PRICE * events)


class Loading:
    """The fair queue for reading logs."""

    def __init__(self, config: Config, budget: Budget) -> None:
        self.budget = budget
        # Every waiting load has its own connection, and connections are already limited.
        of_address = max(MIN_WAITING_LIMIT, config.connections_per_address)
        self.slots = FairSlots(
            MAX_CONCURRENT_LOADS,
            waiting=max(MIN_WAITING_LIMIT, config.connections),
            waiting_per_device=of_address,
            waiting_per_address=of_address,
        )

    @asynccontextmanager
    async def load(self) -> AsyncIterator[Load]:
        """Take the deposit, then wait for a slot to read a log.

        Raises OverBudgetError, or BusyError if too many loads are waiting.
        """
        owner = current_owner.get()
        load = Load(None if owner == NOBODY else self.budget.account(owner))
        load.take_deposit()
        try:
            async with self.slots.slot(owner):
                yield load
        except BaseException:
            load.give_back()
            raise

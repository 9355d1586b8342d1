"""Loading tables from the log: a few at a time, and paid by whoever asks."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.config.settings import Config
from punto.server.limits.fair_queue import NOBODY, FairSlots, current_owner
from punto.server.limits.request_budget import Account, Budget, OverBudgetError

HIT = 1.0
"""For looking up a table that is not in memory, in units of the budget."""

MISS = 10.0
"""For looking up one that is not in the log either: guessing codes is slow.

It is taken before the look, and all but `HIT` is given back if the table is there. So guesses pay
that come at the same time, too.
"""

LOADED_EVENT = 1 / 30
"""For every event that is read, whether or not the load succeeds."""

AT_ONCE = 2
"""Logs that are read at a time: applying a page keeps the event loop busy for some milliseconds."""

FEWEST_WAITING = 256
"""Loads of one address that may wait, however few connections it may have: the attendant's too."""


class Load:
    """What one load has cost so far."""

    def __init__(self, account: Account | None) -> None:
        self.account, self.deposit = account, 0.0

    def take_deposit(self) -> None:
        """Take the price of a miss. Raises OverBudgetError."""
        if self.account is not None:
            if wait := self.account.take(MISS):
                raise OverBudgetError(wait)
            self.deposit = MISS

    def give_back(self, keep: float = 0.0) -> None:
        """Return the deposit, or what is left of it."""
        if self.account is not None and self.deposit:
            self.account.give_back(self.deposit - keep)
            self.deposit = 0.0

    def charge(self, events: int) -> None:
        """Charge for events that were read. If there are any, the table is there."""
        if self.account is not None and events:
            self.give_back(keep=HIT)
            self.account.charge(LOADED_EVENT * events)


class Loading:
    """A fair queue for reading logs."""

    def __init__(self, config: Config, budget: Budget) -> None:
        self.budget = budget
        # Every load that waits has a connection of its own, and those are limited already.
        of_address = max(FEWEST_WAITING, config.connections_per_address)
        self.slots = FairSlots(
            AT_ONCE,
            waiting=max(FEWEST_WAITING, config.connections),
            waiting_per_device=of_address,
            waiting_per_address=of_address,
        )

    @asynccontextmanager
    async def load(self) -> AsyncIterator[Load]:
        """Wait for a slot to read a log; the deposit is taken now.

        Raises OverBudgetError, and BusyError if too many wait.
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

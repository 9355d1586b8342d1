"""Loading a table: it holds a slot from the first page on, and is charged before and during it."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner, current_owner
from punto.server.limits.request_budget import OverBudgetError
from punto.server.live import event_log
from punto.server.live.loading import EVENT_PRICE, HIT_PRICE, MAX_CONCURRENT_LOADS, MISS_PRICE
from punto.server.store.errors import StoreError
from punto.server.store.model import EventRow
from punto.server.store.store import Store
from punto.server.table.codes import new_code

from ..client import person
from .room import Room, room

MALLORY = Owner("mallory", "192.0.2.66")


@asynccontextmanager
async def frozen_room(folder: Path) -> AsyncIterator[Room]:
    """Have tables where nothing comes back into budgets."""
    async with room(folder) as tables:
        budget = tables.hub.services.loading.budget
        budget.clock = budget.addresses.clock = budget.devices.clock = lambda: 0.0
        yield tables


def spent(tables: Room, owner: Owner) -> float:
    """Tell how much somebody has paid so far."""
    budget = tables.hub.services.loading.budget
    bucket = budget.addresses.bucket(owner.address)
    return bucket.size - bucket.level


async def look(tables: Room, code: str, owner: Owner = MALLORY) -> None:
    """Look at a table on behalf of somebody."""
    current_owner.set(owner)
    with tables.hub.visit(code) as live:
        await live.current()


def test_a_table_costs_what_is_read_of_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with frozen_room(tmp_path) as tables:
            code = await tables.open(person("Ada"), person("Ben"))
            events = len(await tables.store.read(code, 0, 100))
            await look(tables, code)
            assert spent(tables, MALLORY) == pytest.approx(HIT_PRICE + EVENT_PRICE * events)

    asyncio.run(story())


def test_guesses_that_come_at_the_same_time_all_pay(tmp_path: Path) -> None:
    async def story() -> None:
        async with frozen_room(tmp_path) as tables:
            size = tables.hub.services.loading.budget.addresses.size
            looks = (look(tables, new_code(), Owner("", "192.0.2.66")) for _ in range(200))
            ends = await asyncio.gather(*looks, return_exceptions=True)
            codes = [end.code for end in ends if isinstance(end, PuntoError)]
            assert codes.count("no-such-table") == size // MISS_PRICE
            assert codes.count("too-many-requests") == 200 - size // MISS_PRICE

    asyncio.run(story())


def test_no_page_is_read_without_a_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, reading, most = Store.read, 0, 0

    async def slow(store: Store, *what: object) -> Sequence[EventRow]:
        nonlocal reading, most
        reading += 1
        most = max(most, reading)
        await asyncio.sleep(0.01)
        reading -= 1
        return await read(store, *what)  # type: ignore[arg-type]

    async def story() -> None:
        async with frozen_room(tmp_path) as tables:
            codes = [await tables.open(person("Ada"), person("Ben")) for _ in range(20)]
            monkeypatch.setattr(Store, "read", slow)
            await asyncio.gather(*(look(tables, code) for code in codes))

    asyncio.run(story())
    assert most == MAX_CONCURRENT_LOADS


def test_pages_are_paid_for_though_the_load_fails_and_the_deposit_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Store.read

    async def fails_later(store: Store, code: str, since: int, limit: int) -> Sequence[EventRow]:
        if since:
            raise StoreError("store-unavailable", "the database is away")
        return await read(store, code, since, limit)

    async def story() -> None:
        async with frozen_room(tmp_path) as tables:
            code = await tables.open(person("Ada"), person("Ben"))
            monkeypatch.setattr(event_log, "PAGE", 2)
            monkeypatch.setattr(Store, "read", fails_later)
            with pytest.raises(StoreError):
                await look(tables, code)
            assert spent(tables, MALLORY) == pytest.approx(HIT_PRICE + 2 * EVENT_PRICE)

    asyncio.run(story())


def test_who_cannot_pay_reads_nothing_and_pays_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with frozen_room(tmp_path) as tables:
            code = await tables.open(person("Ada"), person("Ben"))
            budget = tables.hub.services.loading.budget
            budget.charge(MALLORY, budget.addresses.size)
            before = spent(tables, MALLORY)
            monkeypatch.setattr(Store, "read", None)
            with pytest.raises(OverBudgetError):
                await look(tables, code)
            assert spent(tables, MALLORY) <= before

    asyncio.run(story())

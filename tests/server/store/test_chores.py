"""Secrets that are made once, and tables that are forgotten."""

import asyncio
import secrets

from punto.server.store.append import Due
from punto.server.store.rows import DueRow
from punto.server.store.store import Store

from .making import begin, fill, go_on


def test_a_secret_is_made_once_and_stays(address: str) -> None:
    async def story() -> None:
        async with Store(address) as one, Store(address) as two:
            asked = (store.secret("key", lambda: secrets.token_bytes(32)) for store in (one, two))
            first, second = await asyncio.gather(*asked)
            assert first == second
            assert len(first) == 32
            assert await one.secret("other", lambda: b"\0\xff") == b"\0\xff"
        async with Store(address) as again:
            assert await again.secret("key", lambda: b"") == first
            assert await again.secret("other", lambda: b"") == b"\0\xff"

    asyncio.run(story())


def test_old_tables_are_forgotten_with_all_that_belongs_to_them(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 130, phase="over")
            await store.append(begin("played", at=5, phase="playing", due=Due(1, "bot")))
            await store.append(begin("empty", at=5, phase="empty", due=Due(1, "timer")))
            assert await store.forget(120, ["over", "empty"]) == 121
            assert await store.forget(120, ["over", "empty"]) == 0
            assert await store.forget(120, []) == 0
            assert await store.read("t000") == []
            assert await store.table("empty") is None
            assert [row.id for row in await store.recent("phone", limit=100)] == [
                f"t{number}" for number in range(129, 119, -1)
            ]
            assert await store.due(10) == [DueRow("played", 1, "bot")]
            assert len(await store.read("t120")) == 3

    asyncio.run(story())


def test_forgetting_holds_nobody_up_and_spares_who_came_back(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            await fill(store, 200, phase="over")
            forgetting = asyncio.create_task(store.forget(1000, ["over"]))
            await store.append(go_on(3, "t199", at=2000))
            assert not forgetting.done()
            assert await forgetting == 199
            assert len(await store.read("t199")) == 4

    asyncio.run(story())

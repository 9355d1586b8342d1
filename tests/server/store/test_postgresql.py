"""PostgreSQL as others set it up and use it: locks, permissions, durability, and the driver."""

import asyncio
import sys
from collections.abc import Iterator

import psycopg
import pytest

from punto.server.store.connections import writer_engine
from punto.server.store.errors import StoreError
from punto.server.store.location import parse_address
from punto.server.store.model import Appended
from punto.server.store.store import Limits, Store
from server.databases import Postgres

from .appends import begin, go_on, owner
from .test_outage import IMPATIENT


@pytest.fixture
def address(postgres: Postgres) -> Iterator[str]:
    with postgres.database() as address:
        yield address


def test_errors_in_the_setup_are_reported_with_postgresqls_message(
    postgres: Postgres, address: str
) -> None:
    name = owner(address)
    postgres.run(name, "ALTER ROLE {name} SET search_path = public")
    strange = address.replace(f":{name}@", ":hunter2@")
    for wrong, words in {address: "permission denied", strange: "password authentication"}.items():
        with pytest.raises(StoreError, match=words) as caught:
            asyncio.run(Store(wrong, IMPATIENT).open())
        assert caught.value.code == "store-unavailable"
        assert "hunter2" not in caught.value.sentence


def test_commits_are_durable_even_where_the_server_prefers_speed(
    postgres: Postgres, address: str
) -> None:
    for value, wanted in {"off": "on", "remote_apply": "remote_apply"}.items():
        postgres.run(owner(address), f"ALTER ROLE {{name}} SET synchronous_commit = {value}")
        engine = writer_engine(parse_address(address))
        with engine.begin() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == wanted
        engine.dispose()


def test_a_missing_driver_is_reported_with_what_to_install(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install '\.\[cluster\]'") as caught:
        asyncio.run(Store(address).open())
    assert caught.value.code == "not-installed"


def test_a_node_that_hangs_in_a_transaction_delays_others_briefly(address: str) -> None:
    async def story() -> None:
        async with Store(address, Limits(wait_seconds=20, answer_seconds=40)) as store:
            await store.append(begin())
            engine = writer_engine(parse_address(address))
            hanging = engine.raw_connection()
            cursor = hanging.cursor()
            cursor.execute("SELECT last FROM tables WHERE id = 'a' FOR UPDATE")
            assert await store.append(go_on(1)) == Appended(range(2, 3))
            with pytest.raises(psycopg.Error, match="idle-in-transaction"):
                cursor.execute("UPDATE tables SET last = 7 WHERE id = 'a'")
            hanging.invalidate()
            engine.dispose()
            assert len(await store.read("a")) == 2

    asyncio.run(story())


def test_a_held_lock_is_waited_for_with_a_timeout(postgres: Postgres, address: str) -> None:
    async def story() -> None:
        async with Store(address, IMPATIENT) as store:
            await store.append(begin())
            with postgres.connect() as other:
                other.execute("BEGIN")
                other.execute(f"SELECT * FROM {owner(address)}.tables FOR UPDATE")
                with pytest.raises(StoreError) as caught:
                    await store.append(go_on(1))
                assert caught.value.code == "store-unavailable"
                assert len(await store.read("a")) == 1
            await store.append(go_on(1))

    asyncio.run(story())


def test_a_deadlock_is_retried(postgres: Postgres, address: str) -> None:
    rows = f"SELECT * FROM {owner(address)}.tables WHERE id = %s FOR UPDATE"

    async def story() -> None:
        async with Store(address, Limits(wait_seconds=20, answer_seconds=40)) as store:
            await asyncio.gather(store.append(begin("a")), store.append(begin("b")))
            with postgres.connect() as other, other.transaction():
                other.execute(rows, ["b"])
                both = asyncio.gather(store.append(go_on(1, "a")), store.append(go_on(1, "b")))
                await asyncio.sleep(0.2)  # it has one of the locks now, and waits for the other
                await asyncio.to_thread(other.execute, rows, ["a"])
            assert list(await both) == [Appended(range(2, 3))] * 2

    asyncio.run(story())

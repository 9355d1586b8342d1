"""The full check: intact databases pass, and whatever was changed behind the server is found."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from punto.server.maintenance.audit import Audit, audit
from punto.server.store.connections import writer_engine
from punto.server.store.errors import StoreError
from punto.server.store.location import parse_address
from punto.server.store.store import Store

from ..client import bot, person
from ..databases import Postgres
from ..live.room import Room


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        yield str(tmp_path / "punto.sqlite")
    else:
        server: Postgres = request.getfixturevalue("postgres")
        with server.database() as made:
            yield made


def filled(address: str) -> list[str]:
    """Make some tables, and play a little."""

    async def story() -> list[str]:
        async with Store(address) as store:
            room = Room(store)
            codes = [await room.open(person("Ada"), person("Ben")) for _ in range(3)]
            codes.append(await room.open(person("Ada"), bot("easy")))
            ada = room.visitor(codes[0], "ada")
            await ada.come()
            await ada.do("resign", seat=1)
            await ada.go()
            room.bot_pool.close()
            return codes

    return asyncio.run(story())


def change(address: str, *statements: str) -> None:
    engine = writer_engine(parse_address(address), is_migrating=True)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()


def found(result: Audit) -> set[tuple[str, str]]:
    return {(problem.code, problem.table) for problem in result.problems}


def test_an_intact_database_has_no_problems(address: str) -> None:
    filled(address)
    totals: list[int] = []

    def progress(total: int) -> Callable[[], object]:
        totals.append(total)
        return lambda: totals.append(1)

    result = audit(address, progress)
    assert (result.tables, result.problems) == (4, [])
    assert result.events >= 9
    assert totals == [4, 1, 1, 1, 1]


def test_manipulated_logs_are_found(address: str) -> None:
    codes = filled(address)
    change(
        address,
        f"DELETE FROM events WHERE table_id = '{codes[0]}' AND number = 2",
        f"""UPDATE events SET body = '{{"x": 1}}' WHERE table_id = '{codes[1]}' AND number = 1""",
        f"UPDATE tables SET phase = 'over' WHERE id = '{codes[2]}'",
        f"UPDATE tables SET last = 99 WHERE id = '{codes[3]}'",
    )
    assert found(audit(address)) == {
        ("gap", codes[0]),
        ("unreadable-log", codes[1]),
        ("phase", codes[2]),
        ("gap", codes[3]),
    }


def test_a_database_in_use_can_be_checked(address: str) -> None:
    async def story() -> None:
        async with Store(address) as store:
            room = Room(store)
            for _ in range(3):
                await room.open(person("Ada"), person("Ben"))
            room.bot_pool.close()
            assert (await asyncio.to_thread(audit, address)).problems == []

    asyncio.run(story())


def test_damage_and_orphans_are_found_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "punto.sqlite"
    filled(str(path))
    change(str(path), "INSERT INTO dues VALUES ('nobody', 1, 'bot', 0)")
    assert found(audit(path)) == {("orphan", "")}
    whole = bytearray(path.read_bytes())
    whole[-4096:] = b"\xff" * 4096
    path.write_bytes(whole)
    assert ("damaged", "") in found(audit(path))


def test_a_file_that_is_not_a_database_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        audit(address)
    assert caught.value.code == "not-a-store"
    assert list(tmp_path.iterdir()) == []

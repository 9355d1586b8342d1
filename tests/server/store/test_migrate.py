"""Migrations: of an empty, an older, a newer and a newer compatible database; and only once."""

import asyncio
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from punto.server.store.connections import reader_engine, writer_engine
from punto.server.store.errors import StoreError
from punto.server.store.location import database_file, parse_address
from punto.server.store.migrate import OURS, Migrations, alembic_config, prepare
from punto.server.store.model import Due, DueRow
from punto.server.store.schema import REVISION, REVISION_TABLE, metadata
from punto.server.store.store import Store
from server.databases import Postgres

from .appends import begin, go_on

NEXT = '''
"""A migration of a future version."""
from alembic import op
import sqlalchemy as sa
revision = "{name}"
down_revision = "{before}"
def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("colour", sa.String))
    {more}
'''

FIRST = Migrations("0001", OURS.folders)


def next_migrations(folder: Path, more: str = "pass", name: str = "next") -> Migrations:
    """Make a folder with one more migration, as in a later version."""
    folder.mkdir(exist_ok=True)
    text = NEXT.format(name=name, before=REVISION, more=more)
    (folder / "next.py").write_text(text.strip(), "utf-8")
    return Migrations(name, (*OURS.folders, folder))


def asked(address: str | Path, *statements: str) -> list[tuple[object, ...]]:
    """Run statements, and fetch the rows of the last one."""
    engine = writer_engine(parse_address(address))
    try:
        with engine.begin() as connection:
            for statement in statements:
                result = connection.exec_driver_sql(statement)
            return [tuple(row) for row in result] if result.returns_rows else []
    finally:
        engine.dispose()


def fill(address: str) -> None:
    asked(
        address,
        "INSERT INTO tables VALUES ('a', 1, 1, 'open', 1)",
        "INSERT INTO events VALUES ('a', 1, 1, 'made', '{}')",
    )


def contents(address: str) -> object:
    """Read everything: the bytes of a file, or the tables of PostgreSQL."""
    path = database_file(parse_address(address))
    if path:
        return path.read_bytes()
    columns = "SELECT table_name, column_name FROM information_schema.columns"
    return asked(address, f"{columns} WHERE table_schema = current_schema() ORDER BY 1, 2")


def test_an_empty_database_is_migrated_to_the_schema(address: str) -> None:
    prepare(parse_address(address))
    prepare(parse_address(address))
    engine = reader_engine(parse_address(address), 1)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": REVISION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISION
    engine.dispose()


def test_the_schema_names_the_newest_revision() -> None:
    scripts = ScriptDirectory.from_config(alembic_config(OURS.folders))
    assert scripts.get_heads() == [REVISION]


def test_an_older_database_is_copied_and_migrated(address: str, tmp_path: Path) -> None:
    prepare(parse_address(address))
    fill(address)
    prepare(parse_address(address), next_migrations(tmp_path / "more"))
    assert asked(address, "SELECT id, colour FROM tables") == [("a", None)]
    assert asked(address, "SELECT body FROM events") == [("{}",)]
    path = database_file(parse_address(address))
    if path:
        copy = tmp_path / "punto.db.before-next"
        assert asked(copy, "SELECT * FROM tables") == [("a", 1, 1, "open", 1)]
        assert asked(copy, f"SELECT * FROM {REVISION_TABLE}") == [(REVISION,)]
        assert {file.stat().st_mode & 0o777 for file in (copy, path)} == {0o600}


def test_work_left_by_the_first_version_can_be_claimed(address: str) -> None:
    prepare(parse_address(address), FIRST)
    fill(address)
    asked(address, "INSERT INTO dues VALUES ('a', 5, 'bot')")

    async def story() -> None:
        async with Store(address) as store:
            assert await store.claim(10, 10) == [DueRow("a", 5, "bot")]

    asyncio.run(story())


def test_programs_of_the_previous_revision_go_on(address: str) -> None:
    before = Migrations("0003_for_0002", OURS.folders)
    prepare(parse_address(address), before)
    fill(address)
    prepare(parse_address(address))
    prepare(parse_address(address), before)
    asked(
        address,
        "INSERT INTO tables VALUES ('b', 1, 1, 'open', 1)",
        "INSERT INTO dues VALUES ('b', 5, 'bot', 0)",
        "DELETE FROM tables WHERE id = 'a'",
        "INSERT INTO run_days (day) VALUES (7)",
    )
    assert asked(address, "SELECT id FROM tables") == [("b",)]


def test_run_days_are_numbered(address: str) -> None:
    prepare(parse_address(address), Migrations("0003_for_0002", OURS.folders))
    asked(address, "INSERT INTO run_days (day) VALUES (30), (10), (20)")
    prepare(parse_address(address))
    days = asked(address, "SELECT day, ordinal FROM run_days ORDER BY day")
    assert days == [(10, 1), (20, 2), (30, 3)]


def test_a_migration_that_fails_leaves_the_database_as_it_was(address: str, tmp_path: Path) -> None:
    prepare(parse_address(address))
    fill(address)
    broken = next_migrations(tmp_path / "more", "op.execute('SELECT * FROM nowhere')")
    with pytest.raises(StoreError) as caught:
        prepare(parse_address(address), broken)
    assert caught.value.code == "store-unavailable"
    prepare(parse_address(address))
    assert asked(address, "SELECT * FROM tables") == [("a", 1, 1, "open", 1)]


@pytest.mark.parametrize("name", ["next", "0008_for_0007", "0008_for_0005"])
def test_a_newer_database_is_refused_and_left_alone(
    address: str, tmp_path: Path, name: str
) -> None:
    prepare(parse_address(address), next_migrations(tmp_path / "more", name=name))
    before = contents(address)
    with pytest.raises(StoreError, match="a newer version of Punto has written this") as caught:
        prepare(parse_address(address))
    assert caught.value.code == "store-newer"
    assert caught.value.values == {"revision": name}
    assert contents(address) == before


def test_a_newer_compatible_database_is_used_and_not_changed(address: str, tmp_path: Path) -> None:
    newer = next_migrations(tmp_path / "more", name="0007_for_0006")

    async def story() -> None:
        async with Store(address) as running:  # and it goes on while another node migrates
            await running.append(begin("a", due=Due(1, "bot")))
            await asyncio.to_thread(prepare, parse_address(address), newer)
            await running.append(go_on(1, "a"))
            async with Store(address) as started:
                await started.append(begin("b"))
                assert len(await started.read("a")) == 2
                assert await started.claim(2, 10) == [DueRow("a", 1, "bot")]
        prepare(parse_address(address), newer)

    asyncio.run(story())
    assert asked(address, f"SELECT * FROM {REVISION_TABLE}") == [("0007_for_0006",)]
    assert asked(address, "SELECT id, colour FROM tables ORDER BY id") == [("a", None), ("b", None)]


@pytest.mark.parametrize("table", ["bookmarks", "events"])
def test_the_database_of_another_program_is_refused_and_left_alone(
    address: str, table: str
) -> None:
    asked(address, f"CREATE TABLE {table} (id INTEGER)")
    before = contents(address)
    if table == "bookmarks" and database_file(parse_address(address)) is None:
        prepare(parse_address(address))  # in PostgreSQL, programs may share a database
        assert asked(address, "SELECT * FROM bookmarks") == []
        return
    with pytest.raises(StoreError, match="a database of some other program") as caught:
        prepare(parse_address(address))
    assert caught.value.code == "not-a-store"
    assert contents(address) == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_one_of_several_starting_processes_migrates_and_one_makes_a_secret(
    tmp_path: Path, postgres: Postgres
) -> None:
    script = Path(__file__).with_name("start_together.py")
    with ExitStack() as stack:
        files = [str(tmp_path / f"{number}.db") for number in range(5)]
        addresses = [*files, *(stack.enter_context(postgres.database()) for _ in range(5))]
        command = [sys.executable, str(script), *addresses]
        run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    secrets = dict[str, set[str]]()
    for line in run.stdout.splitlines():
        number, secret = line.split()
        secrets.setdefault(number, set()).add(secret)
    assert len(run.stdout.splitlines()) == 10 * 3
    assert [len(found) for found in secrets.values()] == [1] * 10

"""Migrations: from nothing, from an older revision, never from a newer one, and once."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from punto.server.store.address import url_of
from punto.server.store.engines import reading
from punto.server.store.errors import StoreError
from punto.server.store.migrate import OURS, Migrations, prepare
from punto.server.store.revisions import config
from punto.server.store.schema import REVISION, REVISION_TABLE, metadata

NEXT = '''
"""A migration that no version has yet."""
from alembic import op
import sqlalchemy as sa
revision = "next"
down_revision = "{before}"
def upgrade() -> None:
    with op.batch_alter_table("tables") as table:
        table.add_column(sa.Column("colour", sa.String))
    {more}
'''


def next_migrations(folder: Path, more: str = "pass") -> Migrations:
    """Make a folder with one more migration, as a later version would have it."""
    folder.mkdir(exist_ok=True)
    text = NEXT.format(before=REVISION, more=more)
    (folder / "next.py").write_text(text.strip(), "utf-8")
    return Migrations("next", (*OURS.folders, folder))


def asked(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection, connection:
        return connection.execute(query).fetchall()


def fill(path: Path) -> None:
    asked(path, "INSERT INTO tables VALUES ('a', 1, 1, 'open', 1)")
    asked(path, "INSERT INTO events VALUES ('a', 1, 1, 'made', '{}')")


def test_an_empty_database_becomes_what_the_schema_says(address: str) -> None:
    prepare(url_of(address))
    prepare(url_of(address))
    engine = reading(url_of(address), 1)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": REVISION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == REVISION
    engine.dispose()


def test_the_newest_revision_is_the_one_that_the_schema_names() -> None:
    scripts = ScriptDirectory.from_config(config(OURS.folders))
    assert scripts.get_heads() == [REVISION]


def test_an_older_database_is_migrated_after_a_copy_was_made(path: Path, tmp_path: Path) -> None:
    prepare(url_of(path))
    fill(path)
    prepare(url_of(path), next_migrations(tmp_path / "more"))
    assert asked(path, "SELECT id, colour FROM tables") == [("a", None)]
    assert asked(path, "SELECT body FROM events") == [("{}",)]
    copy = tmp_path / "punto.db.before-next"
    assert asked(copy, "SELECT * FROM tables") == [("a", 1, 1, "open", 1)]
    assert asked(copy, f"SELECT * FROM {REVISION_TABLE}") == [(REVISION,)]
    assert {file.stat().st_mode & 0o777 for file in (copy, path)} == {0o600}


def test_a_migration_that_fails_leaves_the_database_as_it_was(path: Path, tmp_path: Path) -> None:
    prepare(url_of(path))
    fill(path)
    broken = next_migrations(tmp_path / "more", "op.execute('SELECT * FROM nowhere')")
    with pytest.raises(StoreError) as caught:
        prepare(url_of(path), broken)
    assert caught.value.code == "store-unavailable"
    prepare(url_of(path))
    assert asked(path, "SELECT * FROM tables") == [("a", 1, 1, "open", 1)]


def test_a_newer_database_is_refused_and_left_alone(path: Path, tmp_path: Path) -> None:
    prepare(url_of(path), next_migrations(tmp_path / "more"))
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a newer version of Punto has written this") as caught:
        prepare(url_of(path))
    assert caught.value.code == "store-newer"
    assert caught.value.values == {"revision": "next"}
    assert path.read_bytes() == before


def test_the_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    asked(path, "CREATE TABLE bookmarks (id)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="a database of some other program") as caught:
        prepare(url_of(path))
    assert caught.value.code == "not-a-store"
    assert path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_of_processes_that_start_together_one_migrates_and_one_makes_a_secret(
    tmp_path: Path,
) -> None:
    script = Path(__file__).with_name("starting_together.py")
    command = [sys.executable, str(script), str(tmp_path), "8"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert run.returncode == 0, run.stderr
    secrets = dict[str, set[str]]()
    for line in run.stdout.splitlines():
        name, secret = line.split()
        secrets.setdefault(name, set()).add(secret)
    assert len(run.stdout.splitlines()) == 8 * 3
    assert [len(found) for found in secrets.values()] == [1] * 8

"""Migrates a database to the revision of this program, once, even if several nodes start together.

Nodes are upgraded one after the other, so for a while older programs use a database that a newer
one has migrated. Where they can, because only columns with defaults, tables or indexes were added,
the name of the newer revision says so: `0004_for_0003` is revision 0004, and programs that know
revisions up to 0003 go on using it. All others are refused, and so are all programs older still.
"""

import logging
import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from punto.server.store._sqlite_files import (
    beside,
    connect,
    copy_database,
    refuse_foreign_log,
    sync,
)
from punto.server.store.connections import WAIT_SECONDS, Retry, writer_engine
from punto.server.store.errors import (
    NO_STORE,
    UNAVAILABLE,
    StoreError,
    is_unreachable,
    store_error,
)
from punto.server.store.location import database_file, parse_address, refuse_unusable
from punto.server.store.schema import REVISION, REVISION_TABLE, metadata

if TYPE_CHECKING:
    from alembic.config import Config

log = logging.getLogger("punto.store")

ADVISORY_LOCK = 0x70756E746F
"""The key of PostgreSQL's advisory lock for migrations."""

MIGRATION_SECONDS = 60
"""How long to wait for another node that migrates, and for one statement of a migration."""

WAL_RETRY_SECONDS = 0.02


@dataclass(frozen=True, slots=True)
class Migrations:
    """Folders with migrations, and the newest revision in them."""

    newest: str
    folders: tuple[Path, ...]


OURS = Migrations(REVISION, (Path(__file__).parent / "migrations" / "versions",))


def prepare(url: URL, migrations: Migrations = OURS, wait_seconds: float = WAIT_SECONDS) -> None:
    """Create a database, or migrate it; one that is not ours stays as it is."""
    file = database_file(url)
    place = file or url  # a URL is shown without its password
    engine, retry = writer_engine(url, wait_seconds, is_migrating=True), Retry(wait_seconds)
    try:
        if file:
            refuse_unusable(file)
            refuse_foreign_log(file)
            if not file.exists():
                create(file, migrations, wait_seconds)
        while True:
            try:
                if file:
                    refuse_empty(engine, migrations, file)
                bring_up_to_date(engine, migrations, place, wait_seconds)
            except DBAPIError as error:
                if is_unreachable(error) and retry.wait_after_failure():
                    continue
                raise
            break
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise store_error(error, place) from error
    finally:
        engine.dispose()


def create(file: Path, migrations: Migrations, wait_seconds: float) -> None:
    """Create a database under a temporary name first, so that a failed start leaves no file."""
    handle, name = mkstemp(prefix=f"{file.name}.new-", dir=file.parent)  # readable by its owner
    os.close(handle)
    part = Path(name)
    engine = writer_engine(parse_address(part), wait_seconds, is_migrating=True)
    try:
        bring_up_to_date(engine, migrations, part, wait_seconds)
        engine.dispose()  # from now on all of it is in one file
        sync(part)
        with suppress(FileExistsError):  # another process was faster
            rename_if_free(part, file)
        sync(file.parent)
        log.debug("%s: created a new database", file)
    finally:
        engine.dispose()
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(f"{part}{ending}").unlink(missing_ok=True)


def rename_if_free(part: Path, file: Path) -> None:
    """Rename a file, unless there is one of that name. Raises FileExistsError."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except OSError:  # this file system has no hard links
        if not file.exists():
            part.rename(file)


def refuse_empty(engine: Engine, migrations: Migrations, file: Path) -> None:
    """Refuse to start afresh in an existing file: perhaps it was not always empty."""
    with engine.begin() as connection:
        if read_revision(connection, migrations, file) is None:
            sentence = (
                f"{file}: this file is empty, but a database was expected in it: restore a backup"
                " (punto restore), or delete the file to start without tables"
            )
            raise StoreError("store-empty", sentence, file=file)


def bring_up_to_date(
    engine: Engine, migrations: Migrations, place: object, wait_seconds: float
) -> None:
    """Check the database before anything is changed; then migrate it."""
    file = place if isinstance(place, Path) else None
    with engine.begin() as connection:
        read_revision(connection, migrations, place)
    if file:
        use_write_ahead_log(file, wait_seconds)
    with engine.begin() as connection:
        migrate(connection, migrations, file)


def migrate(connection: Connection, migrations: Migrations, file: Path | None) -> None:
    """Lock the database and run the missing migrations; a file is copied first."""
    if file is None:
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {name} = '{MIGRATION_SECONDS}s'")
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": ADVISORY_LOCK})
    revision = read_revision(connection, migrations, file or "the database")
    if revision and (revision == migrations.newest or is_compatible(revision, migrations)):
        return
    if file and revision:
        copy_database(file, beside(file, f"before-{migrations.newest}"))
    upgrade(connection, migrations.folders, migrations.newest)
    if file and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise StoreError(NO_STORE, f"{file}: it has rows that refer to missing tables")


def read_revision(connection: Connection, migrations: Migrations, place: object) -> str | None:
    """Read the revision of a database: None for an empty one; refuse what is not ours."""
    names = set(inspect(connection).get_table_names())
    if REVISION_TABLE not in names:
        ours = set(metadata.tables)
        if names & (ours if connection.dialect.name == "postgresql" else names):
            raise StoreError(NO_STORE, f"{place}: this is a database of some other program")
        return None
    query = text(f"SELECT version_num FROM {REVISION_TABLE}")  # noqa: S608 a name of ours
    revision = str(connection.execute(query).scalar_one())
    is_known = revision == migrations.newest or is_compatible(revision, migrations)
    if not is_known and revision not in known_revisions(migrations.folders):
        sentence = (
            f"{place}: a newer version of Punto has written this (revision {revision}, and this"
            f" version knows up to {migrations.newest}): use that version, or restore an older copy"
        )
        raise StoreError("store-newer", sentence, revision=revision)
    return revision


def is_compatible(revision: str, migrations: Migrations) -> bool:
    """Return whether a newer revision says that programs with these migrations can use it."""
    return revision.endswith(f"_for_{revision_number(migrations.newest)}")


def revision_number(revision: str) -> str:
    """Return the number at the beginning of a revision's name."""
    return revision.partition("_")[0]


def use_write_ahead_log(file: Path, wait_seconds: float) -> None:
    """Switch an SQLite file to write-ahead logging: readers and the writer do not block each other.

    SQLite does not wait for others who switch at the same time, so this retries.
    """
    end = time.monotonic() + wait_seconds
    while True:
        try:
            with closing(connect(file, wait_seconds)) as connection:
                (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(WAL_RETRY_SECONDS)
    if mode != "wal":
        sentence = f"{file}: SQLite cannot keep a log here: is this a network folder?"
        raise StoreError(UNAVAILABLE, sentence)


# Alembic is imported where there is something to migrate: loading it takes time.


def alembic_config(folders: tuple[Path, ...]) -> "Config":
    """Configure Alembic in code; there is no configuration file."""
    from alembic.config import Config  # noqa: PLC0415

    settings = {
        "script_location": str(folders[0].parent),
        "version_locations": "\n".join(map(str, folders)),
        "path_separator": "newline",
    }
    config = Config()
    for name, value in settings.items():
        config.set_main_option(name, value.replace("%", "%%"))
    return config


def known_revisions(folders: tuple[Path, ...]) -> set[str]:
    """List all revisions that can be upgraded to the newest one."""
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory.from_config(alembic_config(folders))
    return {script.revision for script in scripts.walk_revisions()}


def upgrade(connection: Connection, folders: tuple[Path, ...], revision: str) -> None:
    """Upgrade a database to a revision, within the transaction of the connection."""
    from alembic import command  # noqa: PLC0415

    config = alembic_config(folders)
    config.attributes["connection"] = connection
    command.upgrade(config, revision)

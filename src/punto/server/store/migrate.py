"""Bringing a database to the revision of this program, once, whoever else starts just now.

Nodes are brought to a new version one after the other, so for a while older programs use what a
newer one has migrated. Where they can, because only columns with defaults, tables or indexes were
added, the newer revision says so by its name: `0004_for_0003` is revision 0004, and programs that
know up to 0003 go on with it. All others are refused, and all programs that are older still.
"""

import logging
import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp

from sqlalchemy import URL, Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError

from punto.server.store.address import file_of, url_of
from punto.server.store.copying import beside, connect, copy_database, sync
from punto.server.store.engines import PATIENCE, writing
from punto.server.store.errors import NO_STORE, UNAVAILABLE, StoreError, is_away, told
from punto.server.store.log_owner import refuse_foreign_log
from punto.server.store.place import refuse_unusable
from punto.server.store.retry import Retry
from punto.server.store.schema import REVISION, REVISION_TABLE, metadata

log = logging.getLogger(__name__)

LOCK = 0x70756E746F
"""The number of PostgreSQL's lock for migrations."""

MIGRATING = 60
"""Seconds to wait for another node that migrates, and for one statement of a migration."""


@dataclass(frozen=True, slots=True)
class Migrations:
    """Folders with migrations, and the newest one in them."""

    newest: str
    folders: tuple[Path, ...]


OURS = Migrations(REVISION, (Path(__file__).parent / "migrations" / "versions",))


def prepare(url: URL, migrations: Migrations = OURS, patience: float = PATIENCE) -> None:
    """Make a database, or bring it up to date; one that is not ours stays as it is."""
    file = file_of(url)
    where = file or url  # whose password is not shown
    engine, waiting = writing(url, patience, migrating=True), Retry(patience)
    try:
        if file:
            refuse_unusable(file)
            refuse_foreign_log(file)
            if not file.exists():
                create(file, migrations, patience)
        while True:
            try:
                if file:
                    refuse_empty(engine, migrations, file)
                bring_up_to_date(engine, migrations, where, patience)
            except DBAPIError as error:
                if is_away(error) and waiting.waits():
                    continue
                raise
            break
    except (DBAPIError, sqlite3.Error, OSError) as error:
        raise told(error, where) from error
    finally:
        engine.dispose()


def create(file: Path, migrations: Migrations, patience: float) -> None:
    """Make a database under a temporary name first, so a failed start leaves no empty file."""
    handle, name = mkstemp(prefix=f"{file.name}.new-", dir=file.parent)  # for its owner alone
    os.close(handle)
    part = Path(name)
    engine = writing(url_of(part), patience, migrating=True)
    try:
        bring_up_to_date(engine, migrations, part, patience)
        engine.dispose()  # from now on all of it is in one file
        sync(part)
        with suppress(FileExistsError):  # somebody else was faster
            give_name(part, file)
        sync(file.parent)
        log.debug("%s: a new database was made", file)
    finally:
        engine.dispose()
        for ending in ("", "-wal", "-shm", "-journal"):
            Path(f"{part}{ending}").unlink(missing_ok=True)


def give_name(part: Path, file: Path) -> None:
    """Give a file its name, unless there is another one of that name."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise
    except OSError:  # this file system has no second names for a file
        if not file.exists():
            part.rename(file)


def refuse_empty(engine: Engine, migrations: Migrations, file: Path) -> None:
    """Refuse to begin anew in a file that somebody made: perhaps it was not empty once."""
    with engine.begin() as connection:
        if found(connection, migrations, file) is None:
            sentence = (
                f"{file}: this file is empty, and a database was expected in it: restore a backup"
                " (punto restore), or delete the file to begin with no tables"
            )
            raise StoreError("store-empty", sentence, file=file)


def bring_up_to_date(
    engine: Engine, migrations: Migrations, place: object, patience: float
) -> None:
    """Look before anything is changed, and then, with a lock, again."""
    file = place if isinstance(place, Path) else None
    with engine.begin() as connection:
        found(connection, migrations, place)
    if file:
        log_ahead(file, patience)
    with engine.begin() as connection:
        migrate(connection, migrations, file)


def migrate(connection: Connection, migrations: Migrations, file: Path | None) -> None:
    """Run what is missing, while nobody else can; what was there is copied first."""
    if file is None:
        for name in ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {name} = '{MIGRATING}s'")
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    revision = found(connection, migrations, file or "the database")
    if revision and (revision == migrations.newest or serves(revision, migrations)):
        return
    from punto.server.store.revisions import upgrade  # noqa: PLC0415 loading it takes time

    if file and revision:
        copy_database(file, beside(file, f"before-{migrations.newest}"))
    upgrade(connection, migrations.folders, migrations.newest)
    if file and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise StoreError(NO_STORE, f"{file}: it holds rows of tables that are not there")


def found(connection: Connection, migrations: Migrations, place: object) -> str | None:
    """Read the revision of a database: None for an empty one; refuse what is not ours."""
    names = set(inspect(connection).get_table_names())
    if REVISION_TABLE not in names:
        ours = set(metadata.tables)
        if names & (ours if connection.dialect.name == "postgresql" else names):
            raise StoreError(NO_STORE, f"{place}: this is a database of some other program")
        return None
    query = text(f"SELECT version_num FROM {REVISION_TABLE}")  # noqa: S608 a name of ours
    revision = str(connection.execute(query).scalar_one())
    if revision != migrations.newest and not serves(revision, migrations):
        from punto.server.store.revisions import known  # noqa: PLC0415 loading it takes time

        if revision not in known(migrations.folders):
            sentence = (
                f"{place}: a newer version of Punto has written this (revision {revision}, and"
                f" this version knows up to {migrations.newest}): use that version, or restore a"
                " copy from before"
            )
            raise StoreError("store-newer", sentence, revision=revision)
    return revision


def serves(revision: str, migrations: Migrations) -> bool:
    """Tell whether a newer revision says that programs with these migrations can use it."""
    return revision.endswith(f"_for_{number_of(migrations.newest)}")


def number_of(revision: str) -> str:
    """Read what comes first in the name of a revision."""
    return revision.partition("_")[0]


def log_ahead(file: Path, patience: float) -> None:
    """Have readers and the writer of an SQLite file not wait for one another, from now on.

    SQLite does not wait for others who change this at the same time, so we do.
    """
    end = time.monotonic() + patience
    while True:
        try:
            with closing(connect(file, patience)) as connection:
                (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
            break
        except sqlite3.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.02)
    if mode != "wal":
        sentence = f"{file}: SQLite cannot keep a log here, is this a folder of the network?"
        raise StoreError(UNAVAILABLE, sentence)

"""The tables of the database, as the newest migration leaves them."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

REVISION = "0006_for_0005"
"""The newest migration; `migrate` explains what its name says about older programs."""

REVISION_TABLE = "store_revision"

metadata = MetaData()


def of_table(name: str = "tables") -> Column[str]:
    """Make the column that refers to a table; its rows are deleted with the table."""
    reference = ForeignKey(f"{name}.id", ondelete="CASCADE")
    return Column("table_id", String, reference, primary_key=True)


# Rows are stored in the order of their keys, so the log of a table is in one place. There is no
# index on the time of the last touch: every move would have to rewrite it.
tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("phase", String, nullable=False),
    Column("last", BigInteger, nullable=False),
    Index("tables_by_phase", "phase", "id"),
    sqlite_with_rowid=False,
)

events = Table(
    "events",
    metadata,
    of_table(),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

dues = Table(
    "dues",
    metadata,
    of_table(),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Index("dues_by_time", "at"),
    sqlite_with_rowid=False,
)

devices = Table(
    "devices",
    metadata,
    Column("device_id", String, primary_key=True),
    of_table(),
    Column("touched_at", BigInteger, nullable=False),
    Index("devices_by_time", "device_id", "touched_at"),
    Index("devices_by_table", "table_id"),
    sqlite_with_rowid=False,
)

secrets = Table(
    "secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

daily_totals = Table(
    "daily_totals",
    metadata,
    Column("day", String, primary_key=True),
    Column("played", BigInteger, nullable=False),
    Column("won", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""How many have finished the deal of a day (UTC, as 2026-11-17), and how many of them have won."""

tokens = Table(
    "tokens",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("fingerprint", String, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    Column("max_tables", BigInteger, nullable=False),
    Column("rate", BigInteger, nullable=False),
    Index("tokens_by_fingerprint", "fingerprint", unique=True),
    sqlite_with_rowid=False,
)
"""The tokens of programs. `fingerprint` is the SHA-256 of a token; the token itself is nowhere."""

run_days = Table(
    "run_days",
    metadata,
    Column("day", BigInteger, primary_key=True, autoincrement=False),
    Column("ordinal", BigInteger, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""Days since 1970 on which a server ran, by its clock. `ordinal` is how many run days there had
been when it last ran on that day."""

deletion_marks = Table(
    "deletion_marks",
    metadata,
    of_table(),
    Column("marked_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Tables that the next cleanup deletes, a day later at the earliest."""

deleted_tables = Table(
    "deleted_tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("created_at", BigInteger, nullable=False),
    Column("touched_at", BigInteger, nullable=False),
    Column("phase", String, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("deleted_on", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

deleted_events = Table(
    "deleted_events",
    metadata,
    of_table("deleted_tables"),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

deleted_devices = Table(
    "deleted_devices",
    metadata,
    of_table("deleted_tables"),
    Column("device_id", String, primary_key=True),
    Column("touched_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

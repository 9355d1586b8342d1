"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tables_by_phase", "tables", ["phase", "id"])
    op.create_table(
        "events",
        of_table(),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "dues",
        of_table(),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("dues_by_time", "dues", ["at"])
    op.create_table(
        "devices",
        sa.Column("device_id", sa.String, primary_key=True),
        of_table(),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("devices_by_time", "devices", ["device_id", "touched_at"])
    op.create_index("devices_by_table", "devices", ["table_id"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )


def of_table() -> sa.Column[str]:
    """Make the column that refers to a table."""
    reference = sa.ForeignKey("tables.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String, reference, primary_key=True)

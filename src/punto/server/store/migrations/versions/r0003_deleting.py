"""Tables are deleted in two steps, and kept for a while so that they can be brought back."""

import sqlalchemy as sa
from alembic import op

revision = "0003_for_0002"
down_revision = "0002"


def upgrade() -> None:
    """Create the tables for that; programs of revision 0002 need none of them."""
    op.create_table(
        "run_days",
        sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deletion_marks",
        of_table("tables"),
        sa.Column("marked_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deleted_tables",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("deleted_on", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deleted_events",
        of_table("deleted_tables"),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deleted_devices",
        of_table("deleted_tables"),
        sa.Column("device_id", sa.String, primary_key=True),
        sa.Column("touched_at", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )


def of_table(name: str) -> sa.Column[str]:
    """Make the column that refers to a table."""
    reference = sa.ForeignKey(f"{name}.id", ondelete="CASCADE")
    return sa.Column("table_id", sa.String, reference, primary_key=True)

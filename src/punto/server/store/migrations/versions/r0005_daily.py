"""The deal of the day is counted: only totals, nothing about who has played."""

import sqlalchemy as sa
from alembic import op

revision = "0005_for_0004"
down_revision = "0004_for_0003"


def upgrade() -> None:
    """Create the table of totals; programs of revision 0004 do not need it."""
    op.create_table(
        "daily_totals",
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("played", sa.BigInteger, nullable=False),
        sa.Column("won", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )

"""Tokens with which programs play: only their fingerprints, never the tokens themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0006_for_0005"
down_revision = "0005_for_0004"


def upgrade() -> None:
    """Create the table of tokens; programs of revision 0005 do not need it."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("fingerprint", sa.String, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("revoked_at", sa.BigInteger),
        sa.Column("max_tables", sa.BigInteger, nullable=False),
        sa.Column("rate", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("tokens_by_fingerprint", "tokens", ["fingerprint"], unique=True)

"""What is due is leased to one node at a time."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the end of the lease."""
    lease = sa.Column("leased_until", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("dues", lease)

"""Days on which a server ran are numbered in the order in which they came, whatever the clock."""

import sqlalchemy as sa
from alembic import op

revision = "0004_for_0003"
down_revision = "0003_for_0002"


def upgrade() -> None:
    """Number the days; programs of revision 0003 leave their numbers at 0."""
    op.add_column(
        "run_days", sa.Column("ordinal", sa.BigInteger, nullable=False, server_default="0")
    )
    op.execute(
        "UPDATE run_days SET ordinal ="
        " (SELECT count(*) FROM run_days AS other WHERE other.day <= run_days.day)"
    )

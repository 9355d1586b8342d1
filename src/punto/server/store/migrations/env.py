"""Alembic's entry point: it uses the connection and the transaction of the caller."""

from alembic import context

from punto.server.store.schema import REVISION_TABLE, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=REVISION_TABLE,
)
context.run_migrations()

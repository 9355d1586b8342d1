"""What is written beside appends: secrets that are made, tables that are forgotten."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete

from punto.server.store.questions import Stale, secret
from punto.server.store.schema import tables
from punto.server.store.statements import Statements


def keep_secret(connection: Connection, statements: Statements, name: str, value: bytes) -> bytes:
    """Keep a secret unless there is one of that name; answer the one that is there."""
    connection.execute(statements.new_secret, {"name": name, "value": value})
    kept = secret(connection, name)
    assert kept is not None
    return kept


def forget(connection: Connection, stale: Stale, ids: Sequence[str]) -> int:
    """Delete tables, but none to which somebody has come back; count what has gone."""
    query = delete(tables).where(tables.c.id.in_(ids), stale.condition())
    return connection.execute(query).rowcount

"""A whole batch as one statement of SQLite, for when nothing stands in its way.

Between two statements Python's driver has to get hold of the interpreter again, and waits for it
while others use it: five statements for a batch took longer to wait than to write.
"""

from collections.abc import Sequence

from sqlalchemy import Dialect, literal_column
from sqlalchemy.engine.interfaces import DBAPIConnection, DBAPICursor

from punto.server.store.append import Append
from punto.server.store.batch import Batch, Outcome
from punto.server.store.statements import Writes
from punto.server.wire.encoding import encode

VIEW = "batches"

CHECKED = ("moved_tables", "turned_tables")
"""Of these every row must be there, and stand as was expected."""


class SqliteBatch:
    """Puts a batch into a view of its connection alone, where a trigger writes all parts of it."""

    def __init__(self, dialect: Dialect) -> None:
        writes = Writes(dialect.name, lambda name: literal_column(f"new.{name}"))
        self.names, steps = tuple(writes.statements), []
        for name, statement in writes.statements.items():
            steps.append(str(statement.compile(dialect=dialect)))
            if name in CHECKED:
                missing = f"changes() < json_array_length(new.{name})"
                steps.append(f"SELECT RAISE(ABORT, 'a table has gone on') WHERE {missing}")
        columns = ", ".join(f"NULL AS {name}" for name in self.names)
        self.setup = (
            "PRAGMA temp_store = MEMORY",
            f"CREATE TEMP VIEW {VIEW} AS SELECT {columns}",
            f"CREATE TEMP TRIGGER {VIEW}_written INSTEAD OF INSERT ON {VIEW} BEGIN "
            + "".join(f"{step}; " for step in steps)
            + "END",
        )
        self.sql = f"INSERT INTO {VIEW} VALUES ({', '.join('?' * len(self.names))})"  # noqa: S608

    def prepare(self, connection: DBAPIConnection, _entry: object = None) -> None:
        """Get a new connection ready."""
        cursor = connection.cursor()
        for statement in self.setup:
            cursor.execute(statement)
        cursor.close()

    def write(self, cursor: DBAPICursor, appends: Sequence[Append]) -> list[Outcome]:
        """Write appends, and commit them, if all their tables stand as they expect.

        Otherwise the driver raises an IntegrityError, and nothing is written.
        """
        batch = Batch({append.table: append.after for append in reversed(appends)})
        outcomes = [batch.take(append) for append in appends]
        rows = batch.rows()
        cursor.execute(
            self.sql, [encode(rows[name]) if rows[name] else None for name in self.names]
        )
        return outcomes

"""Statements that are run all the time: turned into SQL once, then given to the driver as it is."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from sqlalchemy import Dialect
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.elements import CompilerElement

from punto.server.wire.encoding import encode

Row = dict[str, Any]


class Prepared:
    """One statement in the SQL of one database; its values are texts and numbers alone.

    SQLAlchemy would look at every value of every row, and at the statement every time: with
    small rows that takes longer than the database does.
    """

    def __init__(self, statement: CompilerElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self.constants = {
            name: value for name, value in compiled.params.items() if value is not None
        }
        names = getattr(compiled, "positiontup", None)  # for drivers that count their values
        self.values: Callable[[Row], Any] = dict if names is None else values_of(names)

    def ask(self, cursor: DBAPICursor, row: Row) -> list[Any]:
        """Run it once, and read all that it finds."""
        cursor.execute(self.sql, self.values(row))
        return list(cursor.fetchall())


class Together(Prepared):
    """A statement that gets all its rows at once, as one value of the name `rows`.

    Sending row after row to PostgreSQL took six times as much of the processor here.
    """

    def run(self, cursor: DBAPICursor, rows: list[Row]) -> None:
        """Run it for all rows, if there is one."""
        if rows:
            cursor.execute(self.sql, self.values({**self.constants, "rows": encode(rows)}))


def values_of(names: list[str]) -> Callable[[Row], Any]:
    """Take the values of a row in this order, always as a tuple."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda row: (row[names[0]],)

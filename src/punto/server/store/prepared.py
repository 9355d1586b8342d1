"""Statements that are run for many rows: turned into SQL once, and not looked at again."""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.elements import CompilerElement

Row = dict[str, Any]


class Prepared:
    """One statement in the SQL of one database; its values are texts and numbers alone.

    SQLAlchemy would go through every value of every row: with small rows that takes longer than
    the database does.
    """

    def __init__(self, statement: CompilerElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        names = getattr(compiled, "positiontup", None)  # for drivers that count their values
        self.values: Callable[[Row], Any] = dict if names is None else values_of(names)

    def run(self, connection: Connection, rows: list[Row]) -> None:
        """Run it for every row, if there is one."""
        if rows:
            connection.exec_driver_sql(self.sql, list(map(self.values, rows)))


def values_of(names: list[str]) -> Callable[[Row], Any]:
    """Take the values of a row in this order, always as a tuple."""
    if len(names) > 1:
        return itemgetter(*names)
    return lambda row: (row[names[0]],)

"""The SQL of a batch, for both databases."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Dialect
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.dialects.sqlite import pysqlite

from punto.server.store._statements import Statements
from punto.server.store.location import parse_address
from punto.server.store.migrate import prepare

KINDS: tuple[Callable[[], Dialect], ...] = (pysqlite.dialect, psycopg.dialect)
DIALECTS = {dialect.name: dialect for dialect in (kind() for kind in KINDS)}


@pytest.mark.parametrize("name", DIALECTS)
def test_every_statement_compiles_for_both_databases(name: str) -> None:
    statements = Statements(DIALECTS[name])
    prepared = [statements.last_numbers, statements.events, *statements.writes.values()]
    assert len(prepared) == 10
    mark = "?" if name == "sqlite" else "%("
    assert all(mark in statement.sql for statement in prepared)
    assert ("FOR NO KEY UPDATE" in statements.last_numbers.sql) == (name == "postgresql")
    assert "ON CONFLICT" in statements.writes["new_dues"].sql


def test_the_last_numbers_are_found_by_primary_key(path: Path) -> None:
    prepare(parse_address(path))
    sql = Statements(DIALECTS["sqlite"]).last_numbers.sql
    with closing(sqlite3.connect(path)) as connection:
        plan = str(connection.execute(f"EXPLAIN QUERY PLAN {sql}", ["[]"]).fetchall())
    assert "SEARCH tables USING PRIMARY KEY (id=?)" in plan
    assert "SCAN tables" not in plan

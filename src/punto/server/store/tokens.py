"""Tokens of programs: making, listing and revoking them, while the server may be running.

A token is 256 random bits, so one round of SHA-256 is enough to store it: nobody can guess what it
was made from. The server sees a change with its next look at the database.
"""

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import DBAPIError

from punto.server.store._reader import TOKEN_COLUMNS
from punto.server.store.connections import writer_engine
from punto.server.store.errors import StoreError, store_error
from punto.server.store.location import database_file, make_folder, parse_address
from punto.server.store.migrate import prepare
from punto.server.store.model import TokenRow
from punto.server.store.schema import devices, tokens
from punto.server.wire.programs import device_of_program

TOKEN_PREFIX = "punto_"  # noqa: S105 it makes a token recognisable, and is no secret
TOKEN_BYTES = 32
ID_BYTES = 8

DEFAULT_MAX_TABLES = 8
DEFAULT_RATE = 25
"""In units of the budget per second: half of what one address may use by default."""


class ListedToken(NamedTuple):
    """A token, and when its program last took a seat or played, in milliseconds since 1970."""

    token: TokenRow
    played_at: int | None


def fingerprint(token: str) -> str:
    """Hash a token, so that it can be recognised without being stored."""
    return hashlib.sha256(token.encode()).hexdigest()


def make_token(
    address: str | Path,
    name: str,
    now: int,
    *,
    max_tables: int = DEFAULT_MAX_TABLES,
    rate: int = DEFAULT_RATE,
) -> str:
    """Make a token for a program, and return it: this is the only time that it can be read."""
    token = f"{TOKEN_PREFIX}{secrets.token_urlsafe(TOKEN_BYTES)}"
    with begin_transaction(address, creates=True) as connection:
        if find_id(connection, name) is not None:
            sentence = f"{name}: a program of this name has a token: revoke it first"
            raise StoreError("token-exists", sentence, name=name)
        row = {
            "id": secrets.token_hex(ID_BYTES),
            "name": name,
            "fingerprint": fingerprint(token),
            "created_at": now,
            "max_tables": max_tables,
            "rate": rate,
        }
        connection.execute(insert(tokens), row)
    return token


def list_tokens(address: str | Path) -> list[ListedToken]:
    """List all tokens, those that were made first first."""
    with begin_transaction(address) as connection:
        order = (tokens.c.created_at, tokens.c.id)
        rows = [
            TokenRow(*row)
            for row in connection.execute(select(*TOKEN_COLUMNS).order_by(*order)).all()
        ]
        return [ListedToken(row, _played_at(connection, row)) for row in rows]


def revoke_token(address: str | Path, name: str, now: int) -> None:
    """Revoke the token of a program."""
    with begin_transaction(address) as connection:
        token_id = find_id(connection, name)
        if token_id is None:
            sentence = f"{name}: no program of this name has a token"
            raise StoreError("no-such-token", sentence, name=name)
        revoked = update(tokens).where(tokens.c.id == token_id).values(revoked_at=now)
        connection.execute(revoked)


def find_id(connection: Connection, name: str) -> str | None:
    """Find the token of a program that is not revoked."""
    query = select(tokens.c.id).where(tokens.c.name == name, tokens.c.revoked_at.is_(None))
    return connection.execute(query).scalar()


def _played_at(connection: Connection, row: TokenRow) -> int | None:
    device = device_of_program(row.id, row.name)
    query = select(func.max(devices.c.touched_at)).where(devices.c.device_id == device)
    return connection.execute(query).scalar()


@contextmanager
def begin_transaction(address: str | Path, *, creates: bool = False) -> Iterator[Connection]:
    """Begin a transaction in a database, which is migrated first if an older version wrote it."""
    url = parse_address(address)
    path = database_file(url)
    if path is not None and not path.exists():
        if not creates:
            sentence = f"{path}: there is no database here: start the server, or make a token"
            raise StoreError("no-database", sentence, file=path)
        make_folder(path)
    prepare(url)
    engine = writer_engine(url)
    try:
        with engine.begin() as connection:
            yield connection
    except DBAPIError as error:
        raise store_error(error, path or url) from error
    finally:
        engine.dispose()

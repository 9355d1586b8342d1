"""Appends for tests of the store."""

import asyncio
from collections.abc import Sequence

from sqlalchemy import make_url

from punto.server.store.model import KEEP, Append, Due, Keep, NewEvent
from punto.server.store.store import Store


def begin(table: str = "a", *, at: int = 1, phase: str = "open", due: Due | None = None) -> Append:
    """Make an append that creates a table."""
    return Append(table, 0, at, [NewEvent.of("made", {"at": at})], phase, due)


def go_on(
    after: int,
    table: str = "a",
    *,
    at: int = 2,
    count: int = 1,
    phase: str | None = None,
    due: Due | Keep | None = KEEP,
    devices: Sequence[str] = (),
) -> Append:
    """Make an append to a table."""
    events = [NewEvent.of("placed", {"after": after, "n": n}) for n in range(count)]
    return Append(table, after, at, events, phase, due, devices)


def owner(address: str) -> str:
    """Return the owner of a PostgreSQL database; its schema has the same name."""
    return make_url(address).username or ""


async def fill(store: Store, tables: int, phase: str = "open") -> None:
    """Store a number of tables with three events each, touched at 0, 1, 2, …"""
    names = {f"t{number:03}": number for number in range(tables)}
    first = (begin(name, at=at, phase=phase) for name, at in names.items())
    more = (go_on(1, name, at=at, count=2, devices=["phone"]) for name, at in names.items())
    await asyncio.gather(*map(store.append, [*first, *more]))

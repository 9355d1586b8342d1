"""Appends to try the store with."""

from collections.abc import Sequence

from punto.server.store.append import KEEP, Append, Due, Event, Keep
from punto.server.store.store import Store


def begin(table: str = "a", *, at: int = 1, phase: str = "open", due: Due | None = None) -> Append:
    """Make a table."""
    return Append(table, 0, at, [Event.of("made", {"at": at})], phase, due)


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
    """Add events to a table."""
    events = [Event.of("placed", {"after": after, "n": n}) for n in range(count)]
    return Append(table, after, at, events, phase, due, devices)


async def fill(store: Store, tables: int, phase: str = "open") -> None:
    """Make a number of tables with three events each, touched at 0, 1, 2, …"""
    for number in range(tables):
        await store.append(begin(f"t{number:03}", at=number, phase=phase))
        await store.append(go_on(1, f"t{number:03}", at=number, count=2, devices=["phone"]))

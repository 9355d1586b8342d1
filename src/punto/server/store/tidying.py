"""Tidying up: old tables are marked at one look, and deleted at another, a day later or more.

A wall clock that is wrong at one start makes everything look old, or what is played meanwhile. So
days on which a server ran are numbered in the order in which they came: a table is old when nobody
touched it for so many days by the clock, and on none of the last so many of those days either. What
is deleted is kept for a while; `punto undelete` brings it
back.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, cast

from sqlalchemy import Select

from punto.server.store import deleting
from punto.server.store.deleting import DAY_MS, Stale
from punto.server.store.reader import Reader
from punto.server.store.writer import Writer

STEP = 20
"""Tables that go in one transaction; others wait that long at most."""

KEPT_DAYS = 30
"""Days, of those on which a server ran, for which deleted tables are kept."""


class Policy(NamedTuple):
    """How long tables in some phases are kept after the last touch."""

    days: int
    """0 keeps them for ever."""
    phases: tuple[str, ...]


class Tidied(NamedTuple):
    """What one look has done."""

    marked: int
    oldest: int | None
    """When the oldest of those was touched, in milliseconds since 1970."""
    deleted: int
    purged: int
    """Tables that cannot be brought back any more."""


async def tidy(reader: Reader, writer: Writer, now: int, policy: Policy) -> Tidied:
    """Look once, in small steps, so that nobody has to wait for it."""
    today = now // DAY_MS
    ordinal = cast("int", await writer.submit(partial(deleting.note_day, day=today)))
    can_be_old = policy.days and ordinal >= policy.days
    before = now - policy.days * DAY_MS if can_be_old else 0
    stale = Stale(before, ordinal - policy.days, policy.phases)
    await writer.submit(partial(deleting.spare, stale=stale))

    async def each(query: Select[tuple[str]], do: Callable[..., object]) -> list[object]:
        done, beyond = list[object](), ""
        while ids := await reader.ask(
            partial(deleting.step, query=query, beyond=beyond, limit=STEP)
        ):
            done.append(await writer.submit(partial(do, ids=ids)))
            beyond = ids[-1]
        return done

    due = deleting.marked(stale, now - DAY_MS)
    gone = await each(due, partial(deleting.delete_tables, stale=stale, day=today))
    new = await each(deleting.unmarked(stale), partial(deleting.mark, stale=stale, now=now))
    touched = [at for one in new for at in cast("list[int]", one)]
    return Tidied(
        len(touched),
        min(touched, default=None),
        sum(cast("list[int]", gone)),
        await purge(writer, ordinal),
    )


async def purge(writer: Writer, ordinal: int) -> int:
    """Delete for good what was kept long enough; count it."""
    purged = 0
    if ordinal >= KEPT_DAYS:
        step = partial(deleting.purge, ordinal=ordinal - KEPT_DAYS, limit=STEP)
        while done := cast("int", await writer.submit(step)):
            purged += done
    return purged

"""What must hold after a storm, for every table and every process."""

import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from punto.server.store.model import EventRow
from punto.server.table.client_view import table_shape
from punto.server.table.effects import apply
from punto.server.table.stored_event import decode_event
from punto.server.table.table import Table
from server.client import Message
from server.durability.party import Log, check_heard, check_record, logs_from
from server.security.company import whole
from server.security.leaks import leaks_of_message
from server.security.truth import Truth, is_in

from .guest import Guest
from .history import contradictions
from .node import Site

Logs = dict[str, list[EventRow]]

LONG_LIFE = 45
"""Seconds; in a shorter life a process is still getting warm."""
MOST_MEGABYTES = 250
"""What no process needs for some hundred tables, whoever floods it."""
GROWTH = 1.3
GROWTH_MEGABYTES = 25
"""A process may have so much more memory in the last third of its life than in the first."""


def entries_of(site: Site) -> Logs:
    """Read all logs as they are stored, with their secrets."""
    query = "SELECT table_id, number, at, kind, body FROM events ORDER BY table_id, number"
    return grouped(site.ask(query))


def grouped(rows: Iterable[tuple[Any, ...]]) -> Logs:
    """Sort rows of the database by logs."""
    return {
        code: [EventRow(*row[1:]) for row in some]
        for code, some in groupby(rows, lambda row: row[0])
    }


def secret_key(site: Site) -> bytes:
    """Read the key that signs cookies."""
    ((key,),) = site.ask("SELECT value FROM secrets WHERE name = 'cookies'")
    return bytes(key)


def wrong_at(
    code: str, entries: Sequence[EventRow], guests: Sequence[Guest], record: str | None, key: bytes
) -> list[str]:
    """Tell all that is wrong at one table."""
    log = logs_from((code, *entry) for entry in entries)[code]
    moves = [move for guest in guests for move in guest.moves.values()]
    sights = [sight for guest in guests for sight in guest.sights]
    found = [
        *failures(check_heard, guests, log),
        *failures(check_snapshots, code, entries, guests),
        *contradictions(moves, sights, log),
        *failures(check_secrets, entries, guests, key),
    ]
    if record is not None:
        found += failures(check_end, record, log, guests)
    return [f"{code}: {sentence}" for sentence in found]


def failures(check: Callable[..., object], *arguments: object) -> list[str]:
    """Check something, and tell what was wrong instead of stopping there."""
    try:
        check(*arguments)
    except Exception as error:  # whatever a check stumbles over is wrong
        where = traceback.extract_tb(error.__traceback__)[-1].line
        return [f"{check.__name__}: {error} ({where})"]
    return []


def check_end(record: str, log: Log, guests: Iterable[Guest]) -> None:
    """The match is over once, its record agrees with the seed, and everybody knows of it."""
    assert [event["kind"] for event in log.values()].count("over") == 1, "not over once"
    check_record(record, log)
    for guest in guests:
        assert guest.number == len(log), f"{guest.name} does not know how it ended"


def check_snapshots(code: str, entries: Sequence[EventRow], guests: Iterable[Guest]) -> None:
    """Every table that somebody was shown is the one that the log makes up to its number."""
    shown: dict[int, list[Message]] = {}
    for guest in guests:
        for text in guest.received:
            if text.startswith('{"type":"snapshot"'):
                table = json.loads(text)["table"]
                shown.setdefault(table["number"], []).append(table)
    table_now = Table(code)
    for number, at, kind, body in entries:
        apply(table_now, decode_event(kind, body), number, at)
        for shape in shown.pop(number, ()):
            assert shape == json.loads(json.dumps(table_shape(table_now))), f"not how {number} was"
    assert not shown, "a table was shown that never was"


def check_secrets(entries: Sequence[EventRow], guests: Sequence[Guest], key: bytes) -> None:
    """Nobody was told a card that nobody had seen, the seed before the end, or another's device."""
    truth = Truth([(number, kind, whole(body)) for number, _, kind, body in entries])
    known: dict[tuple[str, int], tuple[set[str], int]] = {}
    before: set[str] = set()
    for guest in guests:
        number = 0
        for text in guest.received:
            if (text, number) not in known:
                known[text, number] = leaks_of_message(text, truth, number)
            found, number = known[text, number]
            assert not found, f"{found} in {text}"
        told = "".join(guest.received)
        before.update(until_the_end(guest.received))
        assert not {device for device in truth.devices if device in told}, "a device's name"
        assert not {mark for mark in truth.fingerprints if mark in told}, "a fingerprint"
    assert not truth.seed or not is_in(truth.seed, "\n".join(before)), "the seed"
    assert not is_in(key, "\n".join(text for text, _ in known)), "the key"


def until_the_end(texts: Iterable[str]) -> Iterator[str]:
    """Give all that somebody was told before the match was over."""
    for text in texts:
        if '"phase":"over"' in text:
            return
        head, end, _ = text.partition('"kind":"over"')
        yield head
        if end:
            return


def grown(memory: Sequence[Sequence[Sequence[float]]]) -> list[str]:
    """Tell which processes have more and more memory: megabytes by node, life and second."""
    found = []
    for number, lives in enumerate(memory, 1):
        for life in lives:
            if max(life, default=0) > MOST_MEGABYTES:
                found.append(f"node {number} needed {max(life):.0f} MB")
            if len(life) >= LONG_LIFE:
                first, last = growth(life)
                if last > GROWTH * first + GROWTH_MEGABYTES:
                    found.append(f"node {number} grew from {first:.0f} to {last:.0f} MB")
    return found


def growth(samples: Sequence[float]) -> tuple[float, float]:
    """Compare the first and the last third of a life: the megabytes in both, on average."""
    third = len(samples) // 3
    return sum(samples[:third]) / third, sum(samples[-third:]) / third

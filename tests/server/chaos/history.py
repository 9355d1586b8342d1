"""Check that what people did and saw at a table fits one order of events. Nothing runs here.

Every accepted move is one event of the log. It took effect at some moment between sending the move
and receiving the reply (linearizability). What each person sees of the log only grows.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from server.client import Message

IN_DOUBT = "store-in-doubt"
"""A refusal that says: perhaps."""

TROUBLES = {"store-unavailable", "disk-full", "busy", "stopping", "internal-error"}
"""Refusals that say nothing of the table: a node could not do what another one can."""

TOO_LATE = "too-late"
TURNS = {"started", "placed", "undone", "over"}
"""After these, what was decided before them is too late."""


@dataclass(frozen=True)
class Move:
    """Something that a person tried to do, from sending it to the answer."""

    who: str
    id: str
    answers: int
    """The number of the last event that the person knew of."""
    sent: float
    """When, in seconds; of several times the first."""
    answered: float | None = None
    number: int | None = None
    """The event that came of it, if that was the answer."""
    code: str = ""
    """Why it was refused, if that was the answer, or one of two."""
    tries: int = 1
    """How often it was sent, over whatever connection."""


@dataclass(frozen=True)
class Sight:
    """The moment when somebody had heard of all events up to a number."""

    who: str
    at: float
    number: int


def contradictions(
    moves: Sequence[Move], sights: Iterable[Sight], log: Mapping[int, Message]
) -> list[str]:
    """Tell in which ways a history could not have happened at one table."""
    seen = list(sights)
    return [
        *_in_the_log(moves, log),
        *_in_real_time(moves),
        *_only_forward(seen, len(log)),
        *_not_before_it_was_sent(moves, seen),
        *_refused(moves, log),
    ]


def _in_the_log(moves: Sequence[Move], log: Mapping[int, Message]) -> Iterator[str]:
    """Find accepted moves that are not in the log once, under their number."""
    times = Counter(event["id"] for event in log.values() if "id" in event)
    numbers = Counter(move.number for move in moves if move.number is not None)
    yield from (
        f"{count} moves are number {number}" for number, count in numbers.items() if count > 1
    )
    for move in moves:
        if times[move.id] > 1:
            yield f"{move.id} is in the log {times[move.id]} times"
        if move.number is None:
            continue
        if log.get(move.number, {}).get("id") != move.id:
            yield f"{move.id} was accepted as {move.number}, which the log does not know"
        if move.number <= move.answers:
            yield f"{move.id} answers {move.answers} and is {move.number}"


def _in_real_time(moves: Sequence[Move]) -> Iterator[str]:
    """Find moves that were sent when a later one had already been answered."""
    accepted = [move for move in moves if move.number is not None and move.answered is not None]
    first: Move | None = None
    for move in sorted(accepted, key=lambda move: move.number or 0, reverse=True):
        assert move.answered is not None
        if first is not None and first.answered is not None and first.answered < move.sent:
            yield f"{move.id} is {move.number}, but {first.number} was answered before it was sent"
        if first is None or first.answered is None or move.answered < first.answered:
            first = move


def _only_forward(sights: Iterable[Sight], last: int) -> Iterator[str]:
    """Find people who knew less than before, or more than there is."""
    known: defaultdict[str, int] = defaultdict(int)
    for sight in sorted(sights, key=lambda sight: sight.at):
        if sight.number < known[sight.who]:
            yield f"{sight.who} knew of {known[sight.who]}, then only of {sight.number}"
        if sight.number > last:
            yield f"{sight.who} knew of {sight.number}, but there are {last}"
        known[sight.who] = sight.number


def _not_before_it_was_sent(moves: Sequence[Move], sights: Iterable[Sight]) -> Iterator[str]:
    """Find people who knew of a move before anybody had sent it."""
    by_number = sorted(sights, key=lambda sight: -sight.number)
    earliest, place = float("inf"), 0
    for move in sorted(moves, key=lambda move: -(move.number or 0)):
        if move.number is None:
            continue
        while place < len(by_number) and by_number[place].number >= move.number:
            earliest = min(earliest, by_number[place].at)
            place += 1
        if earliest < move.sent:
            yield f"somebody knew of {move.number} before {move.id} was sent"


def _refused(moves: Sequence[Move], log: Mapping[int, Message]) -> Iterator[str]:
    """Find moves that were refused and done, or refused as too late when they were not."""
    number_of = {event["id"]: number for number, event in log.items() if "id" in event}
    sent = {move.id: move.sent for move in moves}
    for move in moves:
        if not move.code or move.code == IN_DOUBT:
            continue
        may_be_done = move.code in TROUBLES and move.tries > 1  # once by each of two nodes
        if move.id in number_of and not may_be_done:
            yield f"{move.id} was refused ({move.code}), but is {number_of[move.id]}"
        if move.code == TOO_LATE and not any(
            event["kind"] in TURNS
            and number > move.answers
            and event.get("id") != move.id
            and sent.get(event.get("id", ""), move.sent) <= (move.answered or move.sent)
            for number, event in log.items()
        ):
            yield f"{move.id} was too late, but nothing had happened after {move.answers}"

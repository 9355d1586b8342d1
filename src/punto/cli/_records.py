"""Reads the records named on the command line, and finds moments in them."""

import sys
from collections.abc import Iterator
from pathlib import Path

from punto.notation.reader import read_record
from punto.notation.record import Record
from punto.rules.errors import UnreadableError, Words
from punto.rules.match import Match
from punto.rules.round import Placement

STANDARD_INPUT = "-"


def load_record(name: str) -> Record:
    """Read a record from a file, or from standard input."""
    if name == STANDARD_INPUT:
        return read_record(sys.stdin.buffer)
    with Path(name).open("rb") as stream:
        return read_record(stream)


def tag_value(record: Record, name: str) -> str | None:
    """Return the value of the first tag of a name, if there is one."""
    return next((tag[1] for tag in record.tags if tag[0] == name), None)


def record_files(names: list[str]) -> Iterator[str]:
    """Replace each folder by the record files in it; yield other names as they are."""
    for name in names:
        if name != STANDARD_INPUT and Path(name).is_dir():
            yield from (str(path) for path in sorted(Path(name).rglob("*.punto")))
        else:
            yield name


def moment_to_play(match: Match, number: int | None, ply: int | None) -> Match:
    """Find the requested moment with a card to place; without a ply, the last such moment."""
    if ply is not None:
        moment = match.at(number or match.round_number, ply)
        if moment.card is None:
            expected = f"one before the end of round {moment.round_number}, with a card to place"
            raise UnreadableError("ply", expected=expected, came=ply)
        return moment
    for moment in iterate_backwards(match, number):
        if moment.card is not None:
            return moment
    raise UnreadableError("moment", expected="a card to place", came=Words("none"))


def iterate_backwards(match: Match, number: int | None) -> Iterator[Match]:
    """Go back through a round, or, without a number, through all rounds from the last one."""
    for round_number in [number] if number else range(match.round_number, 0, -1):
        moment = match.at(round_number)
        yield moment
        while moment.stage.round.ply:
            moment.undo()
            yield moment


def next_placement(match: Match, moment: Match) -> Placement | None:
    """Return the placement that follows a moment in the same round, if there is one."""
    placements = match.rounds[moment.round_number - 1].placements
    placed = moment.stage.round.ply
    return placements[placed] if placed < len(placements) else None

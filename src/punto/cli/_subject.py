"""The moment that a command is about: of a record, or a position in one line."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from punto.cli._arguments import whole_number
from punto.cli._records import load_record, moment_to_play, next_placement
from punto.notation.position import read_position
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.rules.position import Position
from punto.rules.round import Placement


@dataclass(frozen=True, slots=True)
class Subject:
    """A position, with what the record says about it."""

    position: Position
    names: Sequence[str] | None = None
    played: Placement | None = None
    """What was played there, if the record continues."""


def add_subject(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name the moment."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="a record, or - for standard input")
    parser.add_argument("--round", metavar="N", type=whole_number(1), help="the round, from 1")
    parser.add_argument(
        "--ply", metavar="K", type=whole_number(0), help="cards placed before it, from 0"
    )
    parser.add_argument(
        "--position", metavar="TEXT", help="a position in one line, instead of FILE"
    )


def find_subject(options: argparse.Namespace) -> Subject:
    """Find the moment in the record, or parse the position."""
    if (options.file is None) == (options.position is None):
        problem = "is missing" if options.file is None else "cannot be used together"
        names = "FILE or --position" if options.file is None else "FILE and --position"
        raise PuntoError("unreadable-subject", f"{names} {problem}")
    if options.position is not None:
        if options.round is not None or options.ply is not None:
            sentence = "--position cannot be used together with --round or --ply"
            raise PuntoError("unreadable-subject", sentence)
        position = read_position(options.position)
        if position.card is None:
            raise UnreadableError("position", expected="a card to place", came=Words("none"))
        return Subject(position)
    record = load_record(options.file)
    moment = moment_to_play(record.match, options.round, options.ply)
    return Subject(moment.position(), record.names, next_placement(record.match, moment))

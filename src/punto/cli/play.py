"""`punto play`: a match in the terminal, in plain text."""

import argparse
import re
from datetime import date
from pathlib import Path
from random import Random

from punto.cli.arguments import DEFAULT_BOT, Commands, add_match_options
from punto.cli.files import load
from punto.cli.language import say
from punto.cli.output import forgive_signs
from punto.notation.record import Record
from punto.rules.deck import read_seat
from punto.rules.errors import PuntoError, shortened
from punto.rules.facts import Mode
from punto.rules.match import Match


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots, or with others at this keyboard. "
        "With --record every move is saved at once, and the same command goes on with the match.",
    )
    add_match_options(parser)
    parser.add_argument("--start", type=int, metavar="SEAT", help="who starts; drawn if not said")
    parser.add_argument(
        "--people",
        type=int,
        nargs="+",
        default=[1],
        metavar="SEAT",
        help="the seats played at this keyboard (1 if not said)",
    )
    parser.add_argument(
        "--bot",
        metavar="NAME",
        help=f"who plays the other seats ({DEFAULT_BOT} if not said); `punto bots` lists them",
    )
    parser.add_argument("--open-cards", action="store_true", help="all top cards lie face up")
    parser.add_argument(
        "--seed", type=seed, metavar="HEX", help="64 hexadecimal digits, for the same deals"
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="where the match is written")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Begin a match, or go on with the one in the record, and play it."""
    from punto.cli.session import Session, bot_at  # noqa: PLC0415 the other commands need no colours

    forgive_signs()
    if options.record and options.record.exists():
        record = unfinished(options.record)
    else:
        record = new_record(options)
    mode = record.match.mode
    people = {read_seat(mode, seat) for seat in options.people}
    bots = {
        seat: bot_at(record.names[seat - 1], options.bot)
        for seat in mode.seats
        if seat not in people
    }
    Session(record, bots, options.record, Random(record.match.commitment)).play()
    return 0


def new_record(options: argparse.Namespace) -> Record:
    """Begin a match."""
    match = Match(
        options.mode,
        edition=options.edition,
        rounds_to_win=options.rounds_to_win,
        start=options.start,
        seed=options.seed,
        open_cards=options.open_cards,
    )
    names = default_names(match.mode, options.people, options.bot or DEFAULT_BOT)
    return Record(match, names, date.today(), deals=True)


def unfinished(path: Path) -> Record:
    """Read a match that can go on."""
    record = load(str(path))
    if record.match.over or record.match.seed is None:
        sentence = f"{path}: this match is over or has no seed: name a new file"
        raise PuntoError("cannot-go-on", sentence, file=path)
    return record


def default_names(mode: Mode, people: list[int], bot: str) -> list[str]:
    """Name the seats; bots by what `--bot` calls them, so that the match can go on with them."""
    bots = len(set(mode.seats) - set(people))
    return [
        say("seat.player", number=seat) if seat in people else f"{bot} {seat}" if bots > 1 else bot
        for seat in mode.seats
    ]


def seed(text: str) -> str:
    """Read a seed on the command line."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(say("argument.seed", came=shortened(text)))
    return text

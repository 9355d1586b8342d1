"""`punto play`: a match in the terminal, as plain text."""

import argparse
import re
from datetime import date
from pathlib import Path
from random import Random

from punto.cli._arguments import DEFAULT_BOT, Commands, add_match_options
from punto.cli._language import say
from punto.cli._output import replace_unencodable
from punto.cli._records import load_record
from punto.notation.record import Record
from punto.rules.deck import read_seat
from punto.rules.errors import PuntoError, shortened
from punto.rules.facts import Mode
from punto.rules.match import Match
from punto.rules.options import Options


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots, or with others at this keyboard. "
        "With --record every move is saved at once, and the same command continues the match.",
    )
    add_match_options(parser)
    parser.add_argument(
        "--start", type=int, metavar="SEAT", help="the seat that starts (default: drawn at random)"
    )
    parser.add_argument(
        "--people",
        type=int,
        nargs="+",
        default=[1],
        metavar="SEAT",
        help="the seats played at this keyboard (default: 1)",
    )
    parser.add_argument(
        "--bot",
        metavar="NAME",
        help=f"the bot at the other seats (default: {DEFAULT_BOT}); `punto bots` lists them",
    )
    parser.add_argument(
        "--open-cards", action="store_true", help="the top card of every deck lies face up"
    )
    parser.add_argument(
        "--plain-stalemate",
        action="store_true",
        help="the winner of a stalemate takes no card out of the match",
    )
    parser.add_argument(
        "--seed",
        type=read_seed,
        metavar="HEX",
        help="64 hexadecimal digits; the same seed gives the same deals",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the match in this file")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Begin a match, or continue the one in the record."""
    from punto.cli._session import Session, bot_for_seat  # noqa: PLC0415 only needed here

    replace_unencodable()
    if options.record and options.record.exists():
        record = unfinished(options.record)
    else:
        record = new_record(options)
    mode = record.match.mode
    people = {read_seat(mode, seat) for seat in options.people}
    bots = {
        seat: bot_for_seat(record.names[seat - 1], options.bot)
        for seat in mode.seats
        if seat not in people
    }
    Session(record, bots, options.record, Random(record.match.commitment)).play()
    return 0


def new_record(options: argparse.Namespace) -> Record:
    """Create a new match and its record."""
    match = Match(
        options.mode,
        edition=options.edition,
        rounds_to_win=options.rounds_to_win,
        start=options.start,
        seed=options.seed,
        options=Options(
            open_cards=options.open_cards, stalemate_removes=not options.plain_stalemate
        ),
    )
    names = default_names(match.mode, options.people, options.bot or DEFAULT_BOT)
    return Record(match, names, date.today(), deals=True)


def unfinished(path: Path) -> Record:
    """Read a match that can be continued."""
    record = load_record(str(path))
    if record.match.over or record.match.seed is None:
        sentence = f"{path}: this match is over or has no seed: choose a new file"
        raise PuntoError("cannot-go-on", sentence, file=path)
    return record


def default_names(mode: Mode, people: list[int], bot: str) -> list[str]:
    """Return the names of the seats; bots keep their name for `--bot`, to continue with them."""
    bots = len(set(mode.seats) - set(people))
    return [
        say("seat.player", number=seat) if seat in people else f"{bot} {seat}" if bots > 1 else bot
        for seat in mode.seats
    ]


def read_seed(text: str) -> str:
    """Argument type: a seed."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(say("argument.seed", came=shortened(text)))
    return text

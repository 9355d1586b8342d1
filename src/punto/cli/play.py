"""`punto play`: a match in the terminal, as plain text."""

import argparse
import re
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from punto.cli._arguments import DEFAULT_BOT, Commands
from punto.cli._language import say
from punto.cli._match_options import DEFAULT_MODE, add_match_options
from punto.cli._record_lock import lock_record
from punto.cli._records import load_record
from punto.notation.record import Record
from punto.rules.deck import read_seat
from punto.rules.editions import DEFAULT_EDITION
from punto.rules.errors import PuntoError, shortened
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN
from punto.rules.match import Match
from punto.rules.options import Options

if TYPE_CHECKING:
    from punto.cli._session import Session

DEFAULT_PEOPLE = (1,)


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots, or with others at this keyboard. "
        "With --record every move is saved at once, and the same command continues the match, "
        "with the same players; the other options may then be left out.",
    )
    add_match_options(parser, use_defaults=False)
    parser.add_argument(
        "--start", type=int, metavar="SEAT", help="the seat that starts (default: drawn at random)"
    )
    parser.add_argument(
        "--people",
        type=int,
        nargs="+",
        metavar="SEAT",
        help="the seats played at this keyboard (default: 1)",
    )
    parser.add_argument(
        "--bot",
        metavar="BOT",
        help=f"the bot at the other seats (default: {DEFAULT_BOT}): one that `punto bots` lists, "
        "or a Bot of your own, as in ./mine.py:BOT",
    )
    parser.add_argument(
        "--open-cards",
        action=argparse.BooleanOptionalAction,
        help="the top card of every deck lies face up",
    )
    parser.add_argument(
        "--plain-stalemate",
        action=argparse.BooleanOptionalAction,
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
    with lock_record(options.record):
        if options.record and options.record.exists():
            session = continue_match(options)
        else:
            session = begin_match(options)
        session.play()
    return 0


def begin_match(options: argparse.Namespace) -> "Session":
    """Create a new match and its record."""
    from punto.bots import load_bot  # noqa: PLC0415 most commands need none
    from punto.cli._seating import bot_tags, seat_names  # noqa: PLC0415
    from punto.cli._session import Session  # noqa: PLC0415 only needed here

    match = Match(
        options.mode or DEFAULT_MODE,
        edition=options.edition or DEFAULT_EDITION,
        rounds_to_win=options.rounds_to_win or DEFAULT_ROUNDS_TO_WIN,
        start=options.start,
        seed=options.seed,
        options=Options(
            open_cards=bool(options.open_cards), stalemate_removes=not options.plain_stalemate
        ),
    )
    people = {read_seat(match.mode, seat) for seat in options.people or DEFAULT_PEOPLE}
    source = options.bot or DEFAULT_BOT
    bot = load_bot(source)
    bots = {seat: bot for seat in match.mode.seats if seat not in people}
    names, today = seat_names(match.mode, people, bot), date.today()
    tags = Record(match, names, today, deals=True).tags
    tags = (*tags, *bot_tags(dict.fromkeys(bots, source)))
    record = Record(match, names, today, deals=True, tags=tags)
    return Session(record, bots, options.record, Random(match.commitment))


def continue_match(options: argparse.Namespace) -> "Session":
    """Read a match that is not over, with the players that it had."""
    from punto.bots import load_bot  # noqa: PLC0415 most commands need none
    from punto.cli._seating import recorded_bots, with_bots  # noqa: PLC0415
    from punto.cli._session import Session  # noqa: PLC0415 only needed here

    record, path = load_record(str(options.record)), options.record
    match = record.match
    if match.over or match.seed is None:
        sentence = f"{path}: this match is over or has no seed: choose a new file"
        raise PuntoError("cannot-go-on", sentence, file=path)
    sources = recorded_bots(record)
    if len(sources) == len(match.mode.seats):  # bots have played among themselves until now
        people = {read_seat(match.mode, seat) for seat in options.people or DEFAULT_PEOPLE}
        sources = {seat: source for seat, source in sources.items() if seat not in people}
        record = with_bots(record, sources)
    refuse_conflicts(options, match, sources)
    bots = {seat: load_bot(source) for seat, source in sources.items()}
    return Session(record, bots, path, Random(match.commitment))


def refuse_conflicts(options: argparse.Namespace, match: Match, sources: dict[int, str]) -> None:
    """Refuse options that contradict the match in the record."""
    assert match.seed is not None
    people = [seat for seat in match.mode.seats if seat not in sources]
    begun_with = {
        "mode": match.mode.name,
        "edition": match.edition.name,
        "rounds_to_win": match.rounds_to_win,
        "start": match.start,
        "people": people,
        "open_cards": match.open_cards,
        "plain_stalemate": not match.options.stalemate_removes,
        "seed": match.seed.hex(),
    }
    for name, there in begun_with.items():
        came = getattr(options, name)
        same = sorted(set(came)) if name == "people" and came else came
        if came is not None and same != there:
            raise conflict(options.record, option_text(name, came), option_text(name, there))
    for source in sources.values():
        if options.bot not in (None, source):
            came, there = option_text("bot", options.bot), option_text("bot", source)
            raise conflict(options.record, came, there)


def conflict(path: Path, option: str, there: str) -> PuntoError:
    """Make the error for an option that contradicts the match in the record."""
    sentence = (
        f"{path}: this match was begun with {there}, not {option}:"
        " leave the option out to continue it, or choose a new file"
    )
    return PuntoError("conflicting-option", sentence, file=path, option=option, there=there)


def option_text(name: str, value: object) -> str:
    """Write an option as on the command line."""
    flag = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{flag}" if value else f"--no-{flag}"
    return f"--{flag} {' '.join(map(str, value)) if isinstance(value, list) else value}"


def read_seed(text: str) -> str:
    """Argument type: a seed."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(say("argument.seed", came=shortened(text)))
    return text.lower()

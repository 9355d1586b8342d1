"""`punto play`: a match in the terminal, on the full screen or line by line."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli._arguments import DEFAULT_BOT, Commands
from punto.cli._full_screen import add_plain, wants_full_screen
from punto.cli._language import say
from punto.cli._match_options import DEFAULT_MODE, add_match_options
from punto.cli._record_lock import lock_record
from punto.cli._records import load_record
from punto.notation.record import Record
from punto.rules.deck import read_seat
from punto.rules.editions import DEFAULT_EDITION
from punto.rules.errors import PuntoError, shortened
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, mode_named
from punto.rules.match import Match

if TYPE_CHECKING:
    from punto.cli._match_setup import MatchSetup
    from punto.cli._session import Session

DEFAULT_PEOPLE = (1,)


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "play",
        help="play a match in the terminal",
        description="Play a match against bots, or with others at this keyboard. Without options, "
        "the full screen begins with a menu, and keeps the match for you. "
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
        "a Bot of your own, as in ./mine.py:BOT, or an engine, as in engine:COMMAND",
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
        "--handicap",
        type=read_handicap_argument,
        metavar="N,N",
        help="how many of its highest cards each side goes without, 0 to 6, as in 2,0",
    )
    parser.add_argument(
        "--seed",
        type=read_seed,
        metavar="HEX",
        help="64 hexadecimal digits; the same seed gives the same deals",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the match in this file")
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Begin a match, or continue the one in the record."""
    if wants_full_screen(options):
        from punto.tui.start import play_on_full_screen  # noqa: PLC0415 it needs Textual

        return play_on_full_screen(options)
    with lock_record(options.record):
        if options.record and options.record.exists():
            session = continue_from_record(options)
        else:
            session = begin_with_options(options)
        session.play()
    return 0


def begin_with_options(options: argparse.Namespace) -> "Session":
    """Create a new match and its record, for the line mode."""
    from punto.cli._match_setup import begin_match  # noqa: PLC0415 most commands need no bots
    from punto.cli._session import Session  # noqa: PLC0415

    begun = begin_match(setup_from(options), options.record)
    return Session(begun.record, begun.bots, begun.path, begun.random)


def setup_from(options: argparse.Namespace) -> "MatchSetup":
    """Read who plays by which rules from the options."""
    from punto.cli._match_setup import MatchSetup, SeatChoice  # noqa: PLC0415 see above

    mode = mode_named(options.mode or DEFAULT_MODE)
    people = {read_seat(mode, seat) for seat in options.people or DEFAULT_PEOPLE}
    bot = options.bot or DEFAULT_BOT
    return MatchSetup(
        mode=mode.name,
        edition=options.edition or DEFAULT_EDITION,
        rounds_to_win=options.rounds_to_win or DEFAULT_ROUNDS_TO_WIN,
        start=options.start,
        open_cards=bool(options.open_cards),
        stalemate_removes=not options.plain_stalemate,
        handicap=options.handicap or (),
        seats=tuple(SeatChoice(None if seat in people else bot) for seat in mode.seats),
        seed=options.seed,
    )


def continue_from_record(options: argparse.Namespace) -> "Session":
    """Read a match that is not over, with the players that it had, for the line mode."""
    from punto.cli._match_setup import continue_match  # noqa: PLC0415 see above
    from punto.cli._session import Session  # noqa: PLC0415

    continued = continue_match(load_for(options), options.record, options.bot)
    return Session(continued.record, continued.bots, continued.path, continued.random)


def load_for(options: argparse.Namespace) -> Record:
    """Read the record to continue; refuse options that contradict it."""
    from punto.cli._match_setup import refuse_finished  # noqa: PLC0415 see above
    from punto.cli._seating import recorded_bots, with_bots  # noqa: PLC0415

    record, path = load_record(str(options.record)), options.record
    refuse_finished(record, path)
    match, sources = record.match, recorded_bots(record)
    if len(sources) == len(match.mode.seats):  # bots have played among themselves until now
        people = {read_seat(match.mode, seat) for seat in options.people or DEFAULT_PEOPLE}
        sources = {seat: source for seat, source in sources.items() if seat not in people}
        record = with_bots(record, sources)
    refuse_conflicts(options, match, sources)
    return record


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
        "handicap": match.options.handicap or (0,) * len(match.mode.sides),
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
    if isinstance(value, tuple):
        return f"--{flag} {','.join(map(str, value))}"
    return f"--{flag} {' '.join(map(str, value)) if isinstance(value, list) else value}"


def read_handicap_argument(text: str) -> tuple[int, ...]:
    """Argument type: a number for each side; how many there must be depends on the mode."""
    if not re.fullmatch(r"[0-6](,[0-6])*", text):
        raise argparse.ArgumentTypeError(say("argument.handicap", came=shortened(text)))
    return tuple(map(int, text.split(",")))


def read_seed(text: str) -> str:
    """Argument type: a seed."""
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(say("argument.seed", came=shortened(text)))
    return text.lower()

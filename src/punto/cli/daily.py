"""`punto daily`: the deal of the day, the same for everybody in the world."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from punto.cli._arguments import Commands
from punto.cli._full_screen import add_plain, wants_full_screen
from punto.cli._record_lock import lock_record
from punto.cli._records import load_record
from punto.rules.errors import PuntoError


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "daily",
        help="play the deal of the day",
        description="Play the deal of the day: one round against the bot of the day, with the same "
        "cards for everybody in the world. There is one try, without hints, and no card can be "
        "taken back. If interrupted, the same command continues.",
    )
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="save the match in this file (default: by XDG)"
    )
    add_plain(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Begin today's deal, or continue it."""
    from punto.cli._kept_matches import path_of_day  # noqa: PLC0415 most commands need no bots
    from punto.cli._match_setup import begin_match, continue_match, setup_of_day  # noqa: PLC0415
    from punto.cli._played_match import DAILY_TAG  # noqa: PLC0415
    from punto.cli._records import tag_value  # noqa: PLC0415
    from punto.cli._session import Session  # noqa: PLC0415

    day = datetime.now(UTC).date().isoformat()
    path = options.record or path_of_day(day)
    if options.record is None:
        path.parent.mkdir(parents=True, exist_ok=True)
    with lock_record(path):
        if path.exists():
            record = load_record(str(path))
            if tag_value(record, DAILY_TAG) is None:
                sentence = f"{path}: this is not a deal of the day: choose a new file"
                raise PuntoError("not-daily", sentence, file=path)
            played = continue_match(record, path)
        else:
            played = begin_match(setup_of_day(day), path)
        if wants_full_screen(options):
            from punto.tui.start import play_match  # noqa: PLC0415 it needs Textual

            return play_match(played)
        Session(played.record, played.bots, played.path, played.random).play()
    return 0

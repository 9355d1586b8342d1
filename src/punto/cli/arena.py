"""`punto arena`: which bot is stronger, by how much, and how certain is that?"""

import argparse
import hashlib
import os
import re
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli._arguments import (
    Commands,
    add_json,
    require_extra,
    whole_number,
)
from punto.cli._match_options import add_match_options
from punto.cli._output import print_json, progress_bar
from punto.rules.errors import UnreadableError
from punto.rules.facts import MODES

if TYPE_CHECKING:
    from punto.lab.settings import Settings

MAX_FOLDER_CHARACTERS = 80
"""The longest list of bots in the name of a folder; a longer one ends with a hash of all."""


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "arena",
        help="let bots play each other",
        description="Let bots play each other to find out who is stronger. Every set of decks is "
        "played once from each seat. Finished matches are saved in the folder; if interrupted, "
        "the same command continues.",
    )
    parser.add_argument(
        "bots",
        metavar="BOT",
        nargs="+",
        help="at least two bots: names that `punto bots` lists, Bots of your own, as in "
        "./mine.py:BOT, or engines, as in engine:COMMAND",
    )
    add_match_options(parser)
    parser.add_argument(
        "--matches",
        type=whole_number(1),
        default=100,
        metavar="N",
        help="matches per line-up, rounded up to whole sets of decks (default: 100)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        default=1,
        metavar="N",
        help="number of processes (default: 1)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        default=1,
        metavar="N",
        help="seed of all decks (default: 1)",
    )
    parser.add_argument(
        "--timeout",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="a bot that takes longer loses the round (default: 10)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder (default: arena-MODE-BOTS-seedN)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the missing matches, write the results, and print them."""
    require_extra("lab", "the arena")
    from punto.cli._arena_tables import print_tables  # noqa: PLC0415 the other commands
    from punto.lab.arena import run_arena  # noqa: PLC0415 need none of this,
    from punto.lab.report import write_report  # noqa: PLC0415 and not all
    from punto.lab.schedule import schedule  # noqa: PLC0415 have it installed
    from punto.lab.settings import Settings  # noqa: PLC0415

    settings = Settings(
        bots=tuple(options.bots),
        mode=options.mode,
        edition=options.edition,
        rounds_to_win=options.rounds_to_win,
        matches=options.matches,
        seed=options.seed,
        timeout=options.timeout,
    )
    folder = options.out or default_folder(settings)
    note_rounding(settings)
    finished = count()
    try:
        with progress_bar(len(schedule(settings))) as advance:
            results = run_arena(
                settings, folder, jobs=options.jobs, advance=lambda: (next(finished), advance())
            )
    except KeyboardInterrupt:
        kept = next(finished)
        print_note(
            f"stopped: {kept} matches are saved in {folder}; run the same command to continue"
        )
        return 130
    write_report(results, folder)
    if options.json:
        print_json(results.as_json())
    else:
        print_tables(results)
        print(f"Results, plots and all records: {folder}{os.sep}")
    return 0


def default_folder(settings: "Settings") -> Path:
    """Return a folder that is named after the line-up, so that each has its own.

    Earlier versions named it after mode and seed alone. Such a folder of the same bots goes on.
    """
    from punto.lab.folder import SETTINGS, read_settings  # noqa: PLC0415 only the arena needs it

    earlier = Path(f"arena-{settings.mode}-seed{settings.seed}")
    with suppress(OSError, UnreadableError):
        if read_settings(earlier / SETTINGS)["bots"] == list(settings.names):
            return earlier
    bots = "-".join(re.sub(r"[^\w.+]+", "_", name) for name in settings.names)
    if len(bots) > MAX_FOLDER_CHARACTERS:
        digest = hashlib.sha256(bots.encode()).hexdigest()[:8]
        bots = f"{bots[: MAX_FOLDER_CHARACTERS - len(digest) - 1]}-{digest}"
    return Path(f"arena-{settings.mode}-{bots}-seed{settings.seed}")


def note_rounding(settings: "Settings") -> None:
    """Print a note if more matches are played than requested."""
    seats = len(MODES[settings.mode].sides)
    if settings.matches % seats:
        whole = settings.matches + seats - settings.matches % seats
        print_note(
            f"playing {whole} matches, not {settings.matches}: "
            f"each set of decks is played {seats} times"
        )


def print_note(sentence: str) -> None:
    """Print something that is not a result."""
    print(f"punto: {sentence}", file=sys.stderr, flush=True)

"""`punto arena`: which bot is stronger, by how much, and how sure is that?"""

import argparse
import io
import os
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli.arguments import Commands, add_json, add_match_options, at_least
from punto.cli.extras import require
from punto.cli.progress import progress
from punto.rules.facts import MODES

if TYPE_CHECKING:
    from punto.lab.settings import Settings

NEEDED = ("matplotlib", "openskill")


def add_to(commands: Commands) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "arena",
        help="let bots play one another",
        description="Let bots play one another and tell who is stronger. Every set of decks is "
        "played with all seats exchanged. All that was finished is kept in the folder, and the "
        "same command goes on with what is not.",
    )
    parser.add_argument("bots", metavar="BOT", nargs="+", help="the names of at least two bots")
    add_match_options(parser)
    parser.add_argument(
        "--matches",
        type=at_least(1),
        default=100,
        metavar="N",
        help="matches of each line-up, rounded up to whole sets of decks (100 if not said)",
    )
    parser.add_argument(
        "--jobs", type=at_least(1), default=1, metavar="N", help="processes that share the work"
    )
    parser.add_argument("--seed", type=at_least(0), default=1, metavar="N", help="1 if not said")
    parser.add_argument(
        "--timeout",
        type=float,
        default=10.0,
        metavar="SECONDS",
        help="a bot that has not answered by then loses the round (10 if not said)",
    )
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder (arena-MODE-seedN if not said)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play what is not played yet, write the results, and show them."""
    for module in NEEDED:
        require(module, "lab", "the arena")
    from punto.cli.arena_tables import print_tables  # noqa: PLC0415 the other commands
    from punto.lab.arena import run_arena  # noqa: PLC0415 need none of this,
    from punto.lab.report import to_json, write_report  # noqa: PLC0415 and not all
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
    folder = options.out or Path(f"arena-{settings.mode}-seed{settings.seed}")
    announce(settings)
    finished = count()
    try:
        with progress(len(schedule(settings))) as advance:
            results = run_arena(
                settings, folder, jobs=options.jobs, advance=lambda: (next(finished), advance())
            )
    except KeyboardInterrupt:
        kept = next(finished)
        say(f"Stopped: {kept} matches are kept in {folder}, and the same command goes on.")
        return 130
    write_report(results, folder)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has a sign for everything
    if options.json:
        print(to_json(results), end="")
    else:
        print_tables(results)
        print(f"All of this, a plot and every record: {folder}{os.sep}")
    return 0


def announce(settings: "Settings") -> None:
    """Say so where more matches are played than were asked for."""
    seats = len(MODES[settings.mode].sides)
    if settings.matches % seats:
        whole = settings.matches + seats - settings.matches % seats
        say(f"{settings.matches} matches become {whole}: each set of decks is played {seats} times")


def say(sentence: str) -> None:
    """Tell the person something that is no result."""
    print(f"punto: {sentence}", file=sys.stderr, flush=True)

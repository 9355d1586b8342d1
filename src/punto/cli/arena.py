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
    add_workers,
    option_needs,
    require_extra,
    require_place,
    whole_number,
)
from punto.cli._match_options import add_match_options
from punto.cli._output import print_json, progress_bar
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import MODES

if TYPE_CHECKING:
    from punto.lab.settings import Settings
    from punto.lab.sprt import Sprt

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
        "--tournament",
        choices=("round-robin", "gauntlet"),
        default="round-robin",
        help="who meets whom: everybody everybody else, or the first bot each of the others "
        "(default: round-robin)",
    )
    add_test_options(parser)
    parser.add_argument(
        "--openings",
        type=Path,
        metavar="FILE",
        help="a file of positions of the first round, one a line: the sets of decks begin with "
        "them in turn",
    )
    parser.add_argument(
        "--adjudicate",
        type=float,
        metavar="CHANCE",
        help="end a round as soon as the network gives a side at least this chance, as in 0.8, "
        "for one turn of every seat (default: off, every round is played to its end)",
    )
    add_workers(parser, "matches")
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
        "--out", type=Path, metavar="DIR", help="the folder (default: arena-MODE-BOTS-seedN…)"
    )
    add_json(parser)
    parser.set_defaults(run=run)


def add_test_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the sequential test."""
    parser.add_argument(
        "--sprt",
        metavar="BOUNDS",
        help="stop as soon as a sequential test of the first bot against the second has decided "
        "between two strengths: elo=LOW:HIGH or share=LOW:HIGH, as in elo=0:20",
    )
    for name, wrong in (("alpha", "the higher"), ("beta", "the lower")):
        parser.add_argument(
            f"--{name}",
            type=float,
            metavar="ERROR",
            help=f"with --sprt, how often the test may wrongly accept {wrong} strength "
            "(default: 0.05)",
        )


def run(options: argparse.Namespace) -> int:
    """Play the missing matches, write the results, and print them."""
    require_extra("lab", "the arena")
    from punto.cli._arena_tables import print_tables  # noqa: PLC0415 the other commands
    from punto.lab.arena import run_arena  # noqa: PLC0415 need none of this,
    from punto.lab.report import write_report  # noqa: PLC0415 and not all
    from punto.lab.schedule import schedule  # noqa: PLC0415 have it installed
    from punto.lab.settings import Settings  # noqa: PLC0415

    require_place(options.on)
    sprt = read_test(options)
    settings = Settings(
        bots=tuple(options.bots),
        mode=options.mode,
        edition=options.edition,
        rounds_to_win=options.rounds_to_win,
        matches=options.matches,
        seed=options.seed,
        timeout=options.timeout,
        tournament=options.tournament,
        openings=read_openings(options.openings) if options.openings else (),
        adjudicate=options.adjudicate,
    )
    folder = options.out or default_folder(settings)
    note_rounding(settings)
    finished = count()
    try:
        with progress_bar(len(schedule(settings))) as advance:
            results = run_arena(
                settings,
                folder,
                jobs=options.jobs,
                on=options.on,
                sprt=sprt,
                advance=lambda: (next(finished), advance()),
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
        print(f"Results, a page with plots, and all records: {folder}{os.sep}")
    return 0


def read_test(options: argparse.Namespace) -> "Sprt | None":
    """Read the sequential test, if there is to be one."""
    from punto.lab.sprt import read_sprt  # noqa: PLC0415 only the arena needs it

    errors = {name: getattr(options, name) for name in ("alpha", "beta")}
    given = {name: error for name, error in errors.items() if error is not None}
    if options.sprt:
        return read_sprt(options.sprt, **given)
    for name in given:
        raise option_needs(f"--{name}", "--sprt")
    return None


def read_openings(path: Path) -> tuple[str, ...]:
    """Read the positions of a file; one without any is refused."""
    from punto.lab.opening import split_lines  # noqa: PLC0415 only the arena needs it

    try:
        openings = split_lines(path.read_text("utf-8"))
    except UnicodeDecodeError:
        raise UnreadableError("openings", expected="UTF-8 text", came=str(path)) from None
    if not openings:
        raise UnreadableError(
            "openings", expected="positions, one a line", came=Words(f"none in {path}")
        )
    return openings


def default_folder(settings: "Settings") -> Path:
    """Return a folder that is named after the line-up, so that each has its own.

    Earlier versions named it after mode and seed alone. Such a folder of the same bots goes on.
    """
    from punto.lab.folder import SETTINGS, read_settings  # noqa: PLC0415 only the arena needs it
    from punto.lab.opening import digest_of  # noqa: PLC0415 likewise

    earlier = Path(f"arena-{settings.mode}-seed{settings.seed}")
    with suppress(OSError, UnreadableError):
        if read_settings(earlier / SETTINGS)["bots"] == list(settings.names):
            return earlier
    bots = "-".join(re.sub(r"[^\w.+]+", "_", name) for name in settings.names)
    if len(bots) > MAX_FOLDER_CHARACTERS:
        digest = hashlib.sha256(bots.encode()).hexdigest()[:8]
        bots = f"{bots[: MAX_FOLDER_CHARACTERS - len(digest) - 1]}-{digest}"
    parts = ["arena", settings.mode, bots, f"seed{settings.seed}"]
    if settings.tournament != "round-robin":
        parts.append(settings.tournament)
    if settings.openings:
        parts.append(f"openings{digest_of(settings.openings).split()[1]}")
    if settings.adjudicate is not None:
        parts.append(f"adjudicated{settings.adjudicate:g}")
    return Path("-".join(parts))


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

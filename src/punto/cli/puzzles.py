"""`punto puzzles`: find the one right cell; and making new puzzles."""

import argparse
import sys
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

from punto.cli._arguments import Commands, add_workers, require_place, whole_number
from punto.cli._full_screen import add_plain, wants_full_screen
from punto.cli._language import say
from punto.cli._output import progress_bar
from punto.puzzles import Kind
from punto.rules.errors import PuntoError
from punto.rules.facts import MODES

DEFAULT_COUNT = 1000
WHATS = ("play", "day", "make")


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "puzzles",
        help="solve puzzles, or make new ones",
        description="Solve puzzles: find the one right cell for the card in hand. `play` gives one "
        "after the other, about as hard as you are strong, and `day` the puzzle of the day. Your "
        "rating (Glicko-2) and streak are kept in a file. `make` makes new puzzles from self-play "
        "in DIR, and proves each one. The same arguments give the same puzzles; if interrupted, "
        "the same command continues.",
    )
    parser.add_argument(
        "what",
        metavar="play|day|make",
        nargs="?",
        choices=WHATS,
        default="play",
        help="default: play",
    )
    parser.add_argument("folder", metavar="DIR", nargs="?", type=Path, help="where `make` works")
    parser.add_argument("--mode", choices=sorted(MODES), help="only this mode (default: all)")
    parser.add_argument("--kind", choices=[str(kind) for kind in Kind], help="only this kind")
    parser.add_argument(
        "--date", type=read_date, help="the day, as in 2026-12-24 (default: today in UTC)"
    )
    parser.add_argument(
        "--progress", metavar="FILE", type=Path, help="where your rating is kept (default: by XDG)"
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole_number(0), default=1, help="seed (default: 1)"
    )
    parser.add_argument(
        "--count",
        metavar="N",
        type=whole_number(1),
        default=DEFAULT_COUNT,
        help=f"how many puzzles `make` makes (default: {DEFAULT_COUNT})",
    )
    add_workers(parser, "lots of `make`")
    add_plain(parser)
    parser.set_defaults(run=run)


def read_date(text: str) -> date:
    """Argument type: a day."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a day as in 2026-12-24, not {text!r}") from None


def run(options: argparse.Namespace) -> int:
    """Play or make puzzles."""
    if options.what == "make":
        return make(options)
    if options.folder is not None:
        raise PuntoError("unreadable-folder", "only `make` takes a folder")
    if wants_full_screen(options):
        return solve_on_screen(options)
    from punto.cli._puzzle_session import PuzzleSession  # noqa: PLC0415 making needs none

    session = PuzzleSession(options.progress, options.seed)
    if options.what == "day":
        session.play_day(options.date or datetime.now(UTC).date())
    else:
        session.play(options.kind and Kind(options.kind), options.mode)
    return 0


def solve_on_screen(options: argparse.Namespace) -> int:
    """Solve puzzles on the full screen."""
    from punto.cli._puzzle_trainer import PuzzleTrainer  # noqa: PLC0415 making needs none
    from punto.tui.start import solve_on_full_screen  # noqa: PLC0415 it needs Textual

    trainer = PuzzleTrainer(options.progress, options.seed)
    if options.what == "day":
        day = options.date or datetime.now(UTC).date()
        title = say("puzzle.of_date", date=day.isoformat())
        return solve_on_full_screen(trainer, trainer.of_day(day), title)
    following = trainer.fitting(options.kind and Kind(options.kind), options.mode)
    return solve_on_full_screen(trainer, following, say("puzzle.title"))


def make(options: argparse.Namespace) -> int:
    """Make puzzles until there are enough."""
    from punto.lab.puzzle_making import PUZZLES, Plan, make_puzzles  # noqa: PLC0415 see above

    require_place(options.on)
    if options.folder is None:
        raise PuntoError("unreadable-folder", "`make` needs a folder, where it keeps its progress")
    modes = tuple(MODES) if options.mode is None else (options.mode,)
    plan = Plan(options.count, options.seed, modes)
    made = count()
    try:
        with progress_bar(plan.count) as advance:
            make_puzzles(
                plan,
                options.folder,
                options.jobs,
                lambda: (next(made), advance()),
                on=options.on,
            )
    except KeyboardInterrupt:
        sentence = f"stopped after {next(made)} puzzles; run the same command to continue"
        print(f"punto: {sentence}", file=sys.stderr)
        return 130
    print(f"{plan.count} puzzles in {options.folder / PUZZLES}")
    return 0

"""`punto replay`: watch a recorded match again on the full screen."""

import argparse

from punto.cli._arguments import Commands, whole_number
from punto.cli._full_screen import require_terminal
from punto.cli._records import load_record
from punto.lab.review import DEFAULT_SIMULATIONS


def add_to(commands: Commands) -> None:
    """Add the command and its arguments to the parser."""
    parser = commands.add_parser(
        "replay",
        help="watch a recorded match again, card by card",
        description="Watch a recorded match again on the full screen, card by card, with the curve "
        "of its review and the chances of all cells. Without a terminal for that, `punto show` and "
        "`punto review` print the same.",
        extra="terminal",
    )
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument(
        "--simulations",
        metavar="N",
        type=whole_number(1, digits=9),
        default=DEFAULT_SIMULATIONS,
        help=f"simulations of the review for each card (default: {DEFAULT_SIMULATIONS:,})",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show the match from its first card."""
    record = load_record(options.file)
    require_terminal("`punto replay`", f"punto show {options.file}")
    from punto.tui.start import replay_on_full_screen  # noqa: PLC0415 it needs Textual

    return replay_on_full_screen(record, options.simulations)

"""The options for the rules of a match, explained from the facts of the game."""

import argparse

from punto.rules.editions import DEFAULT_EDITION, EDITIONS, Edition
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, MODES, ROUNDS_TO_WIN, Mode

DEFAULT_MODE = "2p"

STARTERS = {"winner": "the winner", "ender": "whoever could not play"}
TIES = {"total": "the points of all rows", "lowest": "the row with the fewest points"}
REDEALS = {"even": "evenly", "from-winner": "one by one from the winner"}


def add_match_options(parser: argparse.ArgumentParser, *, use_defaults: bool = True) -> None:
    """Add the options for the rules of a match; without defaults, those not given are None."""
    parser.add_argument(
        "--mode",
        choices=MODES,
        default=DEFAULT_MODE if use_defaults else None,
        metavar="MODE",
        help="\n".join(
            (f"who plays (default: {DEFAULT_MODE}):", *map(explain_mode, MODES.values()))
        ),
    )
    parser.add_argument(
        "--edition",
        choices=EDITIONS,
        default=DEFAULT_EDITION if use_defaults else None,
        metavar="EDITION",
        help="\n".join(
            (
                f"whose booklet decides where the booklets differ (default: {DEFAULT_EDITION}):",
                *map(explain_edition, EDITIONS.values()),
            )
        ),
    )
    parser.add_argument(
        "--rounds-to-win",
        type=int,
        choices=ROUNDS_TO_WIN,
        default=DEFAULT_ROUNDS_TO_WIN if use_defaults else None,
        metavar="N",
        help=f"rounds needed to win the match, 1 to 9 (default: {DEFAULT_ROUNDS_TO_WIN})",
    )


def explain_mode(mode: Mode) -> str:
    """Explain who plays in a mode, and what wins."""
    count, colours = len(mode.sides), len(mode.sides[0].colours)
    who = f"{count} teams of two" if mode.is_teams else f"{count} players"
    each = "one colour each" if colours == 1 else f"{colours} colours each"
    neutral = f", {mode.neutral.name.lower()} belongs to nobody" if mode.neutral is not None else ""
    return f"{mode.name}: {who}, {each}{neutral}; {mode.line} in a row win"


def explain_edition(edition: Edition) -> str:
    """Explain how an edition decides the points on which the booklets differ."""
    return (
        f"{edition.name}: ties are decided by {TIES[edition.tie]}; "
        f"the player after {STARTERS[edition.starter]} starts after a stalemate; "
        f"3p: played neutral cards are dealt again {REDEALS[edition.redeal]}"
    )

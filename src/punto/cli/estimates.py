"""What a search found, for a person at a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Console

from punto.cli.board import card_text
from punto.cli.moments import print_position
from punto.cli.output import forgive_signs
from punto.cli.words import side_name
from punto.engine import Analysis
from punto.notation.move import Move
from punto.rules.round import Placement

WIDTH = 14
"""Of a side's column: as much as a chance with its error needs."""


def print_analysis(
    found: Analysis, names: Sequence[str] | None, played: Placement | None = None
) -> None:
    """Show the table, who is to move, and all cells with the best one first."""
    forgive_signs()
    console = Console(highlight=False, soft_wrap=True)
    position = found.position
    seat, card = position.seat, position.card
    assert seat is not None
    assert card is not None
    called = names or [f"Seat {number}" for number in position.mode.seats]
    print_position(console, position, names)
    console.print(f"{called[seat - 1]} is to place", card_text(card), markup=False)
    console.print(
        f"Chance to win the round, in per cent with the 95 % interval; {found.simulations:,} "
        "simulations.\n"
    )
    for line in lines(found, called, played):
        console.print(line, markup=False)
    if found.continuation:
        moves = " ".join(map(str, found.continuation))
        console.print(f"\nLikely to go on: {moves}", markup=False)


def lines(found: Analysis, names: Sequence[str], played: Placement | None) -> Iterator[str]:
    """Write a line for each cell under a line of names."""
    position = found.position
    card = position.card
    assert card is not None
    sides = [side_name(position.mode, side.number, names) for side in position.mode.sides]
    heads = "".join(f"{shortened(side):>{WIDTH}}" for side in sides)
    yield f"{'':7}{heads}{'draw':>8}{'visits':>12}"
    for estimate in found.estimates:
        move = Move(card, position.table[estimate.cell] is not None, estimate.cell)
        chances = "".join(
            f"{100 * chance:.1f} ± {100 * error:<4.1f}".rjust(WIDTH)
            for chance, error in zip(estimate.chances, estimate.errors, strict=True)
        )
        mark = "  <- played" if played and played.cell == estimate.cell else ""
        yield f"{move!s:<7}{chances}{100 * estimate.draw:>8.1f}{estimate.visits:>12,}{mark}"


def shortened(name: str) -> str:
    """Cut a name to what fits over a column."""
    return name if len(name) < WIDTH else f"{name[: WIDTH - 2]}…"

"""What a search found, for a person at a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Console

from punto.cli.language import language, say
from punto.cli.moments import print_position, print_turn
from punto.cli.numbers import decimal
from punto.cli.output import forgive_signs
from punto.cli.words import side_name
from punto.engine import Analysis
from punto.notation.record import Move
from punto.rules.round import Placement
from punto.words import written

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
    called = names or [say("side.seat", number=number) for number in position.mode.seats]
    print_position(console, position, names)
    print_turn(console, called[seat - 1], card)
    console.print(say("analyse.title", simulations=found.simulations) + "\n", markup=False)
    for line in lines(found, called, played):
        console.print(line, markup=False)
    if found.continuation:
        moves = " ".join(map(str, found.continuation))
        console.print("\n" + say("analyse.likely", moves=moves), markup=False)


def lines(found: Analysis, names: Sequence[str], played: Placement | None) -> Iterator[str]:
    """Write a line for each cell under a line of names."""
    position = found.position
    card = position.card
    assert card is not None
    sides = [side_name(position.mode, side.number, names) for side in position.mode.sides]
    heads = "".join(f"{shortened(side):>{WIDTH}}" for side in sides)
    draw, visits = say("analyse.draw"), say("analyse.visits")
    wide, wider = max(8, len(draw) + 2), max(12, len(visits) + 2)
    yield f"{'':7}{heads}{draw:>{wide}}{visits:>{wider}}"
    for estimate in found.estimates:
        move = Move(card, position.table[estimate.cell] is not None, estimate.cell)
        chances = "".join(
            f"{decimal(100 * chance)} ± {decimal(100 * error):<4}".rjust(WIDTH)
            for chance, error in zip(estimate.chances, estimate.errors, strict=True)
        )
        chance = decimal(100 * estimate.draw).rjust(wide)
        count = written(estimate.visits, language()).rjust(wider)
        mark = f"  <- {say('analyse.played')}" if played and played.cell == estimate.cell else ""
        yield f"{move!s:<7}{chances}{chance}{count}{mark}"


def shortened(name: str) -> str:
    """Cut a name to what fits over a column."""
    return name if len(name) < WIDTH else f"{name[: WIDTH - 2]}…"

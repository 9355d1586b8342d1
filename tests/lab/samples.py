"""A short match with one obvious blunder, and a review of it that needs no search."""

from punto import Cell, Match, Position
from punto.engine import Analysis, Estimate
from punto.engine.analysis import Outlook
from punto.lab.review import Judgement, Moment, Review, moments

FIRST = {"R": "R1 R2 R3 R9 R4", "O": "O9 O8 O7 O6", "B": "B9 B8 B7 B6", "G": "G9 G8 G7 G6"}
CELLS = "f6 f5 f4 g5 g6 e5 e4 h5 h6 d4 d5 d3 i4"
"""Red has three in a row on row 6, nobody blocks it, but its fourth card goes to i4."""
BLUNDER = 12
WINNING = {Cell("e6"), Cell("i6")}


def deck(colour: str) -> str:
    """All cards of a colour, some of them on top."""
    first = FIRST[colour].split()
    rest = [f"{colour}{value}" for value in range(1, 10) for _ in range(2)]
    for card in first:
        rest.remove(card)
    return " ".join([*first, *rest])


def blunder() -> Match:
    """The fourth red card does not complete the line that it could."""
    return Match("4p", rounds_to_win=1, start=1, deals=[list(map(deck, "ROBG"))], cells=CELLS)


def estimate(cell: Cell, *chances: float, error: float = 0.01) -> Estimate:
    return Estimate(cell, 100, chances, (error,) * len(chances))


def analysis(position: Position, *chances: float) -> Analysis:
    """An analysis that rates all cells the same."""
    cells = position.legal_cells
    return Analysis(position, 100, tuple(estimate(cell, *chances) for cell in cells), ())


def judgement(moment: Moment, played: float, best: float, error: float = 0.01) -> Judgement:
    """A judgement with this value for the side that moved; the others share the rest."""
    sides = len(moment.position.mode.sides)
    side = moment.position.mode.side_of(moment.placement.seat).number

    def outlook(own: float) -> Outlook:
        rest = (1 - own) / (sides - 1)
        return Outlook(
            tuple(own if n == side else rest for n in range(1, sides + 1)), (error,) * sides
        )

    found = analysis(moment.position, *outlook(best).chances)
    return Judgement(moment, found, outlook(played), outlook(best))


def told(match: Match, *gave_away: float) -> Review:
    """A review in which the first placements gave away these amounts."""
    lost = [*gave_away, *[0.0] * 1000]
    found = (
        judgement(moment, 0.9 - share, 0.9)
        for moment, share in zip(moments(match), lost, strict=False)
    )
    return Review(match, 100, 1, tuple(found))

"""Where do winning rows lie? Rounds that a line ended once the cards filled a square of six."""

from itertools import product

from punto.lab.study.answer import POINTS, Answer, Measure, Played, Question, Row
from punto.lab.study.record import Play
from punto.lab.study.series import STANDARD_PLAYER, Kind
from punto.lab.study.statistics import share
from punto.rules.cell import Cell
from punto.rules.facts import MODES, SPAN

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
INNER = range(1, SPAN - 1)
"""The columns, and rows, of the square's inner four by four cells."""

MEASURES = (
    Measure("cards of winning rows in the inner 4 by 4"),
    Measure("more than if all rows were equally likely", POINTS),
)


def answer(played: Played) -> Answer:
    """Estimate the share of winning rows' cards that lie inside, and compare it with chance."""
    rows = []
    for series, deals in played.items():
        tallies = [
            [tally for play in deal.plays if (tally := inner_cards(play)) is not None]
            for deal in deals
        ]
        counted = [each for each in tallies if each]
        found = share(counted)
        more = found.less(share_by_chance(MODES[series.mode].line))
        rows.append(Row((series.mode,), len(counted), (found, more)))
    return Answer("winning-rows", ("mode",), MEASURES, tuple(rows))


def inner_cards(play: Play) -> tuple[int, int] | None:
    """Count a winning row's cards, inside and all; None if the square was not settled."""
    columns, rows = zip(*((cell.column, cell.row) for cell in map(Cell, play.cells)), strict=True)
    left, bottom = min(columns), min(rows)
    if not play.row or (max(columns) - left, max(rows) - bottom) != (SPAN - 1, SPAN - 1):
        return None
    row = [Cell(cell) for cell in play.row]
    inside = [cell.column - left in INNER and cell.row - bottom in INNER for cell in row]
    return sum(inside), len(row)


def share_by_chance(line: int) -> float:
    """Return the share of cells inside, over all rows of a length that fit in the square."""
    inside = total = 0
    for column, row, (right, up) in product(range(SPAN), range(SPAN), DIRECTIONS):
        cells = [(column + step * right, row + step * up) for step in range(line)]
        if all(x in range(SPAN) and y in range(SPAN) for x, y in cells):
            inside += sum(x in INNER and y in INNER for x, y in cells)
            total += line
    return inside / total


QUESTION = Question(
    "winning-rows",
    "Where do winning rows lie?",
    lambda series: series.kind is Kind.EQUALS and series.players == (STANDARD_PLAYER,),
    answer,
)

"""The styles: players of one strength, each with a liking for one kind of placement.

They judge cells as the levels do, and add their liking to a cell's worth. None passes up a win.
"""

from dataclasses import dataclass
from random import Random

from punto.bots.bot import Bot, check_turn
from punto.engine import evaluate
from punto.engine.evaluation import worths
from punto.engine.search import price, winning_cells
from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.table import Table
from punto.rules.view import View

LENGTH_OF_A_BLOCK = 3
"""A placement blocks where a rival's card would have made a row of at least this many cards."""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Traits:
    """What a placement does on the table; styles differ in how often they do each of these."""

    extends: bool
    """It makes a row of its own colour longer: at least two cards, one beside the other."""
    blocks: bool
    """It takes a cell where a rival's card would have made a row of three or more."""
    covers: bool
    """It covers a card of another side."""


def traits_of(position: Position, cell: Cell) -> Traits:
    """Describe what placing the card in hand on a cell does."""
    table, card, seat = position.table, position.card, position.seat
    assert card is not None
    assert seat is not None
    side, covered = position.mode.side_of(seat), table[cell]
    rivals = [colour for each in position.mode.sides if each is not side for colour in each.colours]
    return Traits(
        extends=row_length(table, card.colour, cell) > 1,
        blocks=any(row_length(table, colour, cell) >= LENGTH_OF_A_BLOCK for colour in rivals),
        covers=covered is not None and covered.colour not in side.colours,
    )


def row_length(table: Table, colour: int, cell: Cell) -> int:
    """Return how long a row a card of this colour would make on a cell."""
    longest = 1
    for right, up in DIRECTIONS:
        length = 1
        for way in (-1, 1):
            column, row = cell.column + way * right, cell.row + way * up
            while 0 <= column < 11 and 0 <= row < 11:
                card = table[Cell.at(column, row)]
                if card is None or card.colour != colour:
                    break
                length += 1
                column, row = column + way * right, row + way * up
        longest = max(longest, length)
    return longest


@dataclass(frozen=True, slots=True)
class Style:
    """How much a player likes each kind of placement, in chances to win."""

    name: str
    character: str
    names: tuple[str, ...]
    """What people call it at a table."""
    misjudgement: float
    """By how much its judgement of a cell is off: a standard deviation, in chances to win."""
    extending: float = 0.0
    blocking: float = 0.0
    covering: float = 0.0

    def bot(self) -> Bot:
        """Return a bot that plays in this style."""
        return Bot(self.name, self.character, self.choose, names=self.names)

    def choose(self, view: View, random: Random) -> Cell:
        """Choose the cell that it likes best, or a win."""
        check_turn(view)
        position = view.position
        won = winning_cells(position)
        if won:
            return min(won, key=lambda cell: price(position, cell))
        opinions = evaluate(position, calibrated=False)
        liked = {
            each.cell: worth + self.liking(position, each.cell) + self.misjudgement * random.gauss()
            for each, worth in zip(opinions, worths(position, opinions), strict=True)
        }
        return max(liked, key=lambda cell: liked[cell])

    def liking(self, position: Position, cell: Cell) -> float:
        """Add up what the style likes about a placement."""
        traits = traits_of(position, cell)
        return (
            self.extending * traits.extends
            + self.blocking * traits.blocks
            + self.covering * traits.covers
        )


STYLES = (
    Style(
        "builder",
        "Loves a row that grows: puts card beside card, and hopes you look elsewhere.",
        names=("Mason", "Ivy", "Castor", "Willa"),
        misjudgement=0.036,
        extending=0.07,
    ),
    Style(
        "blocker",
        "Cannot bear a row of yours: gets in its way long before it is any good.",
        names=("Bruno", "Greta", "Rocco", "Hedda"),
        misjudgement=0.02,
        blocking=0.037,
    ),
    Style(
        "coverer",
        "Covers your cards whenever it can, and keeps its high ones for that.",
        names=("Nimbus", "Stella", "Umbra", "Cosmo"),
        misjudgement=0.048,
        covering=0.08,
    ),
)

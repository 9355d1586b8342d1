"""A reason for or against a cell: its kinds, and what it is about."""

from dataclasses import dataclass
from enum import StrEnum

from punto.rules.cell import Cell
from punto.rules.facts import Colour
from punto.rules.position import Cards

Cells = tuple[Cell, ...]


class Kind(StrEnum):
    """What a reason says; the most important kinds come first."""

    WINS = "wins"
    """Completes a line: `cells`."""
    MISSES = "misses"
    """A line could be completed now, on the cells of `instead`."""
    BLOCKS = "blocks"
    """Another side's row can no longer be completed; before, `cards` did, one of which may come."""
    REDUCES = "reduces"
    """Only `now` of `before` cards still complete another side's row; no cell leaves fewer."""
    LEAVES = "leaves"
    """Another side can complete a row with `cards`; on `instead` this card leaves fewer."""
    HANDS_OVER = "hands_over"
    """Another side can complete a row with `cards`, and this card cannot change that."""
    OPENS = "opens"
    """One's own side can now complete a row with `cards`, more than before."""
    SPOILS = "spoils"
    """One's own row can no longer be completed with `cards`."""
    COUNTS = "counts"
    """The round may end soon: in a stalemate, `side` would count `now` runs, not `before`."""
    JOINS = "joins"
    """One's own rows in `now` directions meet in this cell, and lack two cards at most then."""
    HAMPERS = "hampers"
    """Another side's row lacks two cards, and can no longer become a line."""
    BUILDS = "builds"
    """One's own row lacks two cards now, and both can still be placed."""
    CONNECTS = "connects"
    """`now` lines that lack three cards are possible with `cells`, and none that lack fewer."""
    NARROWS = "narrows"
    """Of `before` possible lines of a colour, `now` are left: lines with two cards or more, or,
    where the colour has none of those, with one. Not told where a row of it is stopped."""
    STARTS = "starts"
    """`now` lines of its colour are possible with this card, and it is the first in all of them."""
    HOLDS = "holds"
    """It adds to rows or takes from others, and no card to come of another side can cover it."""
    SPARES = "spares"
    """It adds to no row, but takes no possible line from its own side, as it would elsewhere."""
    COVERS = "covers"
    """Covers a card: `cards`, of `side`, or a neutral one."""
    CLOSES_COLUMNS = "closes_columns"
    """The table is six wide now: no other column can be used."""
    CLOSES_ROWS = "closes_rows"
    """The table is six high now: no other row can be used."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for or against a cell."""

    kind: Kind
    side: int | None = None
    """Whose row or card it is; None for a neutral card, and where it is about neither."""
    colour: Colour | None = None
    cells: Cells = ()
    """The cards of the row, the finished line, or the covered card."""
    gaps: Cells = ()
    """The cells that the row lacks."""
    cards: Cards = ()
    """The cards that would complete the row: unseen, both copies counted, or lying open."""
    out_of: int = 0
    """Of how many cards the next one of that side comes: 1 if it lies open."""
    instead: Cells = ()
    """The cells that would have been better in this respect."""
    before: int = 0
    """How many there were before the placement: cards, possible lines or counted runs."""
    now: int = 0
    """How many there are after it."""

    @property
    def chance(self) -> float:
        """The chance that the next card of that side is one of `cards`."""
        return len(self.cards) / self.out_of if self.out_of else 0.0

    @property
    def weight(self) -> float:
        """How much a reason counts among those of its kind."""
        return self.chance or abs(self.before - self.now)

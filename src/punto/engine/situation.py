"""A position with a card in hand: what is possible on its table before and after it is placed."""

from dataclasses import dataclass
from functools import cached_property

from punto.engine.reason import Cells
from punto.engine.rows import Prospects, Row, Window
from punto.rules.cell import Cell
from punto.rules.ending import counted_runs
from punto.rules.errors import TurnError
from punto.rules.facts import Colour
from punto.rules.kernel import LINE
from punto.rules.position import Cards, Position
from punto.rules.table import Run, Table

LAST_TURNS = 5
"""A stalemate is near when a seat has so few cards left, the one in hand included."""


@dataclass(frozen=True)
class After:
    """The table with the card in hand on a cell, and what is possible then."""

    table: Table
    is_won: bool
    prospects: Prospects
    threats: tuple[Row, ...]
    """The rows that lack one card."""

    @cached_property
    def longer_rows(self) -> tuple[Row, ...]:
        """The rows that lack two cards."""
        return self.prospects.rows(2)

    def least_value(self, row: Row) -> int:
        """Return the lowest value that completes what has become of a row; 10 if none does."""
        return min((each.least for each in self.threats if each.continues(row)), default=10)


class Situation:
    """What the reasons of all cells of a position have in common."""

    def __init__(self, position: Position) -> None:
        seat, card = position.seat, position.card
        if seat is None or card is None:
            raise TurnError("no-card", "there is no card in hand to place")
        self.position, self.mode, self.seat, self.card = position, position.mode, seat, card
        self.side = self.mode.side_of(seat).number
        self.held = self.values_held()
        self.prospects = Prospects(position.table, self.mode, self.held)
        self.threats = self.prospects.rows(1)
        self.drawn = {side.number: self.next_cards(side.number) for side in self.mode.sides}
        self.known: dict[Cell, After] = {}

    def after(self, cell: Cell) -> After:
        """Place the card in hand on a cell of a copy of the table."""
        if cell not in self.known:
            table = self.position.table.copy()
            answer = table.lay(self.card, cell, self.mode.line_by_colour[self.card.colour])
            prospects = self.prospects.after(self.card, cell, table.box)
            self.known[cell] = After(table, bool(answer & LINE), prospects, prospects.rows(1))
        return self.known[cell]

    @cached_property
    def winning(self) -> Cells:
        """The cells where the card in hand completes a line."""
        return tuple(cell for cell in self.position.legal_cells if self.after(cell).is_won)

    @cached_property
    def longer_rows(self) -> tuple[Row, ...]:
        """The rows that lack two cards before the card is placed."""
        return self.prospects.rows(2)

    @cached_property
    def lines_that_matter(self) -> dict[Colour, tuple[list[Window], int]]:
        """The possible lines of each colour that have two cards, or one if there are none.

        With them comes that number, which is the least.
        """
        lines, colours = self.prospects.lines, self.prospects.possible
        return {
            colour: (lines(colour, 2), 2) if lines(colour, 2) else (lines(colour, 1), 1)
            for colour in colours
        }

    @cached_property
    def costly_cells(self) -> set[Cell]:
        """The cells where the card in hand takes a possible line from its own side."""
        colours = self.mode.sides[self.side - 1].colours
        return {
            cell
            for cell in self.position.legal_cells
            if any(
                self.prospects.possible[colour].keys()
                - self.after(cell).prospects.possible[colour].keys()
                for colour in colours
            )
        }

    @cached_property
    def highest_to_come(self) -> int:
        """The highest value that another side may still place; neutral cards may be anybody's."""
        others = [cards for side, cards in enumerate(self.position.unseen, 1) if side != self.side]
        neutral = (*self.position.kept, self.position.unseen_neutrals)
        tops = [
            top
            for seat, top in enumerate(self.position.face_up, start=1)
            if top is not None and self.mode.side_of(seat).number != self.side
        ]
        return max((card.value for cards in (*others, *neutral, tops) for card in cards), default=0)

    @cached_property
    def runs(self) -> dict[int, tuple[Run, ...]]:
        """The runs of each side that a stalemate would count now."""
        table = self.position.table
        return {side.number: counted_runs(self.mode, table, side) for side in self.mode.sides}

    @cached_property
    def is_stalemate_near(self) -> bool:
        """Whether a seat has few cards left, or nobody can complete a line any more."""
        return min(self.position.decks) <= LAST_TURNS or not self.prospects.is_any_possible()

    def values_held(self) -> dict[Colour, list[int]]:
        """Collect the values of all cards that are still to come, by colour, the highest first."""
        open_cards = [
            top
            for seat, top in enumerate(self.position.face_up, start=1)
            if top is not None and seat != self.seat
        ]
        cards = [card for unseen in self.position.unseen for card in unseen] + open_cards
        return {
            colour: sorted((card.value for card in cards if card.colour is colour), reverse=True)
            for colour in Colour
        }

    def next_cards(self, side: int) -> tuple[Cards, int]:
        """Return the cards that a side may turn up on its next turn, and how many there are.

        Neutral cards are counted but not listed: they are in nobody's row.
        """
        seats, tops = self.mode.sides[side - 1].seats, self.position.face_up
        order = self.mode.order_from(self.mode.after(self.seat))
        seat = next(each for each in order if each in seats)
        top = None if seat == self.seat else tops[seat - 1]
        if top is not None:
            return (top,), 1
        hidden = {
            each: self.position.decks[each - 1] - (tops[each - 1] is not None) for each in seats
        }
        if not hidden[seat]:
            return (), 0
        return self.position.unseen[side - 1], sum(hidden.values())

    def owner(self, colour: Colour) -> int | None:
        """Return the side that a colour belongs to."""
        return next((side.number for side in self.mode.sides if colour in side.colours), None)

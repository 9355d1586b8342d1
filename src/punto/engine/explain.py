"""Why a cell is good or bad, in plain data: what the rules say, counted exactly."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from punto.engine.reason import Cells, Kind, Reason
from punto.engine.rows import Prospects, Row, Window
from punto.engine.situation import After, Situation
from punto.engine.source import Source, position_in
from punto.rules.cell import Cell
from punto.rules.ending import counted_runs
from punto.rules.facts import SPAN
from punto.rules.position import Position
from punto.rules.table import Table

KEPT_POSITIONS = 8
"""Explaining all cells of a position one by one shares what they have in common."""

STOPPING = frozenset((Kind.BLOCKS, Kind.REDUCES, Kind.HAMPERS))
"""What says more about a colour than how many lines it loses."""

ORDER = {kind: place for place, kind in enumerate(Kind)}


def explain(source: Source, cell: str | int) -> tuple[Reason, ...]:
    """Say why placing the card in hand on a cell is good or bad, the most important first.

    All of it follows from the rules and from what everybody may know. Cards are counted that a side
    may turn up on its next turn: unseen cards of its own, or the card that lies open there.
    """
    reasons = explained(position_in(source)).reasons(Cell(cell))
    return tuple(sorted(reasons, key=lambda reason: (ORDER[reason.kind], -reason.weight)))


class Explained(Situation):
    """Finds the reasons for and against the cells of a position."""

    def reasons(self, cell: Cell) -> Iterator[Reason]:
        """Collect the reasons for and against a cell."""
        after = self.after(cell)
        yield from self.covers(cell)
        if after.is_won:
            for run in after.table.runs_through(cell, self.mode.line):
                yield Reason(Kind.WINS, self.side, self.card.colour, run.cells)
            return
        if self.winning:
            yield Reason(Kind.MISSES, self.side, self.card.colour, instead=self.winning)
        rows = [*self.on_threats(after), *self.on_longer_rows(cell, after)]
        yield from rows
        yield from self.opens(after)
        yield from self.counts(after)
        stopped = {reason.colour for reason in rows if reason.kind in STOPPING}
        for reason in self.on_prospects(cell, after.prospects):
            if reason.kind is not Kind.NARROWS or reason.colour not in stopped:
                yield reason
        yield from self.closes(after.table)

    def covers(self, cell: Cell) -> Iterator[Reason]:
        """Name the card that would be covered."""
        top = self.position.table[cell]
        if top is not None:
            yield Reason(Kind.COVERS, self.owner(top.colour), top.colour, (cell,), cards=(top,))

    def on_threats(self, after: After) -> Iterator[Reason]:
        """Say what becomes of the rows that lack one card: each row has one reason at most."""
        for row in self.threats:
            kind = Kind.SPOILS if row.side == self.side else Kind.BLOCKS
            least = after.least_value(row)
            stopped, left = self.reason(kind, row, row.least, least), self.reason(kind, row, least)
            if stopped.cards and not (kind is Kind.BLOCKS and left.cards):
                yield stopped
        for row in after.threats:
            left = self.reason(Kind.HANDS_OVER, row, row.least)
            if row.side != self.side and left.cards:
                yield self.standing(row, left)

    def standing(self, row: Row, left: Reason) -> Reason:
        """Say of a row that another side can complete next whether this card could change that."""
        least = min((each.least for each in self.threats if each.continues(row)), default=10)
        before, now = len(self.reason(Kind.REDUCES, row, least).cards), len(left.cards)
        counted = replace(left, before=before, now=now)
        instead = self.better_blocks(row, now)
        if instead:
            return replace(counted, kind=Kind.LEAVES, instead=instead)
        return replace(counted, kind=Kind.REDUCES) if now < before else counted

    def opens(self, after: After) -> Iterator[Reason]:
        """Name the own rows that more cards complete than before."""
        for row in after.threats:
            before = min((each.least for each in self.threats if each.continues(row)), default=10)
            gained = self.reason(Kind.OPENS, row, row.least, before)
            if row.side == self.side and gained.cards:
                yield self.reason(Kind.OPENS, row, row.least)

    def counts(self, after: After) -> Iterator[Reason]:
        """Say whose runs a stalemate would count more or fewer of, if one is near."""
        if not self.is_stalemate_near:
            return
        for side in self.mode.sides:
            before = {run.cells: run.colour for run in self.runs[side.number]}
            now = {run.cells: run.colour for run in counted_runs(self.mode, after.table, side)}
            if len(before) != len(now):
                more, fewer = (now, before) if len(now) > len(before) else (before, now)
                cells = next(cells for cells in more if cells not in fewer)
                counted = Reason(Kind.COUNTS, side.number, more[cells], cells)
                yield replace(counted, before=len(before), now=len(now))

    def on_longer_rows(self, cell: Cell, after: After) -> Iterator[Reason]:
        """Name rows that lack two cards: own ones that are new, and others that are gone."""
        now, nearer = after.longer_rows, after.threats
        covered = self.position.table[cell]
        for row in now:
            is_new = cell in row.cells and (covered is None or covered.colour is not row.colour)
            if is_new and not any(each.continues(row) for each in nearer):
                yield Reason(Kind.BUILDS, row.side, row.colour, row.cells, row.gaps)
        for row in self.longer_rows:
            if row.side != self.side and not any(each.continues(row) for each in (*now, *nearer)):
                yield Reason(Kind.HAMPERS, row.side, row.colour, row.cells, row.gaps)

    def on_prospects(self, cell: Cell, now: Prospects) -> Iterator[Reason]:
        """Say how the placement changes which lines are still possible."""
        colour, covered = self.card.colour, self.position.table[cell]
        alone = self.lines_through(cell, now, 1)
        connected = self.lines_through(cell, now, 2)
        nearly = self.lines_through(cell, now, self.mode.line - 2)
        meeting = len({line.step for line in nearly})
        if covered is None or covered.colour is not colour:
            lines = nearly or connected
            cells = tuple(each for each in now.cards_in(lines, colour) if each != cell)
            if meeting > 1:
                yield Reason(Kind.JOINS, self.side, colour, cells, now=meeting)
            if connected and not nearly:
                yield Reason(Kind.CONNECTS, self.side, colour, cells, now=len(connected))
        if alone and not connected:
            yield Reason(Kind.STARTS, self.side, colour, (cell,), now=len(alone))
        narrowed = list(self.narrows(now))
        yield from narrowed
        if (narrowed or connected) and self.highest_to_come <= self.card.value:
            yield Reason(Kind.HOLDS, self.side, colour, (cell,))
        if not connected and cell not in self.costly_cells and self.costly_cells:
            yield Reason(Kind.SPARES, self.side)

    def narrows(self, now: Prospects) -> Iterator[Reason]:
        """Count the possible lines that each colour loses, of those that have most cards."""
        for side in self.mode.sides:
            for colour in side.colours:
                before, least = self.lines_that_matter[colour]
                left = now.lines(colour, least)
                if len(left) < len(before):
                    cells = self.prospects.cards_in(set(before) - set(left), colour)
                    narrowed = Reason(Kind.NARROWS, side.number, colour, cells)
                    yield replace(narrowed, before=len(before), now=len(left))

    def lines_through(self, cell: Cell, now: Prospects, present: int) -> list[Window]:
        """List the possible lines through the placed card that have at least so many cards."""
        if self.card.colour not in now.possible:
            return []
        return [line for line in now.lines(self.card.colour, present) if cell in line.cells]

    def closes(self, table: Table) -> Iterator[Reason]:
        """Say whether the place of the square is settled now."""
        before, now = self.position.table.box, table.box
        if before.width < SPAN == now.width:
            yield Reason(Kind.CLOSES_COLUMNS)
        if before.height < SPAN == now.height:
            yield Reason(Kind.CLOSES_ROWS)

    def reason(self, kind: Kind, row: Row, least: int, below: int = 10) -> Reason:
        """Make a reason about a row that cards from a value on, and below another, complete."""
        possible, out_of = self.drawn[row.side]
        cards = tuple(
            card for card in possible if card.colour is row.colour and least <= card.value < below
        )
        return Reason(kind, row.side, row.colour, row.cells, row.gaps, cards, out_of)

    def better_blocks(self, row: Row, count: int) -> Cells:
        """List the cells that leave the fewest cards to a row, if fewer than `count`."""
        left = {
            cell: len(self.reason(Kind.LEAVES, row, self.after(cell).least_value(row)).cards)
            for cell in self.position.legal_cells
            if not self.after(cell).is_won
        }
        fewest = min(left.values())
        return tuple(cell for cell in left if left[cell] == fewest) if fewest < count else ()


@lru_cache(maxsize=KEPT_POSITIONS)
def explained(position: Position) -> Explained:
    """Return what is worked out once for all cells of a position."""
    return Explained(position)

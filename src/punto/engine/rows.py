"""Lines that can still come about, and rows that are nearly lines: what they lack, what fits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from operator import ge
from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import REACH, Box, Cell
from punto.rules.facts import SPAN, Colour, Mode
from punto.rules.table import Table

STEPS = (1, 0), (0, 1), (1, 1), (-1, 1)
"""Columns and rows to the next cell of a row, a column and the two diagonals."""

Step = tuple[int, int]
Held = Mapping[Colour, Sequence[int]]
"""The values of the cards of each colour that are still to come, the highest first."""


class Window(NamedTuple):
    """Cells in a row that are as many as a line has."""

    number: int
    """Its place among all windows of this length; those of one direction follow each other."""
    step: Step
    cells: tuple[Cell, ...]
    bits: int
    """The same cells as a set of bits."""
    left: int
    right: int
    bottom: int
    top: int


@dataclass(frozen=True, slots=True)
class Row:
    """Cards of one colour that some more cards would make a line of.

    Rows that share cards and have the same direction count as one: four in a row that can be
    completed at either end are one row with two gaps.
    """

    side: int
    colour: Colour
    step: Step
    cells: tuple[Cell, ...]
    """The cells of its cards."""
    gaps: tuple[Cell, ...]
    """The cells that it lacks, all of which can still be filled."""
    least: int
    """The lowest value that fills one of its gaps."""

    def continues(self, other: "Row") -> bool:
        """Whether it is what another row has become, or was before."""
        return (
            self.colour is other.colour
            and self.step == other.step
            and not set(self.cells).isdisjoint(other.cells)
        )


class Prospects:
    """The lines that can still come about on a table.

    That is every window with at least one card of a colour whose other cells can be filled with
    cards of that colour that are still to come, within one square of six by six.
    """

    def __init__(self, table: Table, mode: Mode, held: Held) -> None:
        self.mode, self.held, self.box = mode, held, table.box
        self.tops = {cell: cards[-1] for cell, cards in table.stacks().items()}
        every = windows(mode.line)
        self.possible = {
            colour: {window.number: present for window, present in self.alive(colour, every)}
            for side in mode.sides
            for colour in side.colours
        }
        """For each colour of a side, its possible lines and how many cards they have already."""

    def after(self, card: Card, cell: Cell, box: Box) -> "Prospects":
        """Return what is possible once a card lies on a cell, with this box around all cards."""
        changed = Prospects.__new__(Prospects)
        changed.mode, changed.held, changed.box = self.mode, self.held, box
        changed.tops = {**self.tops, cell: card}
        through = windows_through(self.mode.line, cell)
        gone = {window.number for window in through}
        every, is_same = windows(self.mode.line), box == self.box
        changed.possible = {}
        for colour, before in self.possible.items():
            now = {
                index: present
                for index, present in before.items()
                if index not in gone and (is_same or fits(box, every[index]))
            }
            now.update((window.number, count) for window, count in changed.alive(colour, through))
            changed.possible[colour] = now
        return changed

    def alive(self, colour: Colour, some: Iterable[Window]) -> Iterator[tuple[Window, int]]:
        """Yield the windows in which a line of a colour is possible, and their cards of it."""
        own = bits_of(cell for cell, top in self.tops.items() if top.colour is colour)
        values = self.held[colour]
        for window in some:
            present = (window.bits & own).bit_count()
            if present and fits(self.box, window):
                least = [self.least_on(cell) for cell in window.cells if not own >> cell & 1]
                if can_fill(values, least):
                    yield window, present

    def least_on(self, cell: Cell) -> int:
        """Return the lowest value that can be placed on a cell; 10 if none can."""
        top = self.tops.get(cell)
        return 1 if top is None else top.value + 1

    def rows(self, lacking: int) -> tuple[Row, ...]:
        """List the rows of all sides that lack so many cards to be a line."""
        wanted, every = self.mode.line - lacking, windows(self.mode.line)
        found: list[Row] = []
        for side in self.mode.sides:
            for colour in side.colours:
                possible = self.possible[colour]
                some = sorted(index for index, count in possible.items() if count == wanted)
                if some:
                    own = {cell for cell, top in self.tops.items() if top.colour is colour}
                    parts = (every[index] for index in some)
                    for step, along in groupby(parts, key=lambda window: window.step):
                        found += (
                            self.row(side.number, colour, step, part, own)
                            for part in connected((window.cells for window in along), own)
                        )
        return tuple(found)

    def row(self, side: int, colour: Colour, step: Step, part: set[Cell], own: set[Cell]) -> Row:
        """Make a row of the cells of connected windows."""
        cells, gaps = tuple(sorted(part & own)), tuple(sorted(part - own))
        least = min(map(self.least_on, gaps))
        return Row(side, colour, step, cells, gaps, least)

    def lines(self, colour: Colour, present: int) -> list[Window]:
        """List the possible lines of a colour that have at least so many cards already."""
        every = windows(self.mode.line)
        return [every[at] for at, count in self.possible[colour].items() if count >= present]

    def is_any_possible(self) -> bool:
        """Whether any side can still complete a line, also one of which no card lies there yet."""
        every = [line for line in windows(self.mode.line) if fits(self.box, line)]
        return any(self.possible.values()) or any(
            can_fill(self.held[colour], [self.least_on(cell) for cell in line.cells])
            for colour in self.possible
            for line in every
        )

    def cards_in(self, some: Iterable[Window], colour: Colour) -> tuple[Cell, ...]:
        """Return the cells of some windows that have a card of a colour, sorted."""
        cells = {cell for window in some for cell in window.cells}
        return tuple(
            cell for cell in sorted(cells) if cell in self.tops and self.tops[cell].colour is colour
        )


def can_fill(values: Sequence[int], least: list[int]) -> bool:
    """Whether cards of these values, the highest first, fill gaps that take these or more."""
    least.sort(reverse=True)
    return len(values) >= len(least) and all(map(ge, values, least))


@cache
def windows(line: int) -> tuple[Window, ...]:
    """List all windows that are as long as a line, one direction after the other."""
    found = [
        (step, tuple(Cell.at(column + across * i, row + up * i) for i in range(line)))
        for step in STEPS
        for across, up in (step,)
        for row in range(REACH - up * (line - 1))
        for column in range(REACH)
        if column + across * (line - 1) in range(REACH)
    ]
    return tuple(
        Window(index, step, cells, bits_of(cells), box.left, box.right, box.bottom, box.top)
        for index, (step, cells) in enumerate(found)
        for box in (Box.around(cells),)
    )


@cache
def windows_through(line: int, cell: Cell) -> tuple[Window, ...]:
    """List the windows that contain a cell."""
    return tuple(window for window in windows(line) if cell in window.cells)


def bits_of(cells: Iterable[Cell]) -> int:
    """Return cells as a set of bits."""
    return sum(1 << cell for cell in cells)


def fits(box: Box, window: Window) -> bool:
    """Whether all cards of a table and those of a window can lie in one square."""
    return (
        max(box.left + box.width, window.right + 1) - min(box.left, window.left) <= SPAN
        and max(box.bottom + box.height, window.top + 1) - min(box.bottom, window.bottom) <= SPAN
    )


def connected(parts: Iterable[tuple[Cell, ...]], own: set[Cell]) -> list[set[Cell]]:
    """Put the windows together that share one of a side's own cells."""
    groups: list[set[Cell]] = []
    for window in parts:
        cells = set(window)
        apart = [group for group in groups if own.isdisjoint(cells & group)]
        groups = [*apart, cells.union(*(group for group in groups if group not in apart))]
    return groups

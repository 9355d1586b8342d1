"""The table on the screen: cards, marks, and a cursor for keyboard and mouse."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from punto.rules.card import Card
from punto.rules.cell import LETTERS, ORIGIN, REACH, Cell
from punto.tui.card_picture import SIZES, TINY, CellFace, Line, Size, cell_lines
from punto.tui.look import Look

VIEW = 7
"""How many cells are shown in a row and in a column: six, and one more to grow into."""

FIRST_COLUMN, FIRST_ROW = ORIGIN.column - VIEW // 2, ORIGIN.row - VIEW // 2
"""Where the visible square begins, as long as everything fits there."""

LABEL_WIDTH = 3
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
NEXT_KEY = "n"

drawn_cell = lru_cache(maxsize=4096)(cell_lines)


@dataclass(frozen=True, slots=True)
class BoardState:
    """What lies on the table, and what is marked."""

    stacks: Mapping[Cell, tuple[Card, ...]] = field(default_factory=dict)
    legal: Collection[Cell] = ()
    last: Cell | None = None
    lit: Collection[Cell] = ()
    """The cells of rows that decided the round."""
    heat: Mapping[Cell, tuple[str, float]] = field(default_factory=dict)
    """For each cell a number to show, and how good it is from 0 to 1."""

    def face(self, cell: Cell, cursor: Cell | None) -> CellFace:
        """Return what a cell shows."""
        return CellFace(
            self.stacks.get(cell, ()),
            is_legal=cell in self.legal,
            is_cursor=cell == cursor,
            is_last=cell == self.last,
            is_lit=cell in self.lit,
            is_dark=(cell.column + cell.row) % 2 == 1,
            heat=self.heat.get(cell),
        )


class Column(Widget):
    """One column of a table, or the names of its rows.

    Textual writes a changed line of a widget from the widget's left edge on. So every column is a
    widget of its own, and a changed cell costs no more bytes than the cell.
    """

    def __init__(self, board: "Board", place: int | None) -> None:
        super().__init__()
        self.board, self.place = board, place

    def render_line(self, y: int) -> Strip:
        """Draw one line of the column."""
        line = (
            self.board.label_line(y) if self.place is None else self.board.cell_line(self.place, y)
        )
        width, table = self.size.width, self.board.look.table
        return Strip(line).adjust_cell_length(width, table).crop(0, width).simplify()


class Board(Widget, can_focus=True):
    """Shows a table; the cursor moves over the legal cells, and jumps to any other."""

    class Chosen(Message):
        """Somebody wants the card in hand on a cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class CursorMoved(Message):
        """The cursor is on another cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look
        self.state = BoardState()
        self.cursor: Cell | None = None
        self.left, self.bottom = FIRST_COLUMN, FIRST_ROW
        self._columns = [Column(self, place) for place in range(VIEW)]
        self._labels = Column(self, None)
        self._digit = ""
        self._shown: dict[Cell, CellFace] = {}

    def compose(self) -> ComposeResult:
        """Put the names of the rows and the columns side by side."""
        yield self._labels
        yield from self._columns

    # What is shown

    def show(self, state: BoardState, cursor: Cell | None = None) -> None:
        """Show another state; only the cells that look different are drawn again."""
        self.state = state
        self.cursor = cursor
        self._scroll_into_view([*state.stacks, *state.legal, *([cursor] if cursor else [])])
        self._refresh_changed()

    def move_cursor(self, cell: Cell | None) -> None:
        """Put the cursor on a cell."""
        if cell == self.cursor:
            return
        self.cursor = cell
        if cell is not None:
            self._scroll_into_view([*self.state.stacks, *self.state.legal], cell)
            self.post_message(self.CursorMoved(cell))
        self._refresh_changed()

    def _scroll_into_view(self, cells: Collection[Cell], also: Cell | None = None) -> None:
        """Move the visible square as little as possible, so that these cells are in it.

        All cards and legal cells fit. Another cell may push some of them out for a moment.
        """
        before = self.left, self.bottom
        self.left, self.bottom = FIRST_COLUMN, FIRST_ROW
        for wanted in (cells, [also] if also else []):
            if wanted:
                columns, rows = [it.column for it in wanted], [it.row for it in wanted]
                self.left = scrolled(self.left, min(columns), max(columns))
                self.bottom = scrolled(self.bottom, min(rows), max(rows))
        if before != (self.left, self.bottom):
            self._shown = {}

    def _faces(self) -> dict[Cell, CellFace]:
        cells = (
            Cell.at(column, row)
            for row in range(self.bottom, self.bottom + VIEW)
            for column in range(self.left, self.left + VIEW)
        )
        return {cell: self.state.face(cell, self.cursor) for cell in cells}

    def _refresh_changed(self) -> None:
        faces, before = self._faces(), self._shown
        self._shown = faces
        if not before:
            self._refresh_all()
            return
        for cell, face in faces.items():
            if before.get(cell) != face:
                column = self._columns[cell.column - self.left]
                column.refresh(self._region_in_column(cell))

    # Where it is shown

    @property
    def cell_size(self) -> Size:
        """The largest size of cells that fits."""
        width, height = self.size
        for size in SIZES:
            if LABEL_WIDTH + VIEW * size.width <= width and VIEW * size.height + 1 <= height:
                return size
        return TINY

    @property
    def corner(self) -> tuple[int, int]:
        """Where the upper left cell begins, in columns and lines."""
        size = self.cell_size
        spare = self.size.width - LABEL_WIDTH - VIEW * size.width
        return LABEL_WIDTH + max(0, spare // 2), max(
            0, self.size.height - 1 - VIEW * size.height
        ) // 2

    def _region_in_column(self, cell: Cell) -> Region:
        size, (_, top) = self.cell_size, self.corner
        row = self.bottom + VIEW - 1 - cell.row
        return Region(0, top + row * size.height, size.width, size.height)

    def _refresh_all(self) -> None:
        for column in (self._labels, *self._columns):
            column.refresh()

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a place of the widget, in columns and lines."""
        size, (left, top) = self.cell_size, self.corner
        column, row = (x - left) // size.width, (y - top) // size.height
        if column not in range(VIEW) or row not in range(VIEW):
            return None
        return Cell.at(self.left + column, self.bottom + VIEW - 1 - row)

    def cell_line(self, place: int, y: int) -> Line:
        """Return a line of a column, which is counted from the left."""
        size, (_, top) = self.cell_size, self.corner
        row, inner = divmod(y - top, size.height)
        column = self.left + place
        if row in range(VIEW):
            cell = Cell.at(column, self.bottom + VIEW - 1 - row)
            return drawn_cell(self.state.face(cell, self.cursor), size, self.look)[inner]
        is_below = row == VIEW and inner == 0
        return [Segment(LETTERS[column].center(size.width), self.look.quiet)] if is_below else []

    def label_line(self, y: int) -> Line:
        """Return a line of the names of the rows."""
        size, (x, top) = self.cell_size, self.corner
        row, inner = divmod(y - top, size.height)
        if row not in range(VIEW) or inner != size.height // 2:
            return []
        label = f"{self.bottom + VIEW - row:>{LABEL_WIDTH - 1}} "
        blank = Segment(" " * (x - len(label)), self.look.table)
        return [blank, Segment(label, self.look.quiet)]

    # Keyboard and mouse

    def on_key(self, event: events.Key) -> None:
        """Move the cursor, or choose the cell that it is on."""
        key = event.key
        digit, self._digit = self._digit, ""
        if key in DIRECTIONS:
            self._step(*DIRECTIONS[key])
        elif key in ("enter", "space") and self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))
        elif key == NEXT_KEY:
            self._next_legal()
        elif key in LETTERS:
            self._jump(column=LETTERS.index(key))
        elif key.isdecimal() and 1 <= int(digit + key) <= REACH:
            self._jump(row=int(digit + key) - 1)
            self._digit = key if key == "1" and not digit else ""
        else:
            return
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """Choose the cell under the mouse."""
        cell = self.cell_at(event.screen_x - self.region.x, event.screen_y - self.region.y)
        if cell is not None:
            self.move_cursor(cell)
            self.post_message(self.Chosen(cell))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Let the cursor follow the mouse over legal cells."""
        cell = self.cell_at(event.screen_x - self.region.x, event.screen_y - self.region.y)
        if cell is not None and cell in self.state.legal:
            self.move_cursor(cell)

    def on_resize(self) -> None:
        """Draw everything again in the size that fits now."""
        self._labels.styles.width = self.corner[0]
        for column in self._columns:
            column.styles.width = self.cell_size.width
        self._refresh_all()

    def _step(self, right: int, up: int) -> None:
        """Go to the nearest legal cell in a direction."""
        here = self.cursor or ORIGIN
        found = []
        for cell in self.state.legal:
            ahead = (cell.column - here.column) * right + (cell.row - here.row) * up
            aside = abs((cell.column - here.column) * up) + abs((cell.row - here.row) * right)
            if ahead > 0:
                found.append((ahead + 2 * aside, aside, cell))
        if found:
            self.move_cursor(min(found)[2])

    def _next_legal(self) -> None:
        """Go to the next legal cell, from left to right and from the top down."""
        cells = sorted(self.state.legal, key=lambda cell: (-cell.row, cell.column))
        if cells:
            place = cells.index(self.cursor) if self.cursor in cells else -1
            self.move_cursor(cells[(place + 1) % len(cells)])

    def _jump(self, column: int | None = None, row: int | None = None) -> None:
        """Go to a column or a row."""
        here = self.cursor or ORIGIN
        self.move_cursor(
            Cell.at(
                here.column if column is None else column,
                here.row if row is None else row,
            )
        )


def scrolled(start: int, low: int, high: int) -> int:
    """Return where a window of VIEW places begins that has all from `low` to `high` in it."""
    start = min(max(start, high - VIEW + 1), low)
    return max(0, min(start, REACH - VIEW))

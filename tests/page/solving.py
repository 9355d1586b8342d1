"""Somebody who solves puzzles in the page, and knows the answers."""

from playwright.sync_api import Locator, expect

from punto.puzzles import Puzzle, puzzle_named

from .visitor import Visitor

SHOWN = "[data-puzzle]"


class Solver:
    """A visitor at the screen of puzzles."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def come(self, path: str = "/puzzles") -> None:
        """Go to a puzzle, and wait until its table is there."""
        self.visitor.go(path)
        self.wait_for_table()

    @property
    def table(self) -> Locator:
        """The table, which is a grid of cells."""
        return self.page.get_by_role("grid", name=self.visitor.words("puzzle.table"))

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown."""
        return puzzle_named(self.page.locator(SHOWN).get_attribute("data-puzzle") or "")

    @property
    def next(self) -> Locator:
        """The button to the next puzzle."""
        return self.visitor.button("puzzle.next")

    def cell(self, cell: object) -> Locator:
        """Find a cell of the table."""
        return self.page.locator(f'[data-cell="{cell}"]')

    def wrong_cell(self) -> str:
        """A legal cell that is not the answer."""
        puzzle = self.puzzle
        return str(next(it for it in puzzle.position.legal_cells if it != puzzle.answer))

    def says(self, key: str, **values: object) -> None:
        """Expect a sentence on the screen."""
        words = self.visitor.words(key, **values)
        expect(self.page.locator("main p, main h1", has_text=words)).to_be_visible()

    def wait_for_another(self, before: Puzzle) -> None:
        """Wait until another puzzle is shown."""
        expect(self.page.locator(f'[data-puzzle="{before.name}"]')).to_have_count(0)
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Wait until all cells are there."""
        rows = self.table.get_attribute("aria-rowcount") or ""
        expect(self.table.get_by_role("row")).to_have_count(int(rows))

"""A keyboard, and nothing else."""

from playwright.sync_api import Locator, expect

from .playing import Player
from .visitor import Visitor

MOST = 80
"""So often nobody presses Tab to get anywhere."""

FOCUS = """() => {
  const { activeElement: one } = document;
  return one && one !== document.body ? one.outerHTML.slice(0, 120) : "";
}"""


class Keys:
    """The keys of one person; after each of them something has the focus."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page

    def check(self) -> None:
        """Fail if the focus is lost."""
        assert self.page.evaluate(FOCUS), "the focus is lost"

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)
        self.check()

    def reach(self, target: Locator) -> None:
        """Go to something with the Tab key."""
        expect(target).to_be_visible()
        for _ in range(MOST):
            if target.evaluate("(one) => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not lead to {target}")

    def walk(self, player: Player, cell: str) -> None:
        """Go to a cell, from wherever the focus is on the table."""
        self.check()
        here = str(self.page.evaluate("document.activeElement.dataset.cell ?? ''"))
        assert here, "the focus is not on the table"
        columns, rows = ord(cell[0]) - ord(here[0]), int(cell[1:]) - int(here[1:])
        for key in ["ArrowRight" if columns > 0 else "ArrowLeft"] * abs(columns):
            self.press(key)
        for key in ["ArrowUp" if rows > 0 else "ArrowDown"] * abs(rows):
            self.press(key)
        expect(player.cell(cell)).to_be_focused()

    def lay(self, player: Player, cell: str) -> None:
        """Lay a card."""
        self.walk(player, cell)
        self.press("Enter")

    def push(self, button: Locator) -> None:
        """Push a button."""
        self.reach(button)
        self.press("Enter")

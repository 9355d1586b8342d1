"""Playing at a table by what is on the screen; the server says only what is possible."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Locator, expect

from .visitor import Visitor

PATIENCE = 60_000
"""Milliseconds for a bot, or for somebody else, to do something."""

Placing = Callable[["Player", str], None]


class Player:
    """Somebody who sits at a table, or at several seats of it."""

    def __init__(self, visitor: Visitor, code: str) -> None:
        self.visitor, self.code = visitor, code
        self.page = visitor.page

    @property
    def shape(self) -> Any:
        """Ask how the table stands."""
        return self.visitor.ask(f"tables/{self.code}")

    def sit(self) -> None:
        """Go to the table."""
        self.visitor.go(f"/t/{self.code}")
        expect(self.page.get_by_role("gridcell").first).to_be_visible(timeout=PATIENCE)

    def cell(self, name: str) -> Locator:
        """Find a cell of the table."""
        return self.page.locator(f"[role=gridcell][data-cell={name}]")

    def possible(self) -> list[str]:
        """List the cells that are shown as possible."""
        marked = self.page.locator("[role=gridcell]", has=self.page.locator(".dot, .ring"))
        return [str(cell.get_attribute("data-cell")) for cell in marked.all()]

    def click(self, cell: str) -> None:
        """Place by two clicks: the first shows the card there, the second lays it."""
        self.cell(cell).click()
        self.cell(cell).click()

    def tap(self, cell: str) -> None:
        """Place by two taps."""
        self.cell(cell).tap()
        self.cell(cell).tap()

    def press(self, cell: str) -> None:
        """Place by keyboard alone, from wherever the focus is on the table."""
        here = str(self.page.evaluate("document.activeElement?.dataset.cell ?? ''"))
        assert here, "the focus is not on the table"
        columns, rows = ord(cell[0]) - ord(here[0]), int(cell[1:]) - int(here[1:])
        keys = ["ArrowRight" if columns > 0 else "ArrowLeft"] * abs(columns)
        keys += ["ArrowUp" if rows > 0 else "ArrowDown"] * abs(rows)
        for key in keys:
            self.page.keyboard.press(key)
        expect(self.cell(cell)).to_be_focused()
        self.page.keyboard.press("Enter")

    def lay(self, random: Random, how: Placing) -> bool:
        """Lay one card anywhere, if it is this person's turn; tell whether it was."""
        shape = self.shape
        turn = shape["match"] and shape["match"]["turn"]
        if not turn:
            return False
        before = shape["number"]
        how(self, random.choice(turn["cells"].split()))
        self.wait_until(lambda: self.shape["number"] > before)
        return True

    def wait_until(self, happened: Callable[[], bool]) -> None:
        """Wait for something on the server."""
        for _ in range(PATIENCE // 50):
            if happened():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not happen")


def open_table(visitor: Visitor, *seats: dict[str, str], **settings: object) -> Player:
    """Open a table as a person's own device, past the set-up screens."""
    opened = visitor.ask("tables", {"settings": settings, "seats": list(seats)})
    return Player(visitor, opened["table"])


def person(name: str) -> dict[str, str]:
    """Someone at the device that opens the table."""
    return {"kind": "person", "name": name}


def bot(name: str) -> dict[str, str]:
    """A bot."""
    return {"kind": "bot", "bot": name}

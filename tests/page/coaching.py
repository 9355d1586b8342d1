"""Playing the coached match by what is on the screen."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from .visitor import Visitor

WIRE = Path(__file__).parents[2] / "web" / "src" / "wire"
CHAPTERS: list[Any] = json.loads((WIRE / "lesson.json").read_text("utf-8"))["chapters"]

PATH = [
    ("beside", "e5"),
    ("top", "f6"),
    ("square", "d6"),
    ("inside", "h7"),
    ("block", "g8"),
    ("build", "f6"),
    ("win", "d4"),
    ("stalemate", "i7"),
]
"""One way through the lesson: the steps and where the learner lays a card."""

LAST = {"top", "inside", "block", "win", "stalemate"}
"""The steps after which the coach waits until somebody goes on."""


class Learner:
    """Somebody who plays the coached match."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page

    def come(self) -> None:
        """Go to the lesson."""
        self.visitor.go("/learn")
        expect(self.coach).to_be_visible()

    @property
    def coach(self) -> Locator:
        """Find what the coach says."""
        return self.page.get_by_role("region", name=self.visitor.words("coach.name"), exact=True)

    @property
    def way_on(self) -> Locator:
        """Find the button to the next chapter."""
        return self.coach.get_by_role("button", name=self.visitor.words("coach.go_on"))

    def cell(self, name: str) -> Locator:
        """Find a cell of the table."""
        return self.page.locator(f"[role=gridcell][data-cell={name}]")

    def hears(self, key: str) -> None:
        """Wait until the coach says something."""
        expect(self.coach.get_by_role("status")).to_have_text(self.visitor.words(key))

    def begin(self) -> None:
        """Say that it may begin."""
        self.hears("coach.welcome")
        self.coach.get_by_role("button", name=self.visitor.words("coach.begin")).click()

    def lay(self, step: str, cell: str) -> None:
        """Wait for a step, and lay the card for it."""
        self.hears(f"coach.{step}")
        self.cell(cell).click()

    def see_the_end(self) -> None:
        """Go on from the end of a round, as at any table."""
        self.page.locator(".below .end").wait_for()
        self.page.keyboard.press("Escape")

    def go_on(self, step: str) -> None:
        """Read what the coach says at the end of a chapter, and go on."""
        if step in ("win", "stalemate"):
            self.see_the_end()
        self.hears(f"coach.{step}.done")
        self.way_on.click()

    def play_to(self, step: str) -> None:
        """Play until a step waits for its card."""
        self.begin()
        for name, cell in PATH:
            if name == step:
                break
            self.lay(name, cell)
            if name in LAST:
                self.go_on(name)
        self.hears(f"coach.{step}")

"""Playing at a table by what is on the screen; the server says only what is possible."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.sync_api import Locator, expect

from .visitor import Visitor, pauses

TIMEOUT_MS = 60_000
"""Milliseconds for a bot, or for somebody else, to do something."""

Placing = Callable[["Player", str], None]

STILL = {"motion": "none"}
"""What somebody likes who does not want to wait for movements."""

QUICK = {
    "setups": {"computer": {"settings": {"rounds_to_win": 1}, "seats": [{}, {"bot": "random"}]}}
}
"""What somebody chose before whose matches are short."""

STANDS = """() => new Promise((stands) => {
  let pause = 15;
  const colour = (place) => place?.querySelector("svg.card")?.classList[1] ?? "";
  const look = () => {
    const hand = document.querySelector(".hand .card.ready");
    const grid = document.querySelector("[role=grid]");
    const rows = grid?.querySelectorAll("[role=row]").length ?? 0;
    const isWhole = rows === Number(grid?.ariaRowCount ?? 0);  // they come one by one
    const cells = [...document.querySelectorAll("[role=gridcell]")];
    const possible = cells.filter((cell) => cell.querySelector(".dot, .ring, .tried"));
    const tops = cells.map((cell) => [cell.dataset.cell, colour(cell)]);
    if (document.querySelector(".below .end button")) stands({ ended: "round" });
    else if (document.querySelector(".below .over")) stands({ ended: "match" });
    else if (hand && isWhole && possible.length > 0) {
      const names = possible.map((cell) => cell.dataset.cell);
      stands({ ended: null, cells: names, tops: Object.fromEntries(tops), colour: colour(hand) });
    } else {
      setTimeout(look, pause);
      pause = Math.min(pause * 1.25, 250);  // looking often would slow a busy machine down
    }
  };
  look();
})"""
"""Waits until a person has something to do, and tells what there is to see then."""


class Stand(NamedTuple):
    """What a person sees who has something to do."""

    ended: str | None
    """`round` or `match`, if that is what is shown."""
    cells: Sequence[str] = ()
    """Where the card may lie."""
    tops: Mapping[str, str] = MappingProxyType({})
    """The colours that can be seen on the table."""
    colour: str = ""
    """That of the card to lay."""

    def best(self) -> str:
        """Choose a cell with many of the colour in line with it: so matches end soon."""
        return max(self.cells, key=self.worth)

    def worth(self, cell: str) -> tuple[int, str]:
        """Count the cards of the colour nearby in the best of the four directions."""
        column, row = ord(cell[0]), int(cell[1:])
        worths = [
            sum(
                self.tops.get(f"{chr(column + step * right)}{row + step * up}") == self.colour
                for step in (-3, -2, -1, 1, 2, 3)
            )
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        ]
        return max(worths), cell


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
        expect(self.page.get_by_role("gridcell").first).to_be_visible(timeout=TIMEOUT_MS)

    def cell(self, name: str) -> Locator:
        """Find a cell of the table."""
        return self.page.locator(f"[role=gridcell][data-cell={name}]")

    def possible(self) -> list[str]:
        """List the cells that are shown as possible."""
        marked = self.page.locator("[role=gridcell]", has=self.page.locator(".dot, .ring"))
        return [str(cell.get_attribute("data-cell")) for cell in marked.all()]

    def stands(self) -> Stand:
        """Wait until there is something to do."""
        return Stand(**self.page.evaluate(STANDS))

    def play(self, how: Placing, go_on: Callable[[Locator], None] = Locator.click) -> None:
        """Play a match to its end, by what is on the screen."""
        while (stand := self.stands()).ended != "match":
            if stand.ended:
                button = self.visitor.button("end.go_on")
                go_on(button)
                expect(button).to_have_count(0)
            else:
                how(self, stand.best())

    def go_on(self) -> None:
        """Read the end of a round, and go on."""
        button = self.visitor.button("end.go_on")
        expect(button).to_be_visible(timeout=TIMEOUT_MS)
        button.click()
        expect(button).to_have_count(0, timeout=TIMEOUT_MS)

    def click(self, cell: str) -> None:
        """Place with a mouse, which shows the card there before it is clicked."""
        self.cell(cell).click()

    def tap(self, cell: str) -> None:
        """Place by two taps."""
        self.cell(cell).tap()
        expect(self.cell(cell)).to_have_attribute("aria-selected", "true")
        self.cell(cell).tap()

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
        for pause in pauses():
            if happened():
                return
            self.page.wait_for_timeout(pause)
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

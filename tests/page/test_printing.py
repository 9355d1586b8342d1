"""The rules on paper: with all their figures, in dark letters, and without buttons."""

import json

import pytest
from playwright.sync_api import expect

from .coaching import WIRE
from .conftest import Visit
from .visitor import PHONE, Visitor

PICTURES = json.loads((WIRE.parent / "rules" / "pictures.json").read_text("utf-8"))

DRAWN = """() => [...document.querySelectorAll("figure .room")].map((room) => ({
  cards: room.querySelectorAll("svg.card").length,
  width: room.firstElementChild?.getBoundingClientRect().width ?? 0,
}))"""
"""What every figure shows, and how wide its drawing is."""

NOTED = f"""() => addEventListener("beforeprint", () => {{ globalThis.printed = ({DRAWN})(); }})"""
"""Note what is there at the moment when the browser begins to print."""


def stacks(moves: str) -> int:
    """Count the stacks of a figure."""
    return len({move[3:] for move in moves.split()})


def expected() -> list[int]:
    """Count the cards that each figure shows, in the order of the page."""
    return [stacks(picture["moves"]) for picture in PICTURES.values()]


def at_the_rules(visit: Visit, **settings: object) -> Visitor:
    somebody = visit(**settings)
    somebody.go("/rules")
    expect(somebody.page.locator("figure .room")).to_have_count(len(PICTURES))
    return somebody


def test_every_figure_is_there_when_the_browser_begins_to_print(visit: Visit) -> None:
    somebody = at_the_rules(visit)
    somebody.page.evaluate(NOTED)
    somebody.page.pdf()
    assert [one["cards"] for one in somebody.page.evaluate("printed")] == expected()
    # And the screen is as it was: only what comes near is drawn, and can be measured.
    expect(somebody.page.locator("figure .room [role=gridcell]").first).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_sheet_of_paper_shows_all_of_it(visit: Visit, theme: str) -> None:
    somebody = at_the_rules(visit, viewport=PHONE, likes={"theme": theme})
    somebody.page.emulate_media(media="print")
    somebody.page.set_viewport_size({"width": 720, "height": 1000})
    # The page hears of the change of media a moment later; a browser that prints waits for it.
    expect(somebody.page.locator("figure .room svg.card")).to_have_count(sum(expected()))
    drawn = somebody.page.evaluate(DRAWN)
    assert [one["cards"] for one in drawn] == expected()
    assert all(one["width"] > 200 for one in drawn), drawn
    assert somebody.cut_off() == []
    assert somebody.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == (
        "light"
    )
    for name in ("menu", "learn.begin", "rules.play"):
        expect(somebody.page.get_by_text(somebody.words(name), exact=True)).to_be_hidden()

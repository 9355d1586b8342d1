"""A card dropped by touch lands where the finger says, and shows where before it falls."""

import re

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .dealing import dealer
from .fingers import Finger, middle
from .noting import Notes
from .playing import STILL, Player, open_table, person
from .visitor import PHONE

LAST = re.compile(r"\blast\b")


@pytest.fixture
def table(visit: Visit) -> Player:
    """A phone with one card on the table, which leaves eight cells beside it."""
    somebody = visit(likes=STILL, viewport=PHONE, has_touch=True, is_mobile=True)
    player = open_table(somebody, person("Ada"), person("Bo"), mode="2p", start=1)
    with dealer(player) as past:
        past.lay(past.table, "f6")
    player.sit()
    player.stands()
    return player


def side(table: Player) -> float:
    """Measure a cell."""
    box = table.cell("f6").bounding_box()
    assert box
    return box["width"]


def is_above(table: Player, finger: Finger) -> bool:
    """Whether the dragged card is drawn above the fingertip."""
    box = table.page.locator(".dragged").bounding_box()
    assert box
    is_near = box["x"] < finger.x < box["x"] + box["width"]
    return is_near and box["y"] + box["height"] < finger.y


@pytest.mark.parametrize("cell", ["e7", "g5", "f7"])
def test_released_on_a_dot_it_lands_there(table: Player, cell: str) -> None:
    finger = Finger(table.page)
    finger.press(table.page.locator("[data-anchor=hand]"))
    finger.drag(*middle(table.cell(cell)))
    expect(table.cell(cell)).to_have_class(re.compile(r"\baimed\b"))
    expect(table.cell(cell).locator(".tried")).to_be_visible()
    assert table.shape["match"]["last"] == "f6", "it fell before it was released"
    finger.lift()
    expect(table.cell(cell)).to_have_class(LAST)


@pytest.mark.parametrize(
    ("right", "down"), [(-0.8, 0.0), (-0.5, -0.6), (0.0, -0.7)], ids=["left", "corner", "above"]
)
def test_near_a_dot_it_snaps_there(table: Player, right: float, down: float) -> None:
    x, y = middle(table.cell("e7"))
    finger = Finger(table.page)
    finger.press(table.page.locator("[data-anchor=hand]"))
    finger.drag(x + right * side(table), y + down * side(table))
    expect(table.cell("e7").locator(".tried")).to_be_visible()
    expect(table.page.locator(".aimed")).to_have_count(1)
    finger.lift()
    expect(table.cell("e7")).to_have_class(LAST)


def test_out_of_reach_it_says_why_and_returns_to_the_hand(table: Player) -> None:
    x, y = middle(table.cell("e7"))
    finger = Finger(table.page)
    finger.press(table.page.locator("[data-anchor=hand]"))
    finger.drag(x - 0.2 * side(table), y - 1.3 * side(table))
    expect(table.page.locator(".tried")).to_have_count(0)
    said = Notes(table.visitor, ".board [role=status]")
    finger.lift()
    said.expect(table.visitor.words("error.touches-nothing"))
    assert table.shape["match"]["last"] == "f6"
    expect(table.page.locator("[data-anchor=hand].ready svg")).to_be_visible()


def test_the_card_is_seen_above_the_finger(table: Player) -> None:
    finger = Finger(table.page)
    finger.press(table.page.locator("[data-anchor=hand]"))
    finger.drag(*middle(table.cell("e7")))
    table.wait_until(lambda: is_above(table, finger))
    table.page.keyboard.press("Escape")
    finger.lift()
    expect(table.page.locator(".dragged, .aimed")).to_have_count(0)
    assert table.shape["match"]["last"] == "f6"

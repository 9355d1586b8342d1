"""Pictures of the main screens for the documents: rewritten where `TEST_PICTURES=1` asks for it."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .dealing import dealer
from .looking import still
from .playing import Player, open_table, person
from .visitor import DESK, PHONE, Visitor

DOCS = Path(__file__).parents[2] / "docs"
LARGEST = 200_000
"""Bytes of a picture; those who read the documents need not wait for it."""

WANTED = os.environ.get("TEST_PICTURES") == "1"
wanted = pytest.mark.skipif(not WANTED, reason="TEST_PICTURES=1 makes the pictures anew")
NAMES = ["start", "table", "table-dark", "replay", "rules"]


def take(somebody: Visitor, name: str) -> None:
    """Take a picture of the screen."""
    somebody.page.mouse.move(0, 0)
    somebody.page.wait_for_timeout(300)
    somebody.page.screenshot(path=DOCS / f"page-{name}.png")


def at_table(visit: Visit, cards: int, **settings: Any) -> Player:
    """Sit at a table where some cards lie."""
    somebody = still(visit, **settings)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    with dealer(table, seed=7) as past:
        past.some(cards)
    expect(somebody.page.locator("[role=gridcell] .card")).not_to_have_count(0)
    return table


@wanted
def test_pictures_of_what_everybody_sees_first(visit: Visit) -> None:
    somebody = still(visit, viewport=PHONE, device_scale_factor=1.5)
    somebody.go()
    take(somebody, "start")
    somebody.go("/rules")
    take(somebody, "rules")


@wanted
def test_pictures_of_a_table(visit: Visit) -> None:
    take(at_table(visit, 15, viewport=PHONE, device_scale_factor=1.5).visitor, "table")
    take(at_table(visit, 24, viewport=DESK, color_scheme="dark").visitor, "table-dark")


@wanted
def test_picture_of_a_replay(visit: Visit) -> None:
    somebody = still(visit, viewport=DESK)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", rounds_to_win=1)
    table.sit()
    with dealer(table, seed=7) as past:
        past.some(12)
        table.cell(past.towards_line()).click()
    expect(somebody.button("end.go_on")).to_be_visible()
    somebody.page.keyboard.press("Escape")
    somebody.page.get_by_role("link", name=somebody.words("over.replay")).click()
    somebody.page.get_by_role("slider").press("End")
    somebody.page.evaluate("document.activeElement.blur()")
    take(somebody, "replay")


def test_the_pictures_are_small() -> None:
    for name in NAMES:
        assert (DOCS / f"page-{name}.png").stat().st_size < LARGEST, name

"""Ctrl+Z takes a card back where that is allowed, and does nothing elsewhere."""

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .playing import STILL, Player, bot, open_table, person


@pytest.mark.parametrize("keys", ["Control+z", "Meta+z"])
def test_the_keys_that_everybody_knows_take_a_card_back(visit: Visit, keys: str) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    somebody.page.keyboard.press(keys)  # there is nothing to take back yet, and nobody complains
    table.cell("f6").click()
    expect(somebody.button("undo")).to_be_enabled()
    somebody.page.keyboard.press(keys)
    expect(table.cell("f6").locator(".card svg.card")).to_have_count(0)
    table.wait_until(lambda: not table.shape["match"]["stacks"])
    expect(somebody.page.get_by_role("alert").filter(has_text="e")).to_have_count(0)


def test_they_do_nothing_behind_a_sheet_or_with_other_keys(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    table.cell("f6").click()
    expect(somebody.button("undo")).to_be_enabled()
    number = table.shape["number"]
    somebody.page.keyboard.press("Control+Shift+z")
    somebody.button("more.title").click()
    somebody.page.keyboard.press("Control+z")
    somebody.page.keyboard.press("Escape")
    expect(somebody.page.get_by_role("dialog")).to_have_count(0)
    assert table.shape["number"] == number


def test_they_do_nothing_where_people_play_on_several_devices(visit: Visit) -> None:
    ada, ben = visit(likes=STILL), visit(likes=STILL)
    hers = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    ben.go(f"/t/{hers.code}")
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("lobby.sit").click()
    hers.sit()
    hers.cell("f6").click()
    expect(Player(ben, hers.code).cell("f6").locator(".card svg.card")).to_be_visible()
    number = hers.shape["number"]
    ada.page.keyboard.press("Control+z")
    hers.cell("f6").focus()
    ada.page.keyboard.press("Control+z")
    expect(ada.page.get_by_role("alert").filter(has_text="e")).to_have_count(0)
    assert hers.shape["number"] == number


def test_against_a_bot_its_answer_goes_with_the_card(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), bot("random"), mode="2p", start=1)
    table.sit()

    def stacks() -> dict[str, str]:
        found: dict[str, str] = table.shape["match"]["stacks"]
        return found

    table.cell("f6").click()
    somebody.page.mouse.move(0, 0)  # over f6 it would try the next card there
    table.wait_until(lambda: len(" ".join(stacks().values()).split()) == 2)
    tops = {cell: stack.split()[-1][0] for cell, stack in stacks().items()}  # one, if it covers
    table.wait_until(lambda: tops.items() <= table.stands().tops.items())
    expect(somebody.button("undo")).to_be_enabled()
    somebody.page.keyboard.press("Control+z")
    table.wait_until(lambda: not stacks())

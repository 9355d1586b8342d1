"""What can be seen at a table at a glance or by one tap, and what calls who looks elsewhere."""

import json
import re

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .dealing import dealer
from .installing import obstacles
from .playing import STILL, Player, bot, open_table, person
from .visitor import PHONE

MOVING = """() => document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().endTime > 1)
  .map((one) => `${one.animationName ?? one.transitionProperty} ${one.effect.target.outerHTML}`)"""
"""Lists what moves long enough to be seen."""


def with_a_stack(visit: Visit, **settings: object) -> tuple[Player, str, int]:
    """Open a table with a stack; return its cell and height."""
    table = open_table(visit(likes=STILL, **settings), person("Ada"), person("Ben"), mode="2p")
    with dealer(table, seed=5) as past:
        while not (high := [c for c, s in past.table["match"]["stacks"].items() if " " in s]):
            past.some(1)
        stack = past.table["match"]["stacks"][high[0]]
    table.sit()
    return table, high[0], len(stack.split())


@pytest.mark.parametrize("way", ["held", "Alt", "focus"])
def test_what_lies_under_a_card_can_be_seen(visit: Visit, way: str) -> None:
    settings = {"viewport": PHONE, "has_touch": True} if way == "held" else {}
    table, cell, count = with_a_stack(visit, **settings)
    page, peek = table.page, table.page.locator(".peek .card")
    table.stands()
    expect(peek).to_have_count(0)
    before = table.shape["number"]
    if way == "held":
        table.cell(cell).dispatch_event("pointerdown", {"pointerType": "touch"})
        expect(peek).to_have_count(count)
        table.cell(cell).dispatch_event("pointerup", {"pointerType": "touch"})
        table.cell(cell).dispatch_event("click")
    elif way == "Alt":
        table.cell(cell).hover()
        page.keyboard.down("Alt")
        expect(peek).to_have_count(count)
        page.keyboard.up("Alt")
    else:
        page.keyboard.press("Tab")
        table.cell(cell).focus()
        expect(peek).to_have_count(count)
        page.keyboard.press("Escape")
    expect(peek).to_have_count(0)
    assert table.shape["number"] == before, "looking laid a card"


def test_which_cards_a_side_still_holds_is_one_tap_away(visit: Visit) -> None:
    table, _, _ = with_a_stack(visit, viewport=PHONE)
    somebody, match = table.visitor, table.shape["match"]
    table.page.locator("button.player[data-seat='1']").click()
    sheet = table.page.get_by_role("dialog", name=somebody.words("holds.title"))
    held = [*match["unseen"][0].split(), *filter(None, [match["face_up"][0]])]
    told = sheet.locator("li .unseen").all_inner_texts()
    assert len(told) == 18
    assert sum(int(text.split()[-2]) for text in told) == len(held)
    for name, colour in (("red", "R"), ("orange", "O")):
        for value in range(1, 10):
            left = held.count(f"{colour}{value}")
            assert f"{name} {value}: {left} left" in told


def test_rounds_won_cards_left_and_the_turn_have_their_places(visit: Visit) -> None:
    table, _, _ = with_a_stack(visit)
    match, page = table.shape["match"], table.page
    for seat in (1, 2):
        panel = page.locator(f"button.player[data-seat='{seat}']")
        expect(panel).to_contain_text(str(match["decks"][seat - 1]))
        expect(panel).to_contain_text(table.visitor.words("player.wins", count=0))
        is_turn = match["turn"]["seat"] == seat
        expect(page.locator("button.player[aria-current=true]")).to_have_count(1)
        assert (panel.get_attribute("aria-current") == "true") == is_turn


def test_title_and_icon_call_whose_turn_it_is(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), bot("random"), mode="2p", start=1)
    table.sit()
    calling = somebody.page.locator("link[rel=icon][href^='data:image/svg']")
    expect(calling).to_have_count(1)
    yours = somebody.words("state.your_turn")
    expect(somebody.page).to_have_title(re.compile(f"^● {re.escape(yours)}"))
    with dealer(table) as past:
        past.give_up()
    expect(calling).to_have_count(0)
    expect(somebody.page).not_to_have_title(re.compile("●"))


def test_likings_are_remembered_sound_among_them(visit: Visit) -> None:
    somebody = visit()
    somebody.go()
    somebody.open_menu()
    sound = somebody.menu.get_by_label(somebody.words("menu.sound"))
    expect(sound).to_be_checked()
    sound.uncheck()
    somebody.page.reload()
    somebody.settle()
    somebody.open_menu()
    expect(sound).not_to_be_checked()
    sound.check()
    kept = somebody.page.evaluate("localStorage.punto")
    assert json.loads(kept)["sound"] is True


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_only_cards_have_strong_colours_and_ticks_are_in_ink(visit: Visit, theme: str) -> None:
    somebody = visit(color_scheme=theme)
    somebody.go()
    somebody.open_menu()
    ink = somebody.page.locator("html").evaluate("(html) => getComputedStyle(html).color")
    for tick in somebody.menu.get_by_role("checkbox").all():
        expect(tick).to_have_css("accent-color", ink)


def test_a_device_that_asks_for_stillness_gets_it(visit: Visit) -> None:
    somebody = visit(reduced_motion="reduce")
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    table.click(table.stands().best())
    table.stands()
    assert somebody.page.evaluate(MOVING) == []


def test_it_can_be_installed(visit: Visit) -> None:
    somebody = visit(worker=True)
    somebody.go()
    somebody.wait_for_worker()
    assert obstacles(somebody) == []
    with somebody.without_network():  # what was installed opens by itself
        somebody.page.goto(f"{somebody.link}/")
        expect(somebody.page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize(
    ("change", "obstacle"),
    [
        ({"name": "", "short_name": ""}, "manifest-missing-name-or-short-name"),
        ({"display": "browser"}, "manifest-display-not-supported"),
        ({"start_url": "/", "scope": "/elsewhere/"}, "start-url-not-valid"),
        ({"icons": []}, "manifest-missing-suitable-icon"),
        (
            {"icons": [{"src": "icon-192.png", "type": "image/png", "sizes": "512x512"}]},
            "cannot-download-icon",
        ),
    ],
)
def test_what_keeps_it_from_being_installed_is_found(
    visit: Visit, change: dict[str, object], obstacle: str
) -> None:
    somebody = visit()
    manifest = json.loads(somebody.ask_text("/manifest.webmanifest")) | change
    somebody.context.route("**/manifest.webmanifest", lambda route: route.fulfill(json=manifest))
    with somebody.watcher.forgiving():  # the console warns of some of these manifests
        somebody.go()
        assert obstacle in obstacles(somebody)

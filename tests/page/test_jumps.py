"""Nothing jumps on any screen, from the first moment that it is loaded until all of it is there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from punto.words import LANGUAGES

from .conftest import Visit
from .dealing import dealer
from .looking import resize, speak
from .playing import Player, open_table, person
from .visitor import DESK, PHONE, SMALL, Visitor

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])

JUMPED = """
globalThis.jumped = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "gone");
    if (!hadRecentInput) jumped.push(`${value}: ${what}`);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
"""Run before the page's own scripts; nothing is ever forgotten until the page is left."""

FRAMES = """() => new Promise((done) => {
  const wait = (left) => (left ? requestAnimationFrame(() => wait(left - 1)) : done());
  wait(10);
})"""
"""What moves things late is a frame or two behind."""

BOXES = """() => [...document.querySelectorAll("header > *, #menu, #menu *:not(option)")]
  .map((one) => [one, one.getBoundingClientRect()])
  .map(([one, { x, y, height }]) => `${one.localName} at ${x} ${y}, ${height} high`)"""
"""Where everything in the header and in the open menu begins; only its end may move."""

LATE_MS = 600
"""What moves within half a second of a click was asked for, and does not count as a jump."""

LEFT_OR_TOP = 0.002
"""The share of the screen that may jump: the label in the middle of a button begins elsewhere."""

Screen = Callable[[Visitor], None]


def table(visitor: Visitor, *seats: dict[str, str]) -> Player:
    """Open a table where Ada begins."""
    return open_table(visitor, person("Ada"), *(seats or [person("Ben")]), mode="2p", start=1)


def setting_up(visitor: Visitor) -> None:
    visitor.go("/#computer")
    expect(visitor.button("way.computer.go")).to_be_visible()


def lobby(visitor: Visitor) -> None:
    visitor.go(f"/t/{table(visitor, {'kind': 'open'}).code}")
    expect(visitor.page.get_by_role("img", name=visitor.words("invite.qr"))).to_be_visible()


def start(visitor: Visitor) -> None:
    table(visitor)  # a table to go back to
    visitor.go("/")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.get_by_text("Ben").first).to_be_visible()


def in_play(visitor: Visitor) -> None:
    playing = table(visitor)
    with dealer(playing) as past:
        past.some(12)
    playing.sit()
    expect(visitor.page.locator(".cell.last")).to_be_visible()


def finished(visitor: Visitor) -> None:
    visitor.go(f"/t/{given_up(visitor)}")
    expect(visitor.button("over.rematch")).to_be_visible()


def replayed(visitor: Visitor) -> None:
    visitor.go(f"/replay/{given_up(visitor)}")
    expect(visitor.page.get_by_role("slider")).to_be_visible()


def rules(visitor: Visitor) -> None:
    visitor.go("/rules")
    # Tables are drawn when they come near: on the way down nothing may move either.
    for part in visitor.page.locator("figure:has(> .room)").all():
        part.scroll_into_view_if_needed()
        expect(part.get_by_role("gridcell", include_hidden=True)).not_to_have_count(0)


def given_up(visitor: Visitor) -> str:
    """Play a match to its end and return its code."""
    playing = table(visitor)
    with dealer(playing) as past:
        past.some(12)
        past.socket.send('{"type": "resign", "id": "enough", "seat": 1}')
        playing.wait_until(lambda: playing.shape["phase"] == "over")
    return playing.code


SCREENS: list[Screen] = [start, setting_up, lobby, in_play, finished, replayed, rules]


@SIZES
def test_nothing_jumps_while_a_screen_comes_up(visit: Visit, viewport: Any) -> None:
    somebody = visit(viewport=viewport)
    somebody.context.add_init_script(JUMPED)
    for screen in SCREENS:
        screen(somebody)
        somebody.page.evaluate(FRAMES)
        assert somebody.page.evaluate("jumped") == [], screen.__name__


def test_nothing_jumps_while_cards_are_laid(visit: Visit) -> None:
    somebody = visit(viewport=PHONE)
    somebody.context.add_init_script(JUMPED)
    playing = table(somebody)
    for viewport in (PHONE, DESK):
        somebody.page.set_viewport_size(viewport)
        playing.sit()
        with dealer(playing) as past:
            for _ in range(4):
                past.some(1)
                laid = past.table["match"]["last"]
                expect(playing.cell(laid).locator(".mark")).to_be_visible()
        somebody.page.evaluate(FRAMES)
        assert somebody.page.evaluate("jumped") == [], viewport


def test_nothing_jumps_when_the_words_of_another_language_come(visit: Visit) -> None:
    somebody = visit(viewport=SMALL)
    in_play(somebody)
    somebody.open_menu()
    for viewport in (SMALL, PHONE, DESK):
        resize(somebody, viewport)
        somebody.page.wait_for_timeout(LATE_MS)
        before = somebody.page.evaluate(BOXES)
        for language in (*LANGUAGES[1:], LANGUAGES[0]):
            somebody.page.evaluate("shifts.length = 0")
            speak(somebody, language)
            somebody.page.evaluate(FRAMES)
            assert somebody.page.evaluate(BOXES) == before, (language, viewport)
            assert somebody.shift() < LEFT_OR_TOP, (language, viewport)


@contextmanager
def held_back(visitor: Visitor, pattern: str) -> Iterator[None]:
    """Hold back all answers of a kind until the block ends."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visitor.context.route(pattern, hold)
    yield
    while not held:
        visitor.page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    visitor.context.unroute(pattern, hold)


@SIZES
def test_nothing_jumps_when_the_list_of_tables_comes_late(visit: Visit, viewport: Any) -> None:
    somebody = visit(viewport=viewport)
    somebody.context.add_init_script(JUMPED)
    table(somebody)
    with held_back(somebody, "**/api/tables"):
        somebody.page.goto(somebody.link)
        expect(somebody.button("join.go")).to_be_visible()  # the screen waits for it, but not long
    expect(somebody.page.get_by_text("Ben")).to_be_visible()
    somebody.page.evaluate(FRAMES)
    assert somebody.page.evaluate("jumped") == []


def test_nothing_jumps_when_a_link_comes_late(visit: Visit) -> None:
    somebody = visit(viewport=SMALL)
    table(somebody).sit()
    dialog = somebody.page.get_by_role("dialog")
    for viewport in (SMALL, PHONE, DESK):
        resize(somebody, viewport)
        with held_back(somebody, "**/handover"):
            somebody.button("more.title").click()
            somebody.button("more.handover").click()
            expect(dialog.get_by_role("status").first).to_have_text(somebody.words("loading"))
            expect(dialog.get_by_role("button", name=somebody.words("copy"))).to_be_disabled()
            somebody.page.wait_for_timeout(LATE_MS)
            before = dialog.bounding_box()
            somebody.page.evaluate("shifts.length = 0")
        expect(somebody.page.get_by_role("img", name=somebody.words("invite.qr"))).to_be_visible()
        somebody.page.evaluate(FRAMES)
        assert dialog.bounding_box() == before, viewport
        assert somebody.shift() < LEFT_OR_TOP, viewport
        somebody.close_sheet()
        expect(dialog).to_have_count(0)

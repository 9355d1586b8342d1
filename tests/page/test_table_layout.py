"""Where everything lies on a table: my side at the bottom, one height for a match, nothing cut."""

import pytest
from playwright.sync_api import FloatRect, Locator, ViewportSize, expect

from punto.words import LANGUAGES, say

from .conftest import Visit
from .dealing import dealer
from .looking import SPEAK, resize, speak, still
from .playing import STILL, Player, bot, open_table, person
from .visitor import DESK, PHONE, SMALL, Visitor

LANDSCAPE: ViewportSize = {"width": 844, "height": 390}
ZOOMED: ViewportSize = {"width": 320, "height": 256}
"""A screen of 1280 by 1024 at 400 %."""

LONGEST = ("Maximiliane-Alexandra v.", "W" * 24, "Þorgerður Sigurbjörg Ösp", "Bo")
SMALLEST_CELL, SMALL_TABLE_CELL, SMALL_TABLE = 32, 44, 5
"""Pixels of a cell, at least and on a small table, and how many cells across are a small table."""

SIZES = SMALL, PHONE, LANDSCAPE
SHAPE = """() => [
  document.querySelector("[role=grid]").ariaRowCount,
  document.querySelectorAll("[role=row]")[0].children.length,
].join()"""
"""Counts the rows and columns of cells."""

SCROLLS = "document.documentElement.scrollHeight - innerHeight"

HEIGHTS = """() => [...document.querySelectorAll("button.player, .mine, .room > .board, .round")]
  .map((one) => [one.className.split(" ")[0], one.getBoundingClientRect().height])"""

CELLS = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const rows = Number(document.querySelector("[role=grid]").ariaRowCount);
  const cells = document.querySelector("[role=row]").querySelectorAll("[role=gridcell]");
  return { width: cells[0].getBoundingClientRect().width, most: Math.max(rows, cells.length) };
}"""
"""Measures after the next frame; the grid tells the number of rows before all of them are drawn."""

HIDDEN = """(where) => [...document.querySelectorAll(where)].filter((one) => {
  const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !inside || !(one.contains(hit) || hit?.contains(one));
}).map((one) => one.outerHTML.slice(0, 100))"""
"""Lists what is cut off by the edge of the screen, or covered."""

OUTSIDE = """(dots) => dots.map((dot) => {
  const place = dot.getBoundingClientRect();
  const edge = dot.closest("button.player").getBoundingClientRect();
  return [place, edge];
}).filter(([place, edge]) => place.left < edge.left || place.top < edge.top ||
  place.right > edge.right || place.bottom > edge.bottom)"""
"""Lists the dots that are not inside the panel of their player."""

NEEDED = ".hand .card, .hand .deck, .strip button, .players button, .goal"


def place(locator: Locator) -> FloatRect:
    """Measure where something is on the screen."""
    box = locator.bounding_box()
    assert box
    return box


def panel(player: Player, seat: int) -> Locator:
    """Find somebody's panel."""
    return player.page.locator(f"button.player[data-seat='{seat}']")


def go_on(table: Player) -> None:
    """Leave the ends of rounds behind, until there is a card to lay."""
    while table.stands().ended:
        button = table.visitor.button("end.go_on")
        button.click()
        expect(button).to_have_count(0)


def sit_down(somebody: Visitor, code: str, name: str) -> Player:
    """Join by the link."""
    somebody.go(f"/t/{code}")
    somebody.page.get_by_label(somebody.words("name.title")).fill(name)
    somebody.page.locator("li form button.primary").click()
    player = Player(somebody, code)
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()
    return player


def test_my_side_stays_mine_and_says_what_the_table_waits_for(visit: Visit) -> None:
    ada, bo = still(visit, viewport=PHONE), still(visit, viewport=PHONE)
    table = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1)
    guest = sit_down(bo, table.code, "Bo")
    table.sit()
    table.stands()
    for me, mine, other in ((table, 1, 2), (guest, 2, 1)):
        board = place(me.page.locator(".room > .board"))
        assert place(panel(me, mine))["y"] > board["y"] + board["height"]
        assert place(panel(me, other))["y"] < board["y"]
    title = bo.page.locator(".hand .words p").first
    expect(title).to_have_text(bo.words("wait.for", name="Ada"))
    expect(bo.page.locator(".hand .deck b")).to_have_text("36")  # mine, not Ada's
    expect(bo.page.locator("[data-anchor=hand] svg")).to_have_count(0)
    shown = panel(guest, 1).get_by_role("img")
    expect(shown).to_have_count(1)  # her card is at her side
    expect(bo.page.locator(".mine.turn")).to_have_count(0)
    expect(panel(guest, 1)).to_have_attribute("aria-current", "true")
    expect(ada.page.locator(".hand .words p").first).to_have_text(ada.words("hand.your_turn"))
    expect(ada.page.locator(".mine.turn")).to_have_count(1)
    table.click("f6")
    expect(title).to_have_text(bo.words("hand.your_turn"))
    expect(bo.page.locator(".mine.turn")).to_have_count(1)
    expect(bo.page.locator("[data-anchor=hand] svg")).to_have_count(1)
    expect(bo.page.locator(".hand .deck b")).to_have_text("35")
    expect(panel(guest, 1).get_by_role("img")).to_have_count(0)
    expect(ada.page.locator(".hand .words p").first).to_have_text(ada.words("wait.for", name="Bo"))


@pytest.mark.parametrize(("mode", "mine"), [("3p", 2), ("4p", 3), ("teams", 4)])
def test_the_others_sit_left_opposite_and_right(visit: Visit, mode: str, mine: int) -> None:
    count = 3 if mode == "3p" else 4
    somebody = still(visit, viewport=DESK)
    seats = [bot("random") if seat != mine else person("Ada") for seat in range(1, count + 1)]
    table = open_table(somebody, *seats, mode=mode, start=mine)
    table.sit()
    around = [(mine + step - 1) % count + 1 for step in range(1, count)]
    across = [place(panel(table, seat))["x"] for seat in around]
    assert across == sorted(across), "the next to play sits on the left"
    assert len({place(panel(table, seat))["y"] for seat in around}) == 1
    assert place(panel(table, mine))["y"] > place(panel(table, around[0]))["y"]


def test_on_a_shared_device_who_is_to_play_is_at_the_bottom(visit: Visit) -> None:
    somebody = still(visit, viewport=PHONE)
    table = open_table(somebody, *map(person, ("Ada", "Bo", "Cy")), mode="3p", start=1)
    table.sit()
    for seat, cell in ((1, "f6"), (2, "g6"), (3, "h6"), (1, "")):
        expect(somebody.page.locator(".strip button.player")).to_have_attribute(
            "data-seat", str(seat)
        )
        expect(somebody.page.locator(".players button.player")).to_have_count(2)
        if cell:
            table.stands()
            table.click(cell)


def test_who_watches_looks_on_from_the_first_seat(visit: Visit) -> None:
    ada, watcher = still(visit), still(visit)
    table = open_table(ada, person("Ada"), person("Bo"), mode="2p", start=2)
    onlooker = Player(watcher, table.code)
    onlooker.sit()
    expect(watcher.page.locator(".strip button.player")).to_have_attribute("data-seat", "1")
    expect(watcher.page.locator(".hand .words p").first).to_have_text(
        watcher.words("wait.for", name="Bo")
    )


def check_cells(somebody: Visitor) -> None:
    """Check the size of the cells on small screens."""
    for viewport in SIZES:
        resize(somebody, viewport)
        cells = somebody.page.evaluate(CELLS)
        assert cells["width"] >= SMALLEST_CELL, (viewport, cells)
        if cells["most"] <= SMALL_TABLE:
            assert cells["width"] >= SMALL_TABLE_CELL, (viewport, cells)


def test_cells_are_large_enough_and_nothing_is_cut(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL)
    measured = set()
    table = open_table(somebody, *map(person, LONGEST), mode="4p", rounds_to_win=9)
    table.sit()
    with dealer(table) as past:
        for _ in range(16):
            before = past.table["number"]
            past.spread()
            shown = somebody.page.locator(f".cell.last[data-cell={past.table['match']['last']}]")
            expect(shown).to_be_visible()
            assert past.table["number"] > before
            shape = somebody.page.evaluate(SHAPE)
            if shape not in measured:  # cells depend on how many there are, and on nothing else
                measured.add(shape)
                check_cells(somebody)
    for viewport in SIZES:
        resize(somebody, viewport)
        for language in LANGUAGES:
            speak(somebody, language)
            table.stands()
            assert somebody.page.evaluate(HIDDEN, NEEDED) == [], (viewport, language)
            assert somebody.page.evaluate(SCROLLS) <= 0, (viewport, language)


@pytest.mark.parametrize("mode", ["2p", "4p"])
def test_panels_keep_their_height_for_a_whole_match(visit: Visit, mode: str) -> None:
    somebody = still(visit, viewport=SMALL)
    names = LONGEST[: 2 if mode == "2p" else 4]
    table = open_table(somebody, *map(person, names), mode=mode, rounds_to_win=9)
    table.sit()
    table.stands()
    before = somebody.page.evaluate(HEIGHTS)
    for _ in range(2):
        with dealer(table) as past:
            past.some(3)
            cell = past.towards_line()
            last = past.table["match"]["last"]
            go_on(table)
            expect(somebody.page.locator(f".cell.last[data-cell={last}]")).to_be_visible()
            for language in LANGUAGES:
                speak(somebody, language)
                assert somebody.page.evaluate(HEIGHTS) == before, language
            past.lay(past.table, cell)
        expect(somebody.button("end.go_on")).to_be_visible()
        go_on(table)
        assert somebody.page.evaluate(HEIGHTS) == before


def test_nine_rounds_fit_as_dots(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL)
    table = open_table(somebody, *map(person, LONGEST), mode="teams", rounds_to_win=9)
    table.sit()
    for viewport in SIZES:
        resize(somebody, viewport)
        for seat in range(1, 5):
            dots = panel(table, seat).locator(".wins i")
            expect(dots).to_have_count(9)
            assert dots.evaluate_all(OUTSIDE) == [], (viewport, seat)


def test_a_name_has_one_line_and_is_whole_one_tap_away(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL)
    table = open_table(somebody, *map(person, LONGEST), mode="4p", start=1)
    table.sit()
    for seat, name in enumerate(LONGEST, start=1):
        shown = panel(table, seat).locator(".name .called")
        expect(shown).to_have_text(name)
        assert place(shown)["height"] < 30, "more than one line"
        panel(table, seat).click()
        whole = somebody.page.get_by_role("dialog").get_by_role("heading", name=name)
        expect(whole).to_be_visible()
        assert whole.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        somebody.close_sheet()


def test_whose_turn_it_is_has_one_line_with_three_players_in_german(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL, language="de")
    table = open_table(somebody, person("Ada"), bot("random"), bot("random"), mode="3p", start=1)
    table.sit()
    words = somebody.page.get_by_text(somebody.words("hand.your_turn"), exact=True)
    for one in words.all():
        letters = one.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert place(one)["height"] < 2 * letters, "more than one line"
        assert one.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "cut off"
    expect(words.first).to_be_visible()


def test_zoomed_in_everything_can_be_reached_by_scrolling(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=ZOOMED)
    table = open_table(somebody, *map(person, LONGEST), mode="4p", start=1)
    with dealer(table) as past:
        past.some(13)
    table.sit()
    table.stands()
    page = somebody.page
    assert page.evaluate("document.documentElement.scrollWidth") <= ZOOMED["width"]
    for part in page.locator(f"{NEEDED}, .hand .words, [role=gridcell]").all():
        part.scroll_into_view_if_needed()
        assert part.evaluate(
            """(one) => {
              const { x, y, width, height } = one.getBoundingClientRect();
              const hit = document.elementFromPoint(x + width / 2, y + height / 2);
              return one.contains(hit) || hit?.contains(one);
            }"""
        ), part
    assert page.evaluate(CELLS)["width"] >= SMALLEST_CELL
    before = table.shape["number"]
    table.cell(table.stands().best()).click()
    table.wait_until(lambda: table.shape["number"] > before)


GOALS = f"""async (languages) => {{
  const speak = {SPEAK};
  const hidden = {HIDDEN};
  const seen = [];
  for (const language of languages) {{
    await speak(language);
    const goal = document.querySelector(".goal");
    const fits = goal.parentElement.scrollWidth <= innerWidth;
    const circles = goal.querySelectorAll("circle").length;
    seen.push([goal.innerText.trim(), circles, hidden(".goal"), fits]);
  }}
  return seen;
}}"""
"""In every language: the words of the goal, its circles, what is hidden of it, whether it fits."""


@pytest.mark.parametrize(("mode", "count"), [("2p", 5), ("3p", 4), ("4p", 4), ("teams", 5)])
def test_the_goal_is_always_in_sight(visit: Visit, mode: str, count: int) -> None:
    somebody = still(visit, viewport=SMALL)
    seats = 2 if mode == "2p" else 3 if mode == "3p" else 4
    table = open_table(somebody, *map(person, LONGEST[:seats]), mode=mode)
    table.sit()
    for viewport in (SMALL, PHONE, LANDSCAPE, DESK):
        resize(somebody, viewport)
        for language, seen in zip(LANGUAGES, somebody.page.evaluate(GOALS, LANGUAGES), strict=True):
            words = say("goal.line", language, count=count)
            assert seen == [words, count, [], True], (viewport, language)

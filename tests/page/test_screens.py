"""Every screen on a small phone: no text is cut off in any language, nothing jumps, no barriers."""

import pytest
from playwright.sync_api import expect

from punto.bots.levels import LEVELS
from punto.words import LANGUAGES

from .conftest import Visit
from .daily import OWN_PLAY, keep
from .dealing import dealer
from .looking import forget, look, speak, still
from .playing import bot, open_table, person
from .visitor import SIDEWAYS, SMALL, Visitor

NAMES = ("Wilhelmina", "Þorsteinn Ö.", "Bo", "Maximilian von A.")

COVERED = """() => [...document.querySelectorAll("[role=gridcell]")].filter((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return top?.closest("[role=gridcell]") !== cell;
}).map((cell) => cell.dataset.cell)"""
"""Lists the cells that something else lies over."""


def small(visit: Visit) -> Visitor:
    """Open a page on a small phone."""
    return still(visit, viewport=SMALL, color_scheme="light")


def unfold(somebody: Visitor) -> None:
    """Open all that is folded away."""
    somebody.page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")


def test_the_start(visit: Visit) -> None:
    somebody = small(visit)
    for names in (NAMES[:2], NAMES):
        open_table(somebody, *map(person, names), mode=f"{len(names)}p")
    somebody.go()
    look(somebody, "the start with tables")
    somebody.page.locator("form button").click()
    expect(somebody.page.get_by_text(somebody.words("join.empty"))).to_be_visible()
    somebody.open_menu()
    look(somebody, "the menu")


@pytest.mark.parametrize("way", ["computer", "together", "friends"])
def test_setting_up(visit: Visit, way: str) -> None:
    somebody = small(visit)
    somebody.go(f"/#{way}")
    expect(somebody.page.get_by_role("heading", level=1)).to_have_text(somebody.words(f"way.{way}"))
    assert somebody.shift() < 0.01
    unfold(somebody)
    somebody.page.locator("input[value=teams]").dispatch_event("click")
    forget(somebody)
    look(somebody, f"setting up, {way}")


def test_on_a_phone_on_its_side_the_levels_are_in_sight_above_the_button(visit: Visit) -> None:
    somebody = still(visit, viewport=SIDEWAYS)
    somebody.go("/#computer")
    button = somebody.page.locator(".go").bounding_box()
    assert button
    for level in LEVELS:
        name = somebody.words(f"bot.{level.name}")
        box = somebody.page.get_by_role("radio", name=name, exact=True).bounding_box()
        assert box
        assert box["y"] + box["height"] <= button["y"] + 1, level.name


def test_the_lobby(visit: Visit) -> None:
    host, guest = small(visit), small(visit)
    table = open_table(host, person(NAMES[0]), *[{"kind": "open"}] * 3, mode="teams")
    host.go(f"/t/{table.code}")
    expect(host.page.get_by_role("heading", level=1)).to_be_visible()
    assert host.shift() < 0.01
    unfold(host)
    forget(host)
    look(host, "the lobby, host")
    guest.go(f"/t/{table.code}")
    expect(guest.button("lobby.sit").first).to_be_visible()
    look(guest, "the lobby, guest")


def test_the_table(visit: Visit) -> None:
    somebody = small(visit)
    table = open_table(somebody, *map(person, NAMES), mode="4p", open_cards=True)
    table.sit()
    with dealer(table) as past:
        past.some(14)
    expect(somebody.page.locator(".cell.last")).to_be_visible()
    look(somebody, "the table")
    scroll = "document.documentElement.scrollHeight - innerHeight"
    for language in ("de", "fi", "is", "en"):
        speak(somebody, language)
        assert somebody.page.evaluate(scroll) <= 0, language
    somebody.button("more.title").click()
    look(somebody, "more")
    somebody.button("more.resign").click()
    look(somebody, "giving up")
    somebody.button("resign.no").click()
    somebody.button("more.handover").click()
    expect(somebody.page.get_by_role("img", name=somebody.words("invite.qr"))).to_be_visible()
    look(somebody, "handing over")
    somebody.close_sheet()
    somebody.button("more.title").click()
    somebody.button("moves").click()
    expect(somebody.page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    look(somebody, "moves")
    somebody.close_sheet()
    somebody.page.locator("button.player").first.click()
    look(somebody, "cards still held")


def test_the_table_with_others(visit: Visit) -> None:
    host, guest = small(visit), small(visit)
    table = open_table(host, person(NAMES[0]), {"kind": "open"}, bot("easy"), mode="3p", start=2)
    guest.go(f"/t/{table.code}")
    guest.button("lobby.sit").last.click()
    expect(guest.page.get_by_role("gridcell").first).to_be_visible()
    table.sit()
    guest.button("talk.title").click()
    expect(guest.page.get_by_role("dialog")).to_be_visible()
    look(guest, "reactions")
    expect(guest.page.get_by_role("dialog")).to_be_visible()  # another language closes nothing
    guest.button("reaction.your_turn").click()
    expect(host.page.locator(".said")).to_have_text(host.words("reaction.your_turn"))
    guest.button("more.title").click()
    guest.button("more.offer_end").click()
    expect(host.button("offer.decline")).to_be_visible()
    forget(host)
    look(host, "an offer to end the match")
    assert host.page.evaluate(COVERED) == []
    host.button("offer.decline").click()
    expect(host.button("offer.decline")).to_have_count(0)
    with host.without_network():
        expect(host.page.get_by_text(host.words("connection.lost"))).to_be_visible()
        assert host.page.evaluate(COVERED) == []
    expect(host.page.get_by_text(host.words("connection.lost"))).to_have_count(0)
    guest.context.close()
    expect(
        host.page.get_by_text(host.words("gone", name=host.words("seat.player", number=2)))
    ).to_be_visible()
    forget(host)
    look(host, "somebody is gone")
    assert host.page.evaluate(COVERED) == []


def test_a_round_and_a_match_end(visit: Visit) -> None:
    somebody = small(visit)
    table = open_table(somebody, *map(person, NAMES), mode="4p", rounds_to_win=1)
    table.sit()
    with dealer(table) as past:
        table.cell(past.towards_line()).click()
    expect(somebody.button("end.go_on")).to_be_visible()
    look(somebody, "the end of a round")
    somebody.page.keyboard.press("Escape")  # as good as the button, if it is still there
    expect(somebody.button("over.rematch")).to_be_visible()
    look(somebody, "the end of a match")
    somebody.page.get_by_role("link", name=somebody.words("over.replay")).click()
    expect(somebody.page.get_by_role("slider")).to_be_visible()
    forget(somebody)
    look(somebody, "a replay")


def test_rows_are_counted(visit: Visit) -> None:
    somebody = small(visit)
    table = open_table(somebody, *map(person, NAMES), mode="4p")
    table.sit()
    with dealer(table) as past:
        past.towards_stalemate()
        expect(somebody.button("end.go_on")).to_be_visible()
        forget(somebody)  # seventy cards within seconds move more than a match does
        look(somebody, "rows counted")


@pytest.mark.parametrize("path", ["/rules", "/replay", "/no/where"])
def test_reading(visit: Visit, path: str) -> None:
    somebody = small(visit)
    with somebody.watcher.forgiving():
        somebody.go(path)
    look(somebody, path)


@pytest.mark.parametrize("path", ["/daily", "/own-play"])
def test_what_a_device_keeps(visit: Visit, path: str) -> None:
    somebody = small(visit)
    keep(somebody, OWN_PLAY)
    somebody.go(path)
    look(somebody, path)


def test_without_network(visit: Visit) -> None:
    somebody = still(visit, viewport=SMALL, color_scheme="light", worker=True)
    somebody.go()
    somebody.wait_for_worker()
    kept = open_table(somebody, *map(person, NAMES[:2]), mode="2p")
    with dealer(kept) as past:
        past.give_up()
    somebody.go(f"/replay/{kept.code}")
    # Languages that were never read are not kept: so they are read before the network goes.
    for path in ("/", "/rules", f"/t/{kept.code}"):
        somebody.go(path)
        for language in (*LANGUAGES[1:], LANGUAGES[0]):
            speak(somebody, language)
        somebody.settle()
    with somebody.without_network():
        for path, heading in (("/", "start.title"), ("/t/dhkl-moqr-wxyd", "unreachable.title")):
            somebody.page.goto(somebody.link + path)
            expect(somebody.page.get_by_role("heading", level=1)).to_have_text(
                somebody.words(heading)
            )
            expect(somebody.page.locator(f"a[href$='/replay/{kept.code}']")).to_be_visible()
            forget(somebody)
            look(somebody, f"{path} without network")

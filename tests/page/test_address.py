"""The address bar always holds a link that can be sent: it leads others to the same screen."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from punto.server.device_cookie import COOKIE, DeviceCookie
from server.live.test_stored_before import OVER, WAITING, read_dump
from server.server_process import server

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, Player, open_table, person
from .visitor import PHONE, Visitor

HEADING = "document.querySelector('main h1, main h2')?.textContent.trim()"


def assert_leads_there(visit: Visit, somebody: Visitor) -> None:
    """Open the address of a screen on another device, and find the same screen."""
    other = visit(likes=STILL)
    other.page.goto(somebody.page.url)
    other.settle()
    heading = somebody.page.evaluate(HEADING)
    assert heading
    other.wait_until(f"({HEADING}) === {heading!r}")


@pytest.mark.slow
def test_every_screen_that_is_reached_by_links_has_its_own_address(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    seen = set()
    for key in ("rules", "daily", "puzzles", "own"):
        somebody.go()
        somebody.open_menu()
        somebody.menu.get_by_role("link", name=somebody.words(f"menu.{key}"), exact=True).click()
        somebody.settle()
        expect(somebody.page.get_by_role("heading").first).to_be_visible()
        assert_leads_there(visit, somebody)
        seen.add(somebody.page.url)
    for way in ("computer", "together", "friends"):
        somebody.go()
        somebody.page.locator(f"#way-{way}").click()
        expect(somebody.button(f"way.{way}.go")).to_be_visible()
        assert_leads_there(visit, somebody)
        seen.add(somebody.page.url)
    assert len(seen) == 7


@pytest.mark.slow
def test_a_table_has_its_link_in_the_address_bar_from_the_lobby_to_the_rematch(
    visit: Visit,
) -> None:
    somebody = visit(likes=STILL)
    somebody.go("/#friends")
    somebody.button("way.friends.go").click()
    expect(somebody.button("copy")).to_be_visible()
    code = somebody.ask("tables")[0]["table"]
    assert somebody.page.url == f"{somebody.link}/t/{code}"
    assert_leads_there(visit, somebody)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p")
    table.sit()
    with dealer(table) as past:
        past.give_up()
    somebody.button("over.rematch").click()
    table.wait_until(lambda: table.shape["next"] is not None)
    after = Player(somebody, table.shape["next"])
    somebody.page.wait_for_url(f"{somebody.link}/t/{after.code}")
    assert_leads_there(visit, somebody)
    somebody.go(f"/replay/{table.code}")
    assert_leads_there(visit, somebody)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_room_has_the_new_link_in_the_address_bar_once_the_host_has_made_one(
    visit: Visit, language: str
) -> None:
    ada = visit(likes=STILL, viewport=PHONE, language=language)
    ada.go("/#friends")
    ada.page.get_by_label(ada.words("name.title")).fill("Ada")
    ada.button("room.open").click()
    expect(ada.button("room.call")).to_be_attached()
    before = ada.page.url
    ben = visit(likes=STILL)
    ben.page.goto(before)
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("room.join").click()
    expect(ada.page.get_by_text("Ben").first).to_be_attached()
    ada.button("room.link").click()
    ada.wait_until(f"location.href !== {before!r}")
    assert "/r/" in ada.page.url
    ben.wait_until(f"location.href === {ada.page.url!r}")
    late = visit(likes=STILL)
    late.page.goto(ada.page.url)
    expect(late.button("room.join")).to_be_visible()
    with late.watcher.forgiving():
        late.page.goto(before)
        expect(late.button("room.join")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_links_of_tables_work_that_are_older_than_rooms(
    tmp_path: Path, visit: Visit, language: str
) -> None:
    key = b"a key of this test"
    read_dump(tmp_path / "punto.sqlite", key)
    with server(tmp_path, {"keep_waiting_days": 0}) as process:
        ada, other = (visit(process.url, likes=STILL, language=language) for _ in range(2))
        signed = DeviceCookie(key).cookie("ada", secure=False, path="").partition(";")[0]
        value = signed.removeprefix(f"{COOKIE}=")
        ada.context.add_cookies([{"name": COOKIE, "value": value, "url": process.url}])

        # A table that waits: whoever opened it begins the match, and plays.
        ada.go(f"/t/{WAITING}")
        expect(ada.page.get_by_text("Ben", exact=True)).to_be_visible()
        ada.button("lobby.begin").click()
        expect(ada.page.get_by_role("gridcell").first).to_be_visible()
        assert ada.page.url == f"{process.url}/t/{WAITING}"

        # A match that is over: others see who won, and can watch it again.
        other.go(f"/t/{OVER[-1]}")
        won = other.words("over.won", count=1, winner="Ada")
        expect(other.page.locator(".over h2")).to_contain_text(won)
        other.page.get_by_role("link", name=other.words("over.replay")).click()
        expect(other.page).to_have_url(f"{process.url}/replay/{OVER[-1]}")
        expect(other.page.get_by_role("slider")).to_be_visible()

        # And whoever played it can play again.
        ada.go(f"/t/{OVER[-1]}")
        ada.button("over.rematch").click()
        expect(ada.page).not_to_have_url(f"{process.url}/t/{OVER[-1]}")
        expect(ada.page.get_by_role("gridcell").first).to_be_visible()
        for visitor in (ada, other):
            visitor.context.close()

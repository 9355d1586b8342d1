"""Reloading at any stage goes on where one was; so does a server that was killed."""

import re
from pathlib import Path

from playwright.sync_api import expect

from server.server_process import server

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, Player, bot, open_table, person
from .visitor import Visitor


def again(somebody: Visitor) -> None:
    """Load the page again."""
    address = somebody.page.url
    somebody.page.reload()
    somebody.settle()
    assert somebody.page.url == address


def test_before_a_match(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go()
    again(somebody)
    expect(somebody.page.get_by_text(somebody.words("start.title"))).to_be_visible()
    somebody.page.get_by_text(somebody.words("way.friends"), exact=True).click()
    again(somebody)
    somebody.page.get_by_label(somebody.words("name.title")).fill("Ada")
    somebody.button("way.friends.go").click()
    expect(somebody.page.get_by_text(somebody.words("lobby.title", count=1))).to_be_visible()
    again(somebody)
    expect(somebody.page.get_by_text(somebody.words("lobby.title", count=1))).to_be_visible()
    expect(somebody.page.get_by_text("Ada", exact=True)).to_be_visible()
    somebody.button("lobby.begin.bots").click()
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()


def last(player: Player) -> str:
    """Find the cell that is marked as the last one."""
    marked = player.page.locator("[role=gridcell].last")
    expect(marked).to_have_count(1)
    return str(marked.get_attribute("data-cell"))


def test_in_a_match(visit: Visit) -> None:
    somebody = visit(likes=STILL, worker=True)
    settings = {"mode": "2p", "rounds_to_win": 2}
    player = open_table(somebody, person("Ada"), person("Bo"), **settings)
    player.sit()
    player.click(player.stands().best())
    player.click(player.stands().best())
    player.stands()
    marked = last(player)
    again(somebody)
    assert last(player) == marked
    with dealer(player) as past:
        player.click(past.towards_line())
    assert player.stands().ended == "round"
    # The end of a round is there again, until somebody has read it.
    verdict = player.page.locator(".below .end").inner_text()
    again(somebody)
    assert player.page.locator(".below .end").inner_text() == verdict
    player.go_on()
    expect(player.page.get_by_text(somebody.words("round", round=2), exact=True)).to_be_visible()
    again(somebody)
    expect(player.page.get_by_text(somebody.words("round", round=2), exact=True)).to_be_visible()
    player.click(player.stands().best())
    with dealer(player) as past:
        past.give_up()
    result = player.page.get_by_role("region", name=somebody.words("over.title"))
    expect(result).to_be_visible()
    words = result.inner_text()
    again(somebody)
    expect(result).to_be_visible()
    assert result.inner_text() == words
    result.get_by_role("link", name=somebody.words("over.replay")).click()
    somebody.settle()
    title = somebody.page.get_by_role("heading", level=1).inner_text()
    again(somebody)
    expect(somebody.page.get_by_role("heading", level=1)).to_have_text(title)
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()


def test_the_server_is_killed_under_an_open_table(visit: Visit, tmp_path: Path) -> None:
    with server(tmp_path, {"bot_threads": 1}) as running:
        somebody = visit(running.url, likes=STILL)
        settings = {"mode": "2p", "rounds_to_win": 1}
        player = open_table(somebody, person("Ada"), bot("random"), **settings)
        player.sit()
        player.click(player.stands().best())
        stand = player.stands()
        lost = somebody.page.get_by_text(somebody.words("connection.lost"))
        with somebody.watcher.forgiving():
            running.kill()
            expect(lost).to_be_visible()
            player.cell(stand.best()).click()
            expect(player.page.locator("[data-anchor=hand].ready")).to_have_count(0)
            running.start()
            expect(lost).to_have_count(0)
        assert player.stands().cells == stand.cells, "what was clicked meanwhile was laid"
        expect(somebody.page.get_by_role("alert").filter(has_text=re.compile("."))).to_have_count(0)
        player.play(Player.click)
        assert player.shape["over"]["how"] == "won"
        somebody.page.close()  # before its server goes

"""A tournament in the browser: joining, your table, results by hand, standings and the sheet."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from server.server_process import server

from .conftest import Visit
from .playing import STILL, Player
from .test_others import give_up
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow


@pytest.fixture
def link(tmp_path: Path) -> Iterator[str]:
    """A server of its own."""
    with server(tmp_path) as process:
        yield process.url


def points(visitor: Visitor, name: str) -> str:
    """Read somebody's points in the standings."""
    row = visitor.page.get_by_role("row").filter(has_text=name)
    expect(row).to_be_visible()
    return row.get_by_role("cell").nth(1).inner_text()


def test_a_tournament_in_two_languages_with_a_phone_and_somebody_without(
    link: str, visit: Visit
) -> None:
    ada = visit(link, likes=STILL)
    ben = visit(link, likes=STILL, language="de", viewport=PHONE)
    ada.go("/tournament")
    ada.page.get_by_label(ada.words("tournament.name")).fill("Club night")
    ada.page.get_by_label(ada.words("tournament.rounds"), exact=True).select_option("2")
    ada.page.get_by_label(ada.words("name.title")).fill("Ada")
    system = ada.page.get_by_label(ada.words("tournament.system"), exact=True)
    system.select_option("round_robin")
    about = ada.words("tournament.system.round_robin.about")
    expect(ada.page.get_by_text(about)).to_be_visible()
    system.select_option("swiss")
    ada.page.locator("summary", has_text=ada.words("setup.company")).click()
    ada.page.get_by_label(ada.words("time.title")).select_option(ada.words("time.minutes", count=2))
    assert ada.cut_off() == []
    ada.button("tournament.new").click()
    expect(ada.page).to_have_url(re.compile("/tournament/.+"))
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Club night")

    # The whole link also works where codes are typed.
    ben.go()
    ben.page.get_by_label(ben.words("join.title")).fill(ada.page.url)
    ben.button("join.go").click()
    expect(ben.page.get_by_text(ben.words("tournament.system.swiss.about"))).to_be_visible()
    expect(ben.page.get_by_text(ben.words("time.minutes", count=2))).to_be_visible()
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("tournament.join").click()
    expect(ben.button("tournament.leave")).to_be_visible()
    expect(ben.page.get_by_text(ben.words("tournament.waiting"))).to_be_visible()
    ada.page.get_by_text(ada.words("tournament.add")).first.click()
    ada.page.get_by_label(ada.words("tournament.add.about")).fill("Cleo\nDag")
    ada.button("tournament.add").click()
    expect(ben.page.get_by_role("row").filter(has_text="Dag")).to_be_visible()

    # Both meet somebody without a phone: those matches are on paper, and the host enters them.
    ada.button("tournament.begin").click()
    expect(ben.page.get_by_text(ben.words("tournament.with_cards")).first).to_be_visible()
    assert ben.cut_off() == []
    for number in (1, 2):
        ada.button("tournament.result.enter").nth(number - 1).click()
        winner = (
            ada.page.get_by_role("dialog")
            .get_by_role("button")
            .filter(has_text=re.compile("Ada|Ben"))
        )
        winner.click()
    expect(ada.button("tournament.next")).to_be_enabled()
    assert (points(ben, "Ada"), points(ben, "Ben"), points(ben, "Dag")) == ("2", "2", "0")

    # Everybody sees who has left, and those people can come back.
    for key, count in (("tournament.mark.left", 1), ("tournament.mark.back", 0)):
        ada.page.get_by_role("button", name="Dag", exact=True).click()
        ada.button(key).click()
        for visitor in (ada, ben):
            note = visitor.page.get_by_role("row").filter(has_text=visitor.words("tournament.left"))
            expect(note).to_have_count(count)

    # The winners meet at a table that is there at once; afterwards the page leads back.
    ada.button("tournament.next").click()
    for visitor in (ada, ben):
        visitor.page.get_by_role("link", name=visitor.words("tournament.go")).click()
        expect(visitor.page.get_by_role("gridcell").first).to_be_visible()
    give_up(Player(ben, ""))
    for visitor in (ada, ben):
        visitor.page.get_by_role("link", name=visitor.words("tournament.back")).click()
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Club night")
    assert (points(ben, "Ada"), points(ben, "Ben")) == ("4", "2")

    # The last match is entered by hand: the tournament is over.
    ada.button("tournament.result.enter").nth(1).click()
    ada.page.get_by_role("dialog").get_by_role("button").filter(has_text="Cleo").click()
    for visitor in (ada, ben):
        expect(visitor.page.get_by_text(visitor.words("tournament.over"))).to_be_visible()
    with ben.page.expect_download() as download:
        ben.page.get_by_role("link", name=ben.words("tournament.results.file")).click()
    assert download.value.path().read_text().startswith("round,table,seat,name")

    for file, begin in (("standings", b"place,name"), ("records", b"PK")):
        with ben.page.expect_download() as download:
            ben.page.get_by_role("link", name=ben.words(f"tournament.{file}.file")).click()
        assert download.value.path().read_bytes().startswith(begin)

    # Results of earlier rounds can be seen, and corrected by the host.
    for visitor in (ada, ben):
        visitor.page.get_by_text(visitor.words("tournament.earlier")).click()
    first = ada.page.get_by_role("group").filter(has_text=ada.words("tournament.earlier"))
    first.get_by_role("button", name=ada.words("tournament.result.enter")).first.click()
    ada.page.get_by_role("dialog").get_by_role(
        "button", name=ada.words("tournament.nobody")
    ).click()
    earlier = ben.page.get_by_role("group").filter(has_text=ben.words("tournament.earlier"))
    expect(earlier).to_contain_text(ben.words("tournament.nobody"))

    # On paper there are pairings and standings, and nothing else.
    ada.page.emulate_media(media="print")
    sheet = ada.page.locator(".sheet")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Cleo")
    expect(ada.button("tournament.print")).to_be_hidden()
    ben.page.emulate_media(media="print")
    for visitor in (ada, ben):
        for key in ("tournament.standings", "tournament.points", "tournament.opponents"):
            expect(visitor.page.locator(".sheet")).to_contain_text(visitor.words(key))

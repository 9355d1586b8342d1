"""A handicap: the host sets it, the guest reads it, and its cards lie removed to the end."""

from pathlib import Path

from playwright.sync_api import Locator, expect

from punto import read_record

from .axe import barriers
from .conftest import Visit
from .looking import misfits, still
from .playing import Player, open_table, person
from .test_people import OPEN, sit_down
from .visitor import PHONE, Visitor


def handicap_text(somebody: Visitor, name: str, count: int) -> str:
    """Say a handicap of one side as the lobby does."""
    return f"{somebody.words('handicap.title')}: {name} ({somebody.words('handicap', count=count)})"


def set_handicap(host: Visitor, side: str, count: int) -> None:
    """Choose a number for one side in the rules of the table."""
    fields = host.page.get_by_role("group", name=host.words("handicap.title"))
    if not fields.is_visible():
        host.page.locator("summary", has_text=host.words("setup.rules")).click()
    fields.get_by_label(side, exact=True).select_option(host.words("handicap", count=count))


def cards_out(somebody: Visitor, side: int) -> Locator:
    """Find the cards of a side that lie removed; a team's lie with one of its players."""
    return somebody.page.locator(f".player [data-anchor='out-{side}'] .mini")


def names(somebody: Visitor, *cards: str) -> list[str]:
    """Name cards in the language of the reader."""
    return [somebody.words(f"card.{card[0]}", value=int(card[1])) for card in cards]


def test_a_handicap_goes_from_the_lobby_to_the_record(visit: Visit, tmp_path: Path) -> None:
    host = still(visit, viewport=PHONE)
    guest = still(visit, language="de")
    code = open_table(host, person("Ada"), OPEN, rounds_to_win=1, start=1).code
    host.go(f"/t/{code}")
    guest.go(f"/t/{code}")
    set_handicap(host, "Ada", 3)
    expect(guest.page.get_by_text(handicap_text(guest, "Ada", 3))).to_be_visible()
    set_handicap(host, "Ada", 2)
    expect(guest.page.get_by_text(handicap_text(guest, "Ada", 2))).to_be_visible()
    expect(guest.page.locator("li.person")).to_contain_text(guest.words("handicap", count=2))
    rules = host.page.locator("summary", has_text=host.words("setup.rules"))
    expect(rules).to_contain_text(handicap_text(host, "Ada", 2))
    assert not misfits(host) + misfits(guest)
    players = [Player(host, code), sit_down(guest, code, "Ben")]
    for somebody in (host, guest):
        expect(cards_out(somebody, 1)).to_have_count(2)
        expect(cards_out(somebody, 2)).to_have_count(0)
        somebody.page.locator(".player[data-seat='1']").click()
        row = somebody.page.get_by_role("dialog").locator(".out")
        expect(row).to_contain_text(somebody.words("handicap.title"))
        told_cards = [one.get_attribute("aria-label") for one in row.get_by_role("img").all()]
        assert told_cards == names(somebody, "R9", "R9")
        assert not misfits(somebody)
        somebody.close_sheet()
    assert players[0].shape["match"]["decks"] == [34, 36]
    assert not misfits(host) + misfits(guest)

    guest.button("more.title").click()
    guest.button("more.resign").click()
    guest.button("resign.yes").click()
    for somebody in (host, guest):
        result = somebody.page.locator(".over .handicap")
        expect(result).to_contain_text(f"{somebody.words('handicap.title')}: Ada")
        assert not misfits(somebody)
    guest.page.get_by_role("link", name=guest.words("over.replay"), exact=True).click()
    expect(guest.page.locator(".beside .handicap")).to_contain_text("Ada")
    with guest.page.expect_download() as downloading:
        guest.page.get_by_role("link", name=guest.words("replay.download"), exact=True).click()
    kept = tmp_path / "match.punto"
    downloading.value.save_as(kept)
    record = read_record(kept.read_bytes())
    assert '[Handicap "2 0"]' in kept.read_text("utf-8").splitlines()
    assert record.match.options.handicap == (2, 0)


def test_each_team_has_a_handicap_of_its_own_on_one_device(visit: Visit) -> None:
    somebody = still(visit, viewport=PHONE, language="fi")
    somebody.go()
    somebody.page.get_by_text(somebody.words("way.together"), exact=True).click()
    somebody.page.get_by_role("radio", name=somebody.words("mode.teams"), exact=True).check()
    players = [somebody.words("seat.player", number=seat) for seat in (2, 4)]
    second = somebody.words("pair", first=players[0], second=players[1])
    set_handicap(somebody, second, 1)
    expect(somebody.page.locator("summary .now", has_text=second)).to_contain_text(
        handicap_text(somebody, second, 1)
    )
    assert not misfits(somebody) + barriers(somebody.page)
    somebody.button("way.together.go").click()
    for side, count in ((2, 1), (1, 0)):
        expect(cards_out(somebody, side)).to_have_count(count)

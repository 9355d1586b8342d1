"""Open rooms on the first screen: listed by a host, joined by a stranger in one tap."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from server.server_process import server

from .axe import barriers
from .conftest import Visit
from .playing import STILL
from .visitor import DESK, PHONE, Visitor

pytestmark = pytest.mark.slow


def listing(host: Visitor) -> Locator:
    """Find where the host chooses whether the room is listed."""
    return host.page.get_by_label(host.words("open.list"), exact=True)


def offers(somebody: Visitor, name: str) -> Locator:
    """Find the room on the first screen in which somebody is."""
    rooms = somebody.page.get_by_role("region", name=somebody.words("open.title"))
    return rooms.get_by_role("listitem").filter(has_text=name)


@pytest.mark.parametrize(
    ("language", "viewport", "host"), [("en", DESK, "Ada"), ("de", PHONE, "Frieda")]
)
def test_a_stranger_joins_a_listed_room_in_one_tap(
    visit: Visit, language: str, viewport: ViewportSize, host: str
) -> None:
    ada = visit(likes=STILL, language=language)
    room = ada.ask("rooms", {"name": host, "settings": {"mode": "3p"}})["room"]
    ada.go(f"/r/{room}")
    expect(listing(ada)).to_have_value("")
    listing(ada).select_option(label=ada.words("open.level.beginner"))
    expect(ada.page.get_by_text(ada.words("open.listed"))).to_be_visible()
    expect(listing(ada)).to_have_value("beginner")
    assert ada.cut_off() == []

    # It is there with the rest of the screen, in one row, and nothing jumps.
    ben = visit(likes=STILL | {"name": "Ben"}, language=language, viewport=viewport)
    ben.go()
    expect(offers(ben, host)).to_have_count(1)
    for words in (
        host,
        ben.words("mode.3p"),
        ben.words("open.level.beginner"),
        ben.words("open.seats", count=2),
    ):
        expect(offers(ben, host)).to_contain_text(words)
    assert ben.shift() == 0
    assert ben.cut_off() == []
    assert barriers(ben.page) == []

    # Another one watches the list, and sees by itself what has changed.
    cleo = visit(likes=STILL, language=language)
    cleo.go()
    offers(ben, host).get_by_role("link").click()
    expect(ben.page).to_have_url(re.compile(f"/r/{room}$"))
    seats = ada.page.get_by_role("list", name=ada.words("setup.seats"))
    expect(seats).to_contain_text("Ben")
    expect(ben.page.get_by_text(ben.words("open.listed"))).to_be_visible()
    expect(offers(cleo, host)).to_contain_text(cleo.words("open.seats", count=1), timeout=30_000)
    listing(ada).select_option("")
    expect(ben.page.get_by_text(ben.words("open.listed"))).to_have_count(0)
    expect(offers(cleo, host)).to_contain_text(cleo.words("open.gone"), timeout=30_000)
    expect(offers(cleo, host).get_by_role("link")).to_have_count(0)

    # Whoever opens the link of a room is asked for a name before coming in.
    cleo.go(f"/r/{room}")
    expect(cleo.button("room.join")).to_be_visible()


@pytest.fixture
def without_list(tmp_path: Path) -> Iterator[str]:
    """A server that lists no rooms."""
    with server(tmp_path, {"open_rooms": False}) as process:
        yield process.url


def test_a_server_for_children_offers_no_list(without_list: str, visit: Visit) -> None:
    for language in ("en", "de"):
        ada = visit(without_list, likes=STILL, language=language)
        room = ada.ask("rooms", {"name": "Ada"})["room"]
        ada.go(f"/r/{room}")
        expect(ada.page.get_by_label(ada.words("room.substitute"))).to_be_visible()
        expect(listing(ada)).to_have_count(0)

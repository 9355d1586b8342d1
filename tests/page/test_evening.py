"""An evening in a room: four people, three matches, a late friend, a closed tab, a lost host."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from server.server_process import server

from .conftest import Visit
from .noting import Notes
from .playing import STILL, Player
from .test_handicap import handicap_text, set_handicap
from .test_others import give_up
from .visitor import PHONE, Visitor

pytestmark = pytest.mark.slow


@pytest.fixture
def link(tmp_path: Path) -> Iterator[str]:
    """A server where a host is replaced soon, and players have long to answer."""
    with server(tmp_path, {"host_away_seconds": 2, "answer_seconds": 3000}) as process:
        yield process.url


def enter(visitor: Visitor, name: str) -> None:
    """Come into the room under a name."""
    visitor.page.get_by_label(visitor.words("name.title")).fill(name)
    visitor.button("room.join").click()


def utter(visitor: Visitor, reaction: str) -> None:
    """Say a set phrase in the room."""
    visitor.button("talk.title").click()
    visitor.button(reaction).click()


def at_the_match(*visitors: Visitor) -> None:
    """Wait until everybody is at the match."""
    for visitor in visitors:
        expect(visitor.page.get_by_role("gridcell").first).to_be_visible()


def seat(visitor: Visitor, number: int) -> Locator:
    """Find a seat of the next match."""
    return visitor.page.get_by_role("list", name=visitor.words("setup.seats")).locator(
        f"> li:nth-child({number})"
    )


def score(visitor: Visitor, name: str) -> list[str]:
    """Read somebody's matches, wins and rounds."""
    row = visitor.page.get_by_role("row").filter(has_text=name)
    expect(row).to_be_visible()
    return row.get_by_role("cell").all_inner_texts()


def end_by(loser: Visitor, *others: Visitor) -> None:
    """Let somebody give up, and everybody go back to the room."""
    give_up(Player(loser, ""))
    for visitor in (loser, *others):
        expect(visitor.page.locator(".over h2")).to_be_visible()
        visitor.button("room.back").click()
        expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
        expect(visitor.page.get_by_role("table")).to_be_visible()


def test_an_evening_of_three_matches_in_two_languages(link: str, visit: Visit) -> None:
    ada = visit(link, likes=STILL)
    ben = visit(link, likes=STILL, language="de", viewport=PHONE)
    ada.go("/#friends")
    ada.page.get_by_label(ada.words("name.title")).fill("Ada")
    ada.button("room.open").click()
    expect(ada.page).to_have_url(re.compile("/r/"))
    room = ada.page.url.removeprefix(link)
    code = ada.page.locator(".invite strong").inner_text().replace(" ", "")
    assert len(code) == 6

    ben.go("/")
    ben.page.get_by_label(ben.words("join.title")).fill(code)
    ben.button("join.go").click()
    # Whoever has a link needs a name first, and not the link.
    field = ben.page.get_by_label(ben.words("name.title"))
    expect(field).to_be_visible()
    places = [one.bounding_box() for one in (field, ben.page.locator(".invite"))]
    assert places[0] is not None
    assert places[1] is not None
    assert places[0]["y"] < places[1]["y"]
    enter(ben, "Ben")
    expect(seat(ada, 2)).to_contain_text("Ben")
    expect(seat(ben, 1)).to_contain_text("Ada")
    assert ben.cut_off() == []

    # The next match is one tap, and everybody sees who wants it.
    ada.button("room.call").click()
    expect(ben.page.locator(".call")).to_contain_text(ben.words("room.called", name="Ada"))
    expect(ada.button("over.waiting")).to_be_disabled()
    ben.button("room.agree").click()
    at_the_match(ada, ben)

    # Late friends are at the match at once, and play the next ones.
    cleo, dag = visit(link, likes=STILL), visit(link, likes=STILL, language="de")
    for visitor, name in ((cleo, "Cleo"), (dag, "Dag")):
        visitor.go(room)
        enter(visitor, name)
        at_the_match(visitor)
    end_by(ben, ada, cleo, dag)
    for visitor in (ada, ben, cleo, dag):
        assert score(visitor, "Ada")[:2] == ["1", "1"]
        assert score(visitor, "Cleo")[:2] == ["0", "0"]
    ben.button("room.out").click()
    expect(seat(cleo, 2)).to_contain_text(cleo.words("seat.open"))
    seat(cleo, 2).get_by_role("button", name=cleo.words("lobby.sit")).click()
    cleo.button("room.call").click()
    ada.button("room.agree").click()
    at_the_match(ada, ben, cleo, dag)
    # Whoever is muted at the table is muted in the room.
    dag.page.locator("button.player", has_text="Ada").click()
    dag.button("room.mute").click()
    dag.close_sheet()
    end_by(ada, ben, cleo, dag)
    dag.page.get_by_role("button", name="Ada", exact=True).click()
    expect(dag.button("room.unmute")).to_be_visible()
    dag.page.keyboard.press("Escape")
    assert score(dag, "Cleo")[:2] == ["1", "1"]

    # The host leaves; the next in the room takes over, and seats himself.
    ada.page.close()
    expect(ben.page.get_by_role("heading", name=ben.words("room.host"))).to_be_visible()
    expect(cleo.page.get_by_role("heading", level=1)).to_have_text(
        cleo.words("room.of", name="Ben")
    )
    seat(ben, 1).get_by_role("combobox").select_option(label="Dag")
    expect(seat(cleo, 1)).to_contain_text("Dag")
    assert ben.cut_off() == []
    ben.button("lobby.begin").click()
    at_the_match(ben, cleo, dag)

    # A tab is closed, and the link opened in another one: the match is there.
    address = cleo.page.url
    cleo.page.close()
    cleo.page = cleo.context.new_page()
    cleo.page.goto(address)
    at_the_match(cleo)
    end_by(dag, ben, cleo)
    assert score(cleo, "Cleo")[:2] == ["2", "2"]
    assert score(cleo, "Dag")[:2] == ["1", "0"]
    assert score(cleo, "Ben")[:2] == ["1", "0"]
    for visitor in (ben, cleo, dag):
        matches = visitor.page.get_by_role("listitem").filter(
            has=visitor.page.get_by_role("link", name=visitor.words("over.replay"))
        )
        expect(matches).to_have_count(3)
    replay = cleo.page.get_by_role("link", name=cleo.words("over.replay")).first
    replay.click()
    expect(cleo.page).to_have_url(re.compile("/replay/"))

    # The first screen leads back.
    cleo.go("/")
    cleo.page.get_by_role("link", name=cleo.words("room.back")).click()
    expect(cleo.page.get_by_role("table")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_host_and_everybody_can_do_between_matches(
    link: str, visit: Visit, language: str
) -> None:
    ada, ben, cleo = (visit(link, likes=STILL, language=language) for _ in range(3))
    opened = ada.ask("rooms", {"name": "Ada"})
    room = f"/r/{opened['room']}"
    ada.go(room)
    for visitor, name in ((ben, "Ben"), (cleo, "Cleo")):
        visitor.go(room)
        enter(visitor, name)
        expect(ada.page.get_by_role("row").filter(has_text=name)).to_be_visible()

    # The host only watches, and who waits longest is proposed.
    seat(ada, 1).get_by_role("button", name=ada.words("room.out")).click()
    watching = ben.page.get_by_role("row").filter(has_text="Ada")
    expect(watching).to_contain_text(ben.words("room.watches"))
    ada.button("room.rotate").click()
    expect(seat(ben, 1).or_(seat(ben, 2)).filter(has_text="Cleo")).to_have_count(1)
    ada.page.get_by_label(ada.words("room.rotates"), exact=False).check()
    # Another mode has other seats, and a bot can hold one.
    ada.page.get_by_text(ada.words("mode.title")).click()
    ada.page.get_by_role("radio", name=ada.words("mode.3p"), exact=True).check()
    expect(seat(ben, 3)).to_contain_text(ben.words("seat.open"))
    seat(ada, 3).get_by_role("combobox").select_option(label=ada.words("bot.easy"))
    expect(seat(ben, 3)).to_contain_text(ben.words("bot.easy"))
    # Everybody reads who goes without some cards.
    name = seat(ada, 1).locator("strong").inner_text()
    set_handicap(ada, name, 2)
    for visitor in (ben, cleo):
        expect(seat(visitor, 1)).to_contain_text(visitor.words("handicap", count=2))
        expect(visitor.page.get_by_text(handicap_text(visitor, name, 2))).to_be_visible()
    assert ben.cut_off() == []
    substitute = ada.page.get_by_label(ada.words("room.substitute"))
    substitute.select_option(label=ada.words("bot.hard"))
    expect(substitute).to_have_value("hard")

    # Set phrases, which anybody can mute.
    noted = Notes(ben, ".said")
    utter(cleo, "reaction.well_played")
    noted.expect(ben.words("reaction.well_played"))
    ben.page.get_by_role("button", name="Cleo", exact=True).click()
    ben.button("room.mute").click()
    ben.page.get_by_role("button", name="Cleo", exact=True).click()
    expect(ben.button("room.unmute")).to_be_visible()
    ben.page.keyboard.press("Escape")
    # Ben hears what Ada says after Cleo, and not what Cleo said, which Ada has heard.
    heard, noted = Notes(ada, ".said"), Notes(ben, ".said")
    utter(cleo, "reaction.oops")
    heard.expect(ada.words("reaction.oops"))
    utter(ada, "reaction.thanks")
    noted.expect(ben.words("reaction.thanks"))
    assert ben.words("reaction.oops") not in noted.texts
    ben.page.get_by_role("button", name="Cleo", exact=True).click()
    ben.button("room.unmute").click()
    ben.page.get_by_role("button", name="Cleo", exact=True).click()
    expect(ben.button("room.mute")).to_be_visible()
    ben.page.keyboard.press("Escape")
    utter(cleo, "reaction.oops")
    noted.expect(ben.words("reaction.oops"))

    # Another host, who gives it back.
    for host, other, name in ((ada, ben, "Ben"), (ben, ada, "Ada")):
        host.page.get_by_role("button", name=name, exact=True).click()
        host.button("room.host.make").click()
        expect(other.page.get_by_role("heading", name=other.words("room.host"))).to_be_visible()

    # Somebody who is removed sees a message. The old link and a locked room let nobody in.
    ada.page.get_by_role("button", name="Ben", exact=True).click()
    ada.button("room.remove").click()
    expect(ben.page.get_by_role("heading", level=1)).to_have_text(ben.words("error.removed"))
    expect(ada.page.locator(".invite .link")).not_to_have_text(re.compile(opened["room"]))
    new = ada.page.locator(".invite .link").inner_text()
    ada.page.get_by_label(ada.words("room.lock"), exact=False).check()
    expect(ada.page.locator(".invite")).to_contain_text(ada.words("room.locked"))
    late = visit(link, likes=STILL, language=language)
    with late.watcher.forgiving():
        late.page.goto(new)
        expect(late.page.get_by_role("heading", level=1)).to_have_text(
            late.words("error.room-locked")
        )

    # After too many wrong codes, the page says how long to wait, and suggests the link instead.
    ada.page.get_by_label(ada.words("room.lock"), exact=False).uncheck()
    short = ada.page.locator(".invite .letters")
    expect(short).to_be_visible()
    for letters in product("dhk", repeat=3):
        late.context.request.get(f"{link}/api/rooms/{''.join(letters)}ddd")
    late.go()
    with late.watcher.forgiving():
        late.page.get_by_label(late.words("join.title")).fill(short.inner_text())
        late.button("join.go").click()
        told = late.words("error.too-many-codes", seconds="#").partition("#")[0]
        expect(late.page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    late.page.get_by_label(late.words("join.title")).fill(new)
    late.button("join.go").click()
    expect(late.button("room.join")).to_be_visible()

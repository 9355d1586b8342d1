"""What people at a table do to each other: a pause when all agree, and phrases that are muted."""

import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .noting import Notes
from .playing import STILL, open_table, person
from .test_evening import utter
from .visitor import PHONE, SMALL, Visitor

pytestmark = pytest.mark.slow


def change(somebody: Visitor, other: str, key: str) -> None:
    """Mute somebody else, or hear them again."""
    somebody.page.locator("button.player", has_text=other).click()
    somebody.page.get_by_role("dialog").get_by_role("button", name=somebody.words(key)).click()
    somebody.close_sheet()


def test_two_people_pause_in_two_languages(visit: Visit) -> None:
    ada = visit(likes=STILL, viewport=PHONE)
    ben = visit(likes=STILL, viewport=SMALL, language="de")
    table = open_table(ada, person("Ada"), {"kind": "open"}, mode="2p", start=1, turn_seconds=600)
    ben.go(f"/t/{table.code}")
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.button("lobby.sit").click()
    table.sit()
    clock = ada.page.get_by_role("timer")
    expect(clock).to_be_visible()

    # Neither hears what the other says now: the offer and the answer to it come later.
    hers, his = Notes(ada, ".said"), Notes(ben, ".said")
    for somebody, other in ((ada, "Ben"), (ben, "Ada")):
        change(somebody, other, "room.mute")
    utter(ada, "reaction.oops")
    utter(ben, "reaction.well_played")
    ben.button("more.title").click()
    ben.button("more.pause").click()
    wish = ada.words("tell.pause_offered", name="Ben")
    expect(ada.page.get_by_role("alert").filter(has_text=wish)).to_be_visible()
    ben.button("more.title").click()
    expect(ben.button("more.pause_offered")).to_be_disabled()
    ben.close_sheet()
    ada.button("pause.agree").click()
    for visitor in (ada, ben):
        paused = visitor.words("pause.now")
        expect(visitor.page.get_by_role("alert").filter(has_text=paused)).to_be_visible()
        assert visitor.cut_off() == []
    assert ada.words("reaction.well_played") not in hers.texts
    assert ben.words("reaction.oops") not in his.texts
    expect(clock).to_have_count(0)
    before = table.shape["number"]
    ada.page.get_by_role("gridcell").first.click()  # a card cannot be laid now
    assert table.shape["number"] == before

    # Whoever comes back sees the pause, too; one of them plays on.
    ben.page.reload()
    ben.button("pause.resume").click()
    alert = ada.page.get_by_role("alert").filter(has_text=ada.words("pause.now"))
    expect(alert).to_have_count(0)
    expect(clock).to_be_visible()
    # The reload has not forgotten who is muted. Now both hear each other again.
    hers, his = Notes(ada, ".said"), Notes(ben, ".said")
    for somebody, other in ((ada, "Ben"), (ben, "Ada")):
        change(somebody, other, "room.unmute")
    utter(ada, "reaction.thanks")
    his.expect(ben.words("reaction.thanks"))
    utter(ben, "reaction.hello")
    hers.expect(ada.words("reaction.hello"))
    table.click(table.stands().cells[0])
    assert table.shape["match"]["last"]

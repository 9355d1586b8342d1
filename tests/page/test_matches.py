"""Whole matches against bots, from the first screen to the result, in every way to play."""

import re

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Visit
from .keys import Keys
from .playing import QUICK, STILL, Player, bot, open_table, person
from .visitor import PHONE, Visitor

SEATS = {"2p": 2, "3p": 3, "4p": 4, "teams": 4}


def set_up(somebody: Visitor, mode: str) -> None:
    """Choose a mode, one round, and the weakest bots."""
    somebody.page.locator("summary", has_text=somebody.words("setup.players")).click()
    somebody.page.get_by_role("radio", name=somebody.words(f"mode.{mode}")).check()
    for seat in range(2, SEATS[mode] + 1):
        held = somebody.page.get_by_label(somebody.words("seat.holder", number=seat))
        held.select_option("bot random")
    somebody.page.locator("summary", has_text=somebody.words("setup.rules")).click()
    rounds = somebody.page.get_by_label(somebody.words("rounds.title"))
    rounds.select_option("1")


def seated(somebody: Visitor) -> Player:
    """Wait for the table that was opened."""
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()
    return Player(somebody, somebody.page.url.rpartition("/")[2])


def check_result(player: Player) -> None:
    """See the result, and what there is to do with it."""
    result = player.page.get_by_role("region", name=player.visitor.words("over.title"))
    match = player.shape["match"]
    assert player.shape["over"]["how"] == "won"
    assert match["wins"].count(1) == 1
    expect(result.get_by_role("heading")).to_have_count(1)
    score = ":".join(f" {wins} " for wins in match["wins"]).strip()
    if len(match["wins"]) == 2:
        expect(result).to_contain_text(score)
    else:  # nobody could tell whose number is which
        expect(result).not_to_contain_text(score)
    for key in ("over.replay", "over.home"):
        expect(result.get_by_role("link", name=player.visitor.words(key))).to_be_visible()
    expect(result.get_by_role("button", name=player.visitor.words("share"))).to_be_visible()
    expect(player.visitor.button("over.rematch")).to_be_visible()


def check_you(player: Player) -> None:
    """See that a person who gave no name is not called a guest on their own screen."""
    you, guest = player.visitor.words("seat.you"), player.visitor.words("seat.guest")
    held = player.page.get_by_role("complementary", name=player.visitor.words("holds.title"))
    for place in (player.page.locator(".mine button.player"), held):
        expect(place.get_by_text(you).first).to_be_visible()
        expect(place.get_by_text(guest)).to_have_count(0)
    movers = player.page.locator(".move .who")
    expect(movers.get_by_text(you, exact=True).first).to_be_visible()
    expect(movers.get_by_text(guest)).to_have_count(0)


@pytest.mark.parametrize("mode", SEATS)
def test_a_match_by_mouse(visit: Visit, mode: str) -> None:
    somebody = visit(likes=STILL)
    somebody.go()
    somebody.page.get_by_text(somebody.words("way.computer"), exact=True).click()
    set_up(somebody, mode)
    somebody.button("way.computer.go").click()
    player = seated(somebody)
    assert player.shape["settings"]["mode"] == mode
    assert player.shape["seats"][0]["name"] == somebody.words("seat.guest")
    player.play(Player.click)
    check_result(player)
    check_you(player)


def test_a_whole_match_by_keyboard_alone(visit: Visit) -> None:
    somebody = visit(likes=STILL | QUICK, worker=True)
    somebody.go()
    keys = Keys(somebody)
    keys.push(somebody.page.locator("#way-computer"))
    expect(somebody.page.get_by_role("heading", level=1)).to_be_focused()
    keys.push(somebody.button("way.computer.go"))
    player = seated(somebody)
    keys.reach(player.page.locator("[role=gridcell][tabindex='0']"))
    player.play(keys.lay, keys.push)
    check_result(player)
    keys.push(somebody.button("over.rematch"))
    expect(somebody.page).not_to_have_url(re.compile(player.code))
    seated(somebody).stands()
    keys.check()


def test_a_match_by_touch_on_a_phone(visit: Visit) -> None:
    somebody = visit(likes=STILL | QUICK, viewport=PHONE, has_touch=True, is_mobile=True)
    somebody.go()
    somebody.page.get_by_text(somebody.words("way.computer"), exact=True).tap()
    somebody.button("way.computer.go").tap()
    player = seated(somebody)
    player.play(Player.tap, Locator.tap)
    check_result(player)
    assert somebody.cut_off() == []


def test_a_match_with_open_cards(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    settings = {"mode": "3p", "open_cards": True, "rounds_to_win": 1}
    player = open_table(somebody, person("Ada"), bot("random"), bot("random"), **settings)
    player.sit()
    player.stands()
    for seat, card in enumerate(player.shape["match"]["face_up"], start=1):
        # One's own card is in the hand, everybody else's in their panel.
        place = "[data-anchor=hand]" if seat == 1 else f"button.player[data-seat='{seat}']"
        expect(player.page.locator(place).get_by_role("img")).to_have_count(1)
        assert card
    player.play(Player.click)
    check_result(player)


def test_a_match_of_two_people_at_one_device_who_take_back(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go()
    somebody.page.get_by_text(somebody.words("way.together"), exact=True).click()
    for seat, name in enumerate(("Ada", "Bo"), start=1):
        somebody.page.get_by_label(somebody.words("seat.name", number=seat)).fill(name)
    somebody.page.locator("summary", has_text=somebody.words("setup.rules")).click()
    somebody.page.get_by_label(somebody.words("rounds.title")).select_option("1")
    somebody.button("way.together.go").click()
    player = seated(somebody)
    undo = somebody.button("undo")
    expect(undo).to_be_disabled()
    player.click("f6")
    expect(player.cell("f6")).not_to_have_attribute("aria-label", re.compile("free"))
    player.stands()
    player.click("g6")
    expect(player.cell("g6")).to_have_class(re.compile("last"))
    undo.click()
    expect(player.cell("f6")).to_have_class(re.compile("last"))
    expect(player.cell("g6")).to_have_attribute("aria-label", re.compile("free"))
    player.play(Player.click)
    check_result(player)
    expect(somebody.page.get_by_role("heading", name=re.compile("(Ada|Bo) wins"))).to_be_visible()


def test_a_card_can_be_dragged(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    player = open_table(somebody, person("Ada"), person("Bo"), mode="2p", start=1)
    player.sit()
    player.stands()
    card = player.page.locator("[data-anchor=hand]")
    card.drag_to(player.cell("e5"))
    expect(player.page.get_by_text(somebody.words("error.not-origin"))).to_be_visible()
    card.drag_to(player.cell("f6"))
    expect(player.cell("f6")).to_have_class(re.compile("last"))


def test_table_and_hand_turn_to_whoever_sits_opposite(visit: Visit) -> None:
    somebody = visit(likes=STILL | {"turning": True})
    player = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    player.sit()
    player.stands()
    hand, said = player.page.locator(".hand"), player.page.locator(".board [role=status]")
    expect(hand).to_have_css("rotate", "none")
    player.click("f6")
    expect(hand).to_have_css("rotate", "180deg")
    expect(said).to_have_css("rotate", "180deg")
    left, right = player.cell("e6").bounding_box(), player.cell("g6").bounding_box()
    assert left
    assert right
    assert left["x"] > right["x"]
    player.stands()
    player.page.locator("[data-anchor=hand]").drag_to(player.cell("g7"))
    expect(player.cell("g7")).to_have_class(re.compile("last"))
    expect(hand).to_have_css("rotate", "none")

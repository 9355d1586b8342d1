"""Everything a player needs to know about the others is shown, said, and kept until noticed."""

import re
from time import time
from typing import Any

from playwright.sync_api import Locator, expect

from .conftest import Visit
from .looking import forget, look, still
from .noting import Notes
from .playing import STILL, TIMEOUT_MS, Player, bot, open_table, person
from .reader import Reader
from .test_endings import pair
from .test_people import OPEN, sit_down
from .test_screens import COVERED
from .visitor import SMALL


def news(player: Player) -> Locator:
    """Find the news about other players."""
    return player.page.locator(".news")


def close(player: Player) -> None:
    """Dismiss the news."""
    news(player).get_by_role("button", name=player.visitor.words("close")).click()


def trio(visit: Visit, **settings: Any) -> list[Player]:
    """Three people at one table, each with a browser; Ada begins."""
    ada, ben, cy = (visit(likes=STILL) for _ in range(3))
    code = open_table(ada, person("Ada"), OPEN, OPEN, mode="3p", start=1, **settings).code
    players = [Player(ada, code), sit_down(ben, code, "Ben"), sit_down(cy, code, "Cy")]
    for player in players:
        player.sit()
    return players


def give_up(player: Player) -> None:
    """Leave a match."""
    player.visitor.button("more.title").click()
    player.visitor.button("more.resign").click()
    player.visitor.button("resign.yes").click()


def test_a_wish_for_a_rematch_is_seen_heard_and_answered(visit: Visit) -> None:
    ada, ben = pair(visit)
    reader = Reader(ben.visitor)
    ben.sit()
    give_up(ada)
    expect(ada.page.locator(".over h2")).to_have_text("You gave up")
    expect(ben.page.locator(".over h2")).to_have_text(re.compile("You win the match!"))
    expect(ben.page.locator(".over")).to_contain_text("Ada gives up.")
    ada.visitor.button("over.rematch").click()
    expect(ben.page.locator(".over")).to_contain_text("Ada would like to play again.")
    reader.hear("Ada would like another match")
    expect(ben.page).to_have_title(re.compile("^● Ada would like to play again"))
    # It is still there after a reload.
    ben.page.reload()
    expect(ben.page.locator(".over")).to_contain_text("Ada would like to play again.")
    expect(ada.page.locator(".over")).not_to_contain_text("would like to play again")
    ben.visitor.button("over.accept").click()
    for player in (ada, ben):
        expect(player.page).not_to_have_url(re.compile(player.code))
        expect(player.page.get_by_role("gridcell").first).to_be_visible(timeout=TIMEOUT_MS)


def test_people_can_talk_after_the_match(visit: Visit) -> None:
    ada, ben = pair(visit)
    give_up(ada)
    expect(ada.visitor.button("over.rematch")).to_be_visible()
    hers, his = (Notes(player.visitor, ".said") for player in (ada, ben))
    ben.visitor.button("reaction.well_played").click()
    hers.expect(ada.visitor.words("reaction.well_played"))
    ada.visitor.button("talk.title").click()
    ada.visitor.button("reaction.thanks").click()
    his.expect(ben.visitor.words("reaction.thanks"))
    # And nobody waits for somebody who is gone without being told.
    ada.visitor.context.close()
    expect(ben.page.locator(".over")).to_contain_text(
        "Ada is not here any more.", timeout=TIMEOUT_MS
    )


def check_reloads(player: Player, words: str) -> None:
    """Check that news appears again after every reload, until it was dismissed."""
    for _ in range(2):
        player.page.reload()
        expect(news(player)).to_contain_text(words, timeout=TIMEOUT_MS)
    close(player)
    expect(news(player)).to_have_count(0)
    player.page.reload()
    expect(player.page.get_by_role("gridcell").first).to_be_visible()
    player.wait_until(lambda: player.shape["match"]["turn"] is not None)
    player.visitor.settle()
    expect(news(player)).to_have_count(0)


def test_who_gave_up_is_told_until_it_was_noticed_or_somebody_plays_on(visit: Visit) -> None:
    ada, ben, cy = trio(visit)
    # Only the test decides how much time has passed; what the page waits for goes on.
    now = time()
    ada.page.clock.set_fixed_time(now)
    ada.sit()
    give_up(ben)
    expect(news(ben)).to_contain_text("You gave up. Medium plays on, and you can watch.")
    for player in (ada, cy):
        expect(news(player)).to_contain_text("Ben gave up. Medium plays on.")
    check_reloads(cy, "Ben gave up. Medium plays on.")
    # A tap at the very moment of the news was meant for something else.
    ada.click("f6")
    expect(ada.page.locator(".cell.last[data-cell=f6]")).to_be_visible()
    expect(news(ada)).to_be_visible()
    ada.page.clock.set_fixed_time(now + 5)
    ada.page.keyboard.press("ArrowLeft")
    expect(news(ada)).to_have_count(0)
    assert "f6" in cy.shape["match"]["stacks"]


def test_a_stand_in_its_cards_and_the_return_are_told(visit: Visit) -> None:
    ada, ben = pair(visit, grace_seconds=10)
    ada.click("f6")
    ben.wait_until(lambda: ada.shape["match"]["turn"]["seat"] == 2)
    ben.visitor.go("/rules")
    stand_in = ada.visitor.button("gone.stand_in")
    # While a question is open, no other news appears.
    expect(stand_in).to_be_visible(timeout=TIMEOUT_MS)
    expect(news(ada)).to_have_count(0)
    stand_in.click()
    expect(news(ada)).to_contain_text("Medium plays for Ben.", timeout=TIMEOUT_MS)
    ada.wait_until(lambda: ada.shape["match"]["turn"]["seat"] == 1)
    cell = ada.shape["match"]["last"]
    reader = Reader(ben.visitor)
    ben.sit()
    expect(news(ada)).to_contain_text("Ben is back.", timeout=TIMEOUT_MS)
    expect(news(ada)).to_have_count(1)
    expect(news(ben)).to_contain_text("While you were away", timeout=TIMEOUT_MS)
    expect(news(ben)).to_contain_text(re.compile(rf"Medium for you: \w+ \d on {cell}"))
    reader.hear(rf"While you were away: Medium for you: \w+ \d on {cell}")
    close(ben)
    expect(news(ben)).to_have_count(0)


def test_when_time_runs_out_both_see_which_card_was_placed(visit: Visit) -> None:
    ada, ben = visit(likes=STILL), visit(likes=STILL)
    reader = Reader(ben)
    code = open_table(ada, person("Ada"), OPEN, mode="2p", start=1, turn_seconds=5).code
    for visitor in (ada, ben):
        visitor.go(f"/t/{code}")
    # Both look at the table when the clock starts. It goes on: every card after that has news, too.
    hers, his = Notes(ada, ".news"), Notes(ben, ".news")
    ben.page.get_by_label(ben.words("name.title")).fill("Ben")
    ben.page.locator("li form button.primary").click()
    hers.expect(re.compile(r"Time ran out, so a card was placed for you: \w+ \d on f6\."))
    his.expect(re.compile(r"Time ran out for Ada: \w+ \d on f6\."))
    reader.hear(r"Time ran out for Ada\. Ada puts the \w+ \d on f6")


def test_whoever_only_watches_is_told_why(visit: Visit) -> None:
    ada = visit(likes=STILL)
    code = open_table(ada, person("Ada"), OPEN, mode="2p", start=1).code
    late = visit(likes=STILL)
    reader = Reader(late)
    late.go(f"/t/{code}")
    ben = sit_down(visit(likes=STILL), code, "Ben")
    expect(ben.page.get_by_role("gridcell").first).to_be_visible()
    watcher = Player(late, code)
    expect(news(watcher)).to_contain_text("You are watching: the last seat went to somebody else.")
    reader.hear("You are watching: the last seat went to somebody else")
    close(watcher)
    guest = Player(visit(likes=STILL, viewport=SMALL), code)
    guest.sit()
    expect(news(guest)).to_contain_text(
        "You are watching: the match has begun, and every seat is taken."
    )
    assert guest.visitor.cut_off() == []
    expect(news(ben)).to_have_count(0)


def test_guests_are_told_who_started_the_match(visit: Visit) -> None:
    host = visit(likes=STILL)
    seats = person("Ada"), OPEN
    code = open_table(host, *seats, mode="2p", begins_when_full=False).code
    host.go(f"/t/{code}")
    guest = sit_down(visit(likes=STILL), code, "Ben")
    host.button("lobby.begin").click()
    expect(news(guest)).to_contain_text("Ada started the match.")
    expect(host.page.get_by_role("gridcell").first).to_be_visible()
    expect(news(Player(host, code))).to_have_count(0)


def test_news_results_and_shares_fit_a_small_phone(visit: Visit) -> None:
    ada, ben = (still(visit, viewport=SMALL, color_scheme="light") for _ in range(2))
    names = ("Maximilian von A.", "Wilhelmina")
    code = open_table(ada, person(names[0]), OPEN, mode="2p", start=1, turn_seconds=5).code
    players = [Player(ada, code), sit_down(ben, code, names[1])]
    players[0].sit()
    for player in players:
        expect(news(player)).to_contain_text("Time ran out", timeout=TIMEOUT_MS)
    # The clock goes on and on, and so the list grows.
    expect(news(players[0])).to_contain_text("While you were away", timeout=TIMEOUT_MS)
    assert ada.page.evaluate(COVERED) == []
    give_up(players[1])
    ben.button("over.rematch").click()
    expect(ada.button("over.accept")).to_be_visible()
    forget(ada)
    look(ada, "somebody would like a rematch, and news")
    close(players[0])
    ada.button("share").click()
    expect(ada.page.get_by_role("dialog").get_by_role("img")).to_be_visible()
    expect(ada.page.locator("dialog a[download$=png]")).to_be_visible()
    forget(ada)
    look(ada, "sharing")


def test_the_one_who_is_gone_is_named_with_a_bot_in_between(visit: Visit) -> None:
    """The other order of seats is in test_people.py: somebody is gone at the third one."""
    ada, other = visit(likes=STILL), visit(likes=STILL)
    seats = person("Ada"), OPEN, bot("random")
    code = open_table(ada, *seats, mode="3p", rounds_to_win=1, start=2).code
    players = [Player(ada, code), sit_down(other, code, "Cy")]
    players[0].sit()
    other.context.close()
    away = ada.words("state.gone")
    expect(ada.page.locator("button.player", has_text=away)).to_have_count(1, timeout=TIMEOUT_MS)
    expect(ada.page.locator("button.player", has_text=away)).to_contain_text("Cy")
    expect(ada.page.get_by_text(ada.words("gone", name="Cy"))).to_be_visible()

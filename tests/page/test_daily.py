"""The deal of the day, played to its end and shared; the calendar; and your own play."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from punto.words import LANGUAGES

from .axe import barriers
from .conftest import Visit
from .daily import MATCHES, OWN_PLAY, keep, kept
from .keys import Keys
from .looking import speak
from .playing import STILL, Player
from .reader import Reader
from .test_sharing import COPIES, SHARE
from .visitor import PHONE, SMALL, Visitor

DOTS = r"[⚪🔵]+[🟢⚫]"


def begin(somebody: Visitor) -> Player:
    """Begin today's deal with its button."""
    somebody.button("daily.play").click()
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()
    return Player(somebody, somebody.page.url.rpartition("/")[2])


def check_line(text: str, somebody: Visitor) -> None:
    """Check that a shared text has the result as dots and a link, and gives no card away."""
    title, result, dots, link = text.split("\n")
    assert title.startswith(somebody.words("daily.share.title", date="").strip())
    assert re.fullmatch(DOTS, dots)
    count = len(dots) - 1
    key = "daily.won" if dots.endswith("🟢") else "daily.lost"
    assert result == somebody.words(key, count=count)
    assert link == f"{somebody.link}/daily"
    cards = re.compile(r"\b[ROBG][1-9]\b|\b[a-k](?:[1-9]|1[01])\b")
    assert not cards.search(f"{title} {result}")


def test_the_first_screen_says_how_today_stands(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport={"width": 390, "height": 844})
    somebody.go()
    cards = somebody.page.locator(".today a")
    expect(cards).to_have_text(
        [re.compile(somebody.words(key)) for key in ("start.deal", "start.puzzle")]
    )
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
    somebody.open_menu()
    somebody.menu.get_by_role("link", name=somebody.words("menu.puzzles")).click()
    expect(somebody.page).to_have_url(re.compile("/puzzles$"))
    # Later, it is known what this device keeps; nothing jumps when that comes.
    day = somebody.ask("daily")["day"]
    match = {key: value for key, value in MATCHES[0].items() if key != "mistakes"}
    keep(somebody, {**OWN_PLAY, "matches": [{**match, "day": day}]})
    somebody.go()
    expect(cards.first).to_contain_text(somebody.words("today.won", name=""))
    expect(cards.last).to_contain_text(somebody.words("start.puzzle"))
    assert somebody.shift() == 0
    assert somebody.cut_off() == []
    somebody.go("/own-play")
    expect(somebody.page.get_by_text(somebody.words("own.unreviewed"))).to_be_visible()


def test_the_deal_of_the_day_is_played_once_and_its_result_shared(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=PHONE)
    somebody.context.add_init_script(SHARE)
    somebody.go()
    somebody.page.get_by_role("link", name=somebody.words("menu.daily")).click()
    expect(somebody.page.get_by_role("heading", level=1)).to_have_text(somebody.words("menu.daily"))
    puzzle = somebody.page.get_by_role("link", name=somebody.words("puzzle.of_day"), exact=True)
    day = somebody.ask("daily")["day"]
    expect(puzzle).to_have_attribute("href", re.compile(f"/puzzles/{day}$"))
    expect(somebody.page.get_by_text(somebody.words("puzzle.day.open"))).to_be_visible()
    assert barriers(somebody.page) == []
    expect(somebody.page.get_by_text(somebody.words("daily.try"))).to_be_visible()
    player = begin(somebody)
    assert player.shape["daily"] == day
    expect(somebody.page.locator(".round")).to_contain_text(somebody.words("menu.daily"))
    # Who leaves may go on, and nothing can be taken back.
    expect(somebody.button("undo")).to_have_count(0)
    somebody.go()
    expect(somebody.page.get_by_text(somebody.words("today.begun"))).to_be_visible()
    mine = somebody.page.get_by_role("region", name=somebody.words("recent.title"))
    expect(mine.get_by_role("listitem")).to_contain_text(somebody.words("menu.daily"))
    somebody.go("/daily")
    somebody.button("daily.go_on").click()
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()
    assert somebody.page.url.endswith(player.code)
    player.play(Player.click)
    somebody.button("daily.share").click()
    somebody.wait_until("shared.length === 1")
    (shared,) = somebody.page.evaluate("shared")
    check_line(shared["text"], somebody)
    expect(somebody.button("over.rematch")).to_have_count(0)
    somebody.page.get_by_role("link", name=somebody.words("daily.calendar")).click()
    # There is no second try, only the result, and how it went for everybody.
    expect(somebody.button("daily.share")).to_be_visible()
    expect(somebody.button("daily.play")).to_have_count(0)
    assert somebody.ask("daily", {"name": "Ada"})["table"] == player.code
    won = player.shape["over"]["winner"] == 1
    total = somebody.ask("daily")["totals"][0]
    assert total["played"] >= 1
    review = somebody.page.get_by_role("link", name=somebody.words("daily.review"), exact=True)
    expect(review).to_have_attribute("href", re.compile(f"/replay/{player.code}#review=1$"))
    expect(somebody.page.get_by_text(somebody.words("daily.key.on_top"))).to_be_visible()
    # The chosen day says how it went, for everybody too; at first it is today.
    about = somebody.page.locator(".about")
    result = somebody.words("calendar.won" if won else "calendar.lost")
    percent = round(100 * total["won"] / total["played"])
    expect(about).to_contain_text(result)
    expect(about).to_contain_text(somebody.words("calendar.total", percent=percent))
    days = somebody.page.get_by_role("table").get_by_role("button")
    days.first.click()
    expect(about).to_contain_text(somebody.words("calendar.unplayed"))
    days.last.click()
    square = about.get_by_role("link")
    assert barriers(somebody.page) == []
    assert somebody.cut_off() == []
    (match,) = kept(somebody)["matches"]
    assert match["day"] == day
    square.click()
    expect(somebody.page).to_have_url(re.compile(f"/replay/{player.code}"))
    check_unseen(somebody, player)


def check_unseen(somebody: Visitor, player: Player) -> None:
    """Check that a deal is in the calendar, too, whose end this device has not kept."""
    somebody.page.evaluate("localStorage.removeItem('punto.play')")
    somebody.go("/daily")
    expect(somebody.button("daily.share")).to_be_visible()
    (match,) = kept(somebody)["matches"]
    assert (match["table"], bool(re.fullmatch(DOTS, match["pattern"]))) == (player.code, True)
    # A review of it counts the mistakes, which own play shows from then on.
    somebody.page.goto(f"{somebody.link}/replay/{player.code}#review=1")
    somebody.wait_until("JSON.parse(localStorage['punto.play']).matches[0].mistakes >= 0")
    somebody.go("/own-play")
    expect(
        somebody.page.get_by_role("heading", name=somebody.words("own.mistakes"))
    ).to_be_visible()


def test_it_can_be_played_and_shared_by_keyboard_in_german(visit: Visit) -> None:
    somebody = visit(likes=STILL, language="de")
    somebody.context.add_init_script(COPIES)
    keys = Keys(somebody)
    somebody.go("/daily")
    keys.push(somebody.button("daily.play"))
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()
    player = Player(somebody, somebody.page.url.rpartition("/")[2])
    keys.reach(somebody.page.locator('[role=gridcell][tabindex="0"]'))
    player.play(keys.lay, keys.push)
    keys.push(somebody.button("daily.share"))
    somebody.wait_until("copied.length === 1")
    check_line(somebody.page.evaluate("copied")[0], somebody)
    expect(
        somebody.page.get_by_role("status").filter(has_text=somebody.words("copied"))
    ).to_have_count(1)


def test_a_device_that_lost_its_cookie_has_had_its_try(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go("/daily")
    day = somebody.ask("daily")["day"]
    match = {**MATCHES[0], "day": day, "pattern": "⚪⚪🟢"}
    somebody.page.evaluate(
        "(play) => localStorage.setItem('punto.play', JSON.stringify(play))",
        {**OWN_PLAY, "matches": [match]},
    )
    somebody.go("/daily")
    expect(somebody.page.get_by_text(somebody.words("daily.won", count=2))).to_be_visible()
    expect(somebody.button("daily.play")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "fi"])
def test_own_play_is_shown_saved_and_deleted(visit: Visit, language: str, tmp_path: Path) -> None:
    somebody = visit(likes=STILL, language=language, viewport=SMALL, accept_downloads=True)
    keep(somebody, OWN_PLAY)
    somebody.go()
    somebody.open_menu()
    somebody.menu.get_by_role("link", name=somebody.words("menu.own")).click()
    expect(somebody.page.get_by_role("heading", level=1)).to_have_text(somebody.words("menu.own"))
    figures = somebody.page.locator("dd").all_inner_texts()
    assert figures == ["8", "88 %", "5", "2"]
    expect(somebody.page.get_by_text(somebody.words("own.hints", count=1))).to_be_visible()
    levels = somebody.page.get_by_role("table", name=somebody.words("own.by_level"))
    medium = levels.get_by_role("row").filter(has_text=somebody.words("bot.medium"))
    expect(medium).to_contain_text(somebody.words("own.of", won=3, count=4))
    expect(somebody.page.get_by_role("img")).to_have_count(1)
    assert barriers(somebody.page) == []
    assert somebody.cut_off() == []
    with somebody.page.expect_download() as saved:
        somebody.button("own.export").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert json.loads(file.read_text("utf-8")) == {**OWN_PLAY, "puzzles": None}
    keys = Keys(somebody)
    keys.push(somebody.button("own.delete"))
    expect(somebody.page.get_by_role("dialog")).to_be_visible()
    assert barriers(somebody.page) == []
    somebody.button("cancel").click()
    assert kept(somebody) == OWN_PLAY
    keys.push(somebody.button("own.delete"))
    somebody.button("own.delete.yes").click()
    expect(somebody.page.get_by_text(somebody.words("own.none"))).to_be_visible()
    expect(somebody.button("own.delete")).to_have_count(0)
    assert kept(somebody) is None


def test_the_level_follows_the_results_if_that_is_wanted(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    keep(somebody, OWN_PLAY)
    somebody.go("/own-play")
    follow = somebody.page.get_by_role("checkbox", name=somebody.words("level.follow"))
    follow.check()
    bot = somebody.page.get_by_text(re.compile("^" + somebody.words("own.level.now", bot="")[:-1]))
    name = bot.inner_text().rpartition(": ")[2].rstrip(".")
    somebody.go("/#computer")
    expect(somebody.page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    tick = somebody.page.get_by_role("checkbox", name=somebody.words("level.follow"))
    expect(tick).to_be_checked()
    # Whoever chooses another level wants that one.
    somebody.page.get_by_role("radio", name=somebody.words("bot.master"), exact=True).check()
    expect(tick).not_to_be_checked()
    assert kept(somebody)["isFollowing"] is False


def test_the_tick_for_that_is_not_covered_on_a_small_phone(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL)
    somebody.go("/#computer")
    for language in LANGUAGES:
        speak(somebody, language)
        for radio in somebody.page.get_by_role("radio").all():
            radio.check(force=True)
            assert somebody.page.evaluate(ROOM_BELOW_TICK) >= 0, language


ROOM_BELOW_TICK = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector("form > label"));
  const { top } = document.querySelector(".go button").getBoundingClientRect();
  scrollTo(0, 0);
  return top - range.getBoundingClientRect().bottom;
}"""


def test_a_screen_reader_tells_the_result_and_every_day_of_the_calendar(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.context.add_init_script(COPIES)
    reader = Reader(somebody)
    somebody.go()

    def activate(role: str, key: str) -> None:
        reader.activate(reader.find(role, f"^{re.escape(somebody.words(key))}$"))

    reader.activate(reader.find("link", f"^{re.escape(somebody.words('menu.daily'))}"))
    activate("button", "daily.play")
    activate("button", "more.title")
    activate("button", "more.resign")
    activate("button", "resign.yes")
    reader.find("image", somebody.words("daily.gave_up"))
    activate("button", "daily.share")
    reader.hear(somebody.words("copied"))
    activate("link", "daily.calendar")
    reader.find("image", somebody.words("daily.pattern"))
    lost = reader.find("button", somebody.words("calendar.lost"))
    assert re.match(r"\w+ \d+, ", lost.name), "a date comes first"
    days = [cell.name for cell in reader.nodes("cell")]
    unplayed = [name for name in days if name.endswith(somebody.words("calendar.unplayed"))]
    assert len(unplayed) >= 28, days

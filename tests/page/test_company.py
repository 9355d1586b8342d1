"""Company at a table: names, faces and manners of bots, and what one may know of the others."""

import re

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from punto.notation.reader import read_record
from punto.server.wire.programs import device_of_program
from server.table.scene import ADA

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, Player, bot, open_table, person
from .staging import Stage
from .visitor import DESK, PHONE, SIDEWAYS, SMALL, Visitor

FAMILY = "👨‍👩‍👧"

COVERED_BY_WORDS = """
globalThis.covered = null;
new MutationObserver(() => {
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const said = box(".said");
  if (!said) return;
  const isUnder = (one) => one && said.bottom > one.top + 1 && said.top < one.bottom - 1 &&
    said.right > one.left + 1 && said.left < one.right - 1;
  const under = [".round", ".room > .board", ".below"].filter((name) => isUnder(box(name)));
  covered = [...(covered ?? []), ...under];
}).observe(document, { childList: true, subtree: true });
"""
"""Run before the page's own scripts, it notes what lies under the words of a bot."""


def panel(somebody: Visitor, seat: int) -> Locator:
    """Find the panel of a player."""
    return somebody.page.locator(f"button.player[data-seat='{seat}']")


def heard_name(somebody: Visitor, seat: int) -> str:
    """Return the accessible name of a player's button."""
    found = re.search(r'button "([^"]+)"', panel(somebody, seat).aria_snapshot())
    assert found is not None
    return found[1].replace(" ,", ",")  # there is a space between boxes, which nobody hears


def test_bots_have_names_faces_and_their_level_beside_them(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL)
    table = open_table(somebody, person("Ada"), bot("easy"), bot("easy"), bot("hard"), mode="4p")
    table.sit()
    easy, hard = somebody.words("bot.easy"), somebody.words("bot.hard")
    drawn = set()
    for seat, (name, level) in enumerate([("Pip", easy), ("Tilly", easy), ("Vega", hard)], 2):
        one = panel(somebody, seat)
        expect(one.get_by_text(name, exact=True)).to_be_visible()
        expect(one.locator(".level")).to_be_visible()
        expect(one.locator(".level")).to_contain_text(level)
        expect(one.locator("svg.face-of")).to_be_visible()
        drawn.add(one.locator("svg.face-of").inner_html())
        assert heard_name(somebody, seat).startswith(f"{name}, {level}, ")
    assert len(drawn) == 3, "two bots of one level look alike"
    expect(panel(somebody, 1).locator("svg.face-of")).to_have_count(0)


def test_the_name_of_a_bot_stays_whole_on_the_smallest_phone(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL, language="is")  # where levels are long
    table = open_table(somebody, person("Ada"), bot("expert"), mode="2p", start=1)
    table.sit()
    for part in (".called", ".level"):
        words = panel(somebody, 2).locator(part)
        height = words.evaluate("(one) => one.getBoundingClientRect().height")
        letters = words.evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
        assert height < 2 * letters, part


def test_names_and_levels_are_in_the_record_and_in_the_replay(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), bot("medium"), mode="2p", start=1)
    table.sit()
    with dealer(table) as past:
        past.give_up()
    record = read_record(somebody.ask_text(f"/api/tables/{table.code}/record"))
    assert record.names == ("Ada", "Juno")
    assert ("Bot", "Seat2 medium") in record.tags
    somebody.go(f"/replay/{table.code}")
    juno = somebody.page.locator(".seats li").nth(1)
    expect(juno).to_contain_text("Juno")
    expect(juno).to_contain_text(somebody.words("bot.medium"))
    expect(juno.locator("svg.face-of")).to_be_visible()


def test_a_lobby_shows_who_the_bots_are(visit: Visit) -> None:
    host = visit(likes=STILL)
    table = open_table(host, person("Ada"), {"kind": "open"}, bot("expert"), mode="3p")
    host.go(f"/t/{table.code}")
    seat = host.page.get_by_role("listitem").filter(has_text="Mimir")
    expect(seat).to_contain_text(host.words("bot.expert"))
    expect(seat.locator("svg.face-of")).to_be_visible()


def test_people_with_the_same_name_get_a_number(visit: Visit) -> None:
    host, guest = visit(likes=STILL), visit(likes=STILL)
    table = open_table(host, person("Ada"), {"kind": "open"}, mode="2p")
    guest.go(f"/t/{table.code}")
    guest.page.get_by_label(guest.words("name.title")).fill("ada")
    guest.button("lobby.sit").click()
    table.sit()
    for somebody in (host, guest):
        expect(panel(somebody, 1)).to_contain_text("Ada")
        expect(panel(somebody, 2)).to_contain_text("ada 2")


def test_a_name_may_hold_emoji_that_are_joined(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go("/#friends")
    field = somebody.page.get_by_label(somebody.words("name.title"))
    field.fill(f"Ada {FAMILY}")
    expect(field).to_have_attribute("aria-invalid", "false")
    somebody.button("way.friends.go").click()
    expect(somebody.page.get_by_text(f"Ada {FAMILY}", exact=True)).to_be_visible()
    field = somebody.page.get_by_label(somebody.words("name.title"))
    somebody.button("lobby.rename").click()
    expect(field).to_have_value(f"Ada {FAMILY}")
    field.fill("Ada\u200d")
    expect(field).to_have_attribute("aria-invalid", "true")


def moves_of(somebody: Visitor) -> list[str]:
    """List the moves of the open list as they are heard."""
    moves = somebody.page.get_by_role("dialog").locator("li .unseen")
    expect(moves.first).to_be_attached()
    return moves.all_inner_texts()


def test_who_gives_up_keeps_their_moves(visit: Visit) -> None:
    host, guest = visit(likes=STILL), visit(likes=STILL)
    table = open_table(host, person("Ada"), {"kind": "open"}, bot("random"), mode="3p", start=1)
    guest.go(f"/t/{table.code}")
    guest.page.get_by_label(guest.words("name.title")).fill("Ben")
    guest.button("lobby.sit").click()
    table.sit()
    bens = Player(guest, table.code)
    table.click(table.stands().cells[0])
    bens.click(bens.stands().cells[0])
    table.stands()  # the bot has played, too
    guest.button("more.title").click()
    guest.button("more.resign").click()
    guest.button("resign.yes").click()
    expect(panel(host, 2)).to_contain_text("Juno")
    table.click(table.stands().cells[0])
    table.stands()
    for is_new in (False, True):
        if is_new:
            table.sit()  # who comes later reads the same list
            table.stands()
        host.button("more.title").click()
        host.button("moves").click()
        told = moves_of(host)
        assert [line.split()[0] for line in told[:6]] == [
            "Ada",
            "Ben",
            "Jojo",
            "Ada",
            "Juno",
            "Jojo",
        ]
        shown = host.page.get_by_role("dialog").locator("li .who").all_inner_texts()
        assert shown[:5] == ["Ada", "Ben", "Jojo", "Ada", "Juno"]
        host.close_sheet()
    with dealer(table) as past:
        past.give_up()
    host.go(f"/replay/{table.code}")
    seat = host.page.locator(".seats li").nth(1)
    expect(seat).to_contain_text("Ben")
    host.page.get_by_role("slider").press("End")
    expect(seat).to_contain_text("Juno")
    told_again = host.page.locator(".chapters button")
    expect(told_again.nth(1)).to_have_accessible_name(re.compile(r"Ben "))
    expect(told_again.nth(4)).to_have_accessible_name(re.compile(r"Juno "))


def test_a_players_button_says_which_dots_are_theirs(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    open_table(somebody, person("Ada"), person("Ben"), mode="2p").sit()
    assert "Ada, own dots: red circles and orange diamonds." in heard_name(somebody, 1)
    assert "Ben, own dots: blue squares and green triangles." in heard_name(somebody, 2)


def test_the_fingerprint_of_the_shuffle_is_shown_when_the_match_begins(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    table.sit()
    whole = table.shape["match"]["commitment"]
    short = f"{whole[:4]} {whole[4:8]}"
    button = somebody.button("shuffle.button", short=short)
    expect(button).to_be_visible()
    expect(button).to_contain_text(short)
    button.click()
    sheet = somebody.page.get_by_role("dialog", name=somebody.words("shuffle.title"))
    expect(sheet).to_contain_text(somebody.words("shuffle.about"))
    assert whole in sheet.inner_text().replace(" ", "")
    somebody.close_sheet()
    expect(button).to_be_focused()
    with dealer(table) as past:
        past.give_up()
    somebody.go(f"/replay/{table.code}")
    somebody.page.get_by_text(somebody.words("replay.numbers")).click()
    expect(somebody.page.get_by_text(whole)).to_be_visible()


def test_the_fingerprint_leaves_the_header_after_the_first_round(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    stage = Stage(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    stage.start()
    cell = stage.before_line(1)
    stage.sit()
    button = somebody.page.locator("header .fingerprint")
    expect(button).to_be_visible()
    stage.push(stage.lay(cell))
    somebody.button("end.go_on").click()
    expect(button).to_have_count(0)


def test_bots_say_something_in_their_own_manner_and_rarely(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    stage = Stage(somebody, person("Ada"), bot("greedy"), mode="2p", start=1)
    stage.start()
    stage.sit()
    hello = somebody.words("reaction.greedy.hello")
    expect(somebody.page.locator(".said")).to_have_text(hello)
    log = somebody.page.get_by_role("log")
    told = somebody.words("tell.says", name="Rex", words=hello)
    expect(log).to_contain_text(told)
    for _ in range(4):
        stage.push(stage.lay() if stage.match["turn"]["seat"] == 1 else stage.scene.let_bot_move())
    expect(somebody.page.locator(".cell.last")).to_be_visible()
    assert log.inner_text().count("Rex says") == 1


@pytest.mark.parametrize(
    ("viewport", "others"),
    [
        (PHONE, ["easy"]),
        (PHONE, ["easy", "hard"]),
        (SIDEWAYS, ["easy", "hard"]),
        (SMALL, ["easy", "medium", "hard"]),
        (DESK, ["easy", "medium", "hard"]),
    ],
    ids=["phone, 1", "phone, 2", "sideways, 2", "small, 3", "desk, 3"],
)
def test_what_a_bot_says_covers_neither_the_goal_nor_the_table(
    visit: Visit, viewport: ViewportSize, others: list[str]
) -> None:
    somebody = visit(likes=STILL, viewport=viewport, language="fi")
    mode = f"{len(others) + 1}p"
    stage = Stage(somebody, person("Ada"), *map(bot, others), mode=mode, start=1)
    stage.start()
    somebody.context.add_init_script(COVERED_BY_WORDS)
    stage.sit()
    somebody.wait_until("() => covered !== null")
    assert somebody.page.evaluate("covered") == []


def test_a_program_at_a_seat_is_named_in_the_lobby_and_at_the_table(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL)
    stage = Stage(somebody, person("Ada"), mode="3p", start=1)
    for seat, (name, program) in enumerate([("Hal", "First Cell"), ("Robo", "Robo")], 2):
        device = device_of_program(f"token{seat}", program)
        stage.scene.do(device, "sit", seat=seat, name=name)
    stage.sit()
    labels = [
        somebody.words("seat.program.named", program="First Cell"),
        somebody.words("seat.program"),
    ]
    notes = somebody.page.locator("li.person .notes")
    for place, label in enumerate(labels, 1):
        expect(notes.nth(place)).to_contain_text(label)
    expect(notes.nth(0)).not_to_contain_text(labels[1])
    stage.push(stage.scene.do(ADA, "start"))
    for seat, label in enumerate(labels, 2):
        expect(panel(somebody, seat).locator(".level")).to_contain_text(label)
    whole = panel(somebody, 2).locator(".words")  # a small screen shortens the label
    expect(whole).to_have_attribute("title", f"Hal, {labels[0]}")
    assert heard_name(somebody, 2).startswith(f"Hal, {labels[0]}, ")
    expect(panel(somebody, 1).locator(".level")).to_have_count(0)


def test_a_bot_among_people_does_not_greet(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    stage = Stage(somebody, person("Ada"), person("Ben"), bot("easy"), mode="3p", start=1)
    stage.start()
    stage.sit()
    stage.push(stage.lay())
    expect(somebody.page.locator(".cell.last")).to_be_visible()
    expect(somebody.page.locator(".said")).to_have_count(0)

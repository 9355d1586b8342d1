"""The end of a round waits until it was read; the end of a match leads to one clear next step."""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright.sync_api import Locator, expect

from .clocks import stop_clock
from .conftest import Visit
from .dealing import dealer, towards_line_of
from .noting import Notes
from .playing import STILL, Player, bot, open_table, person
from .test_people import OPEN, sit_down
from .visitor import PHONE, Visitor

HIDDEN = """(isHidden) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => isHidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""As if somebody looked at another tab."""

MANY = "00:30:00"
MOVING = {"motion": "fast"}


def pair(visit: Visit, *likes: dict[str, Any], **settings: Any) -> list[Player]:
    """Two people at one table, each with a browser; Ada begins."""
    ada, ben = [visit(likes=like) for like in (likes or (STILL, STILL))]
    chosen = {"mode": "2p", "start": 1, **settings}
    code = open_table(ada, person("Ada"), OPEN, **chosen).code
    players = [Player(ada, code), sit_down(ben, code, "Ben")]
    players[0].sit()
    return players


def to_turn(player: Player) -> None:
    """Load the table, and go on until it can be played: a round may have ended meanwhile."""
    player.sit()
    while player.stands().ended == "round":
        player.go_on()


def before_line(players: Sequence[Player], seat: int = 1) -> str:
    """Play past the pages until a seat can complete a row; everybody sees the table then."""
    with ExitStack() as stack:
        dealers = [stack.enter_context(dealer(player)) for player in players]
        for player in players:
            # An answer of the server, as text: so no page draws the cards on the way.
            player.page.goto(f"{player.visitor.link}/api/tables/{player.code}")
        cell = towards_line_of(seat, dealers)
    for player in players:
        player.sit()
        while player.visitor.button("end.go_on").count():
            player.go_on()
    while players[seat - 1].stands().ended == "round":
        players[seat - 1].go_on()
    return cell


def panel(player: Player) -> Locator:
    """Find the end of a round."""
    return player.page.locator(".below .end")


def lit(player: Player) -> Locator:
    """Find the cards of the winning row."""
    return player.page.locator(".cell.lit:has(.card)")


def row_of(player: Player) -> int:
    """Count the cards of the row that has just won."""
    end = player.shape["match"]["last_end"]
    return len({cell for run in end["runs"][end["winner"] - 1] for cell in run["cells"].split()})


def leaving_cell(player: Player) -> str:
    """Find where the card lies that leaves the match."""
    end = player.shape["match"]["last_end"]
    runs = [(run["cards"].split(), run["cells"].split()) for run in end["runs"][end["winner"] - 1]]
    return str(
        next(cells[cards.index(end["removed"])] for cards, cells in runs if end["removed"] in cards)
    )


def won(player: Player, name: str) -> Locator:
    """Find the filled dots of a player's score."""
    return player.page.locator("button.player", has_text=name).locator("i.won")


def result_of(player: Player) -> Locator:
    """Find who has won the match."""
    region = player.page.get_by_role("region", name=player.visitor.words("over.title"))
    return region.get_by_role("heading")


@contextmanager
def stopped(player: Player) -> Iterator[None]:
    """Stop the clock of a page: nothing goes on by itself."""
    stop_clock(player.page, 1)
    yield
    player.page.clock.resume()


def test_the_one_person_on_a_device_wins_or_loses_and_the_whole_row_stays(visit: Visit) -> None:
    ada, ben = players = pair(visit)
    ben.page.clock.install()
    cell = before_line(players)
    ada.click(cell)
    expect(panel(ada).locator(".verdict")).to_have_text(
        re.compile(r"^You win the round with \d in a row!$")
    )
    expect(panel(ben).locator(".verdict")).to_have_text("You lose the round.")
    expect(panel(ben)).to_contain_text(re.compile(r"Ada wins the round with \d in a row\."))
    for player in players:
        expect(lit(player)).to_have_count(row_of(ada))
        # The score changes with the round, not with the next one.
        expect(won(player, "Ada")).to_have_count(1)
        expect(panel(player)).to_contain_text("The highest card in the row leaves the match:")
    expect(panel(ada)).to_contain_text("Ben begins round 2.")
    expect(panel(ben)).to_contain_text("You begin round 2.")
    # Nobody's time is up: however long it takes, it waits for a tap.
    with ben.visitor.watcher.forgiving():
        ben.page.clock.fast_forward(MANY)
        expect(panel(ben)).to_be_visible()
        expect(lit(ben)).to_have_count(row_of(ada))
    # Then the highest card leaves, with the reason, and the next round begins.
    leaving = ben.cell(leaving_cell(ada))
    top = re.compile(str(leaving.get_attribute("aria-label")))
    with stopped(ben):
        ben.visitor.button("end.go_on").click()
        expect(leaving).not_to_have_attribute("aria-label", top)
        removed = ben.shape["match"]["removed"][0]
        expect(panel(ben)).to_contain_text("The highest card in the row leaves the match:")
        expect(ben.page.locator(".player .out .mini")).to_have_count(len(removed.split()))
    expect(panel(ben)).to_have_count(0)
    expect(ben.page.get_by_text(ben.visitor.words("round", round=2), exact=True)).to_be_visible()
    # Whoever still reads is not hurried by what others do.
    ben.click("f6")
    ben.wait_until(lambda: ben.shape["match"]["last"] is not None)
    expect(panel(ada)).to_be_visible()
    ada.go_on()
    expect(ada.page.locator(".cell.last[data-cell=f6]")).to_be_visible()


def won_match(somebody: Visitor, *names: str) -> Player:
    """Play a match of one round on one device, up to the card that wins it."""
    table = open_table(somebody, *map(person, names), mode="2p", rounds_to_win=1)
    table.sit()
    with dealer(table) as past:
        cell = past.towards_line()
    to_turn(table)
    table.click(cell)
    return table


RAINED = """
globalThis.rained = false;
new MutationObserver(() => (rained ||= document.querySelector(".rain") !== null))
  .observe(document, { childList: true, subtree: true });
"""
"""Run before the page's own scripts, it notes whether there was a celebration."""


def test_several_people_on_a_device_have_names_and_nothing_moves_if_nothing_should(
    visit: Visit,
) -> None:
    somebody = visit(likes=MOVING, reduced_motion="reduce")
    somebody.context.add_init_script(RAINED)
    table = won_match(somebody, "Ada", "Ben")
    expect(panel(table).locator(".verdict")).to_have_text(
        re.compile(r"^(Ada|Ben) wins the round with \d in a row\.$")
    )
    # After the last round no card leaves: the row stays where it won.
    table.go_on()
    expect(lit(table)).to_have_count(row_of(table))
    expect(result_of(table)).to_have_text(re.compile("^ *(Ada|Ben) wins the match$"))
    assert somebody.page.evaluate("rained") is False


def test_a_team_wins_in_the_plural(visit: Visit) -> None:
    somebody = visit(likes=STILL, language="de")
    seats = person("Ada"), person("Ben"), person("Cy"), person("Di")
    table = open_table(somebody, *seats, mode="teams", rounds_to_win=1)
    with dealer(table) as past:
        past.give_up()
    table.sit()
    expect(result_of(table)).to_have_text("Ada gibt auf: Ben und Di gewinnen die Partie")


def test_whoever_looks_elsewhere_sees_the_end_when_they_are_back(visit: Visit) -> None:
    ada, ben = players = pair(visit)
    cell = before_line(players)
    ben.page.evaluate(HIDDEN, True)
    ada.click(cell)
    ada.go_on()
    expect(ada.page.get_by_text(ada.visitor.words("round", round=2), exact=True)).to_be_visible()
    ben.page.evaluate(HIDDEN, False)
    expect(panel(ben)).to_contain_text("You lose the round.")
    # Also after the tab was closed: it is there until somebody goes on.
    ben.visitor.go("/rules")
    ben.visitor.go(f"/t/{ben.code}")
    expect(panel(ben)).to_contain_text("You lose the round.")
    expect(lit(ben)).to_have_count(row_of(ada))
    ben.go_on()
    ben.visitor.go(f"/t/{ben.code}")
    ben.stands()
    expect(panel(ben)).to_have_count(0)


def test_where_a_clock_runs_the_end_goes_on_by_itself(visit: Visit) -> None:
    ada, ben = players = pair(visit, turn_seconds=300)
    ben.page.clock.install()
    cell = before_line(players)
    ada.click(cell)
    # It is Ben's turn next, and the clock does not wait.
    expect(panel(ben).get_by_role("timer")).to_be_visible()
    expect(panel(ada).get_by_role("timer")).to_have_count(0)
    with ben.visitor.watcher.forgiving():
        ben.page.clock.fast_forward("01:10")
        expect(panel(ben)).to_have_count(0)
    ben.stands()


def test_a_stalemate_is_explained(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=PHONE)
    names = map(person, ("Ada", "Ben", "Cy", "Di"))
    table = open_table(somebody, *names, mode="4p", rounds_to_win=9, edition="german-2018")
    table.sit()
    with dealer(table) as past:
        past.towards_stalemate()
        while table.shape["match"]["last_end"]["kind"] == "line":
            table.go_on()
            past.towards_stalemate()
    said = panel(table)
    expect(said).to_contain_text(": the rows are counted.")
    expect(said).to_contain_text("Rows of 3 in one colour are counted.")
    expect(said).to_contain_text("the row with the fewest points wins")
    expect(said).to_contain_text("If nobody has a row, the round is a draw.")


def check_sheets(player: Player) -> None:
    """Check that sheets open and close at both ends, and the one that is open stays so."""
    dialog = player.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    player.visitor.button("close").click()
    expect(dialog).to_have_count(0)
    for end in (panel(player), player.page.locator(".over")):
        expect(end).to_be_visible()
        player.page.locator("button.player").first.click()
        expect(dialog).to_contain_text(player.visitor.words("holds.title"))
        player.visitor.button("close").click()
        expect(dialog).to_have_count(0)
        if panel(player).count():
            player.go_on()


def test_winning_is_celebrated_losing_is_not_and_sheets_open_at_every_end(visit: Visit) -> None:
    ada, ben = players = pair(visit, MOVING, MOVING, rounds_to_win=1)
    cell = before_line(players)
    hers, his = (Notes(player.visitor, ".rain svg") for player in players)
    ben.visitor.button("more.title").click()
    ada.click(cell)
    hers.expect_count(14)
    expect(panel(ben)).to_be_visible()
    check_sheets(ben)
    ada.go_on()
    hers.expect_count(56)
    expect(ada.page.locator(".rain svg")).to_have_count(0)
    assert his.counts == [0]


def lost_against(visitor: Visitor, level: str, **settings: Any) -> Player:
    """Lose to a bot."""
    table = open_table(visitor, person("Ada"), bot(level), mode="2p", start=1, **settings)
    table.sit()
    table.stands()
    with dealer(table) as past:
        past.give_up()
    expect(visitor.button("over.rematch")).to_be_visible()
    return table


def test_after_several_losses_a_weaker_level_is_the_next_step(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    first = somebody.page.locator(".over .first .primary")
    for _ in range(2):
        lost_against(somebody, "medium", rounds_to_win=3)
        expect(first).to_have_text(somebody.words("over.rematch"))
    table = lost_against(somebody, "medium", rounds_to_win=3)
    expect(somebody.page.get_by_text("Medium has won 3 matches in a row.")).to_be_visible()
    expect(first).to_have_count(1)
    first.click()
    expect(somebody.page).not_to_have_url(re.compile(table.code))
    expect(somebody.page.get_by_role("gridcell").first).to_be_visible()
    shape = somebody.ask(f"tables/{somebody.page.url.rpartition('/')[2]}")
    assert [seat.get("bot") for seat in shape["seats"]] == [None, "casual"]
    assert shape["seats"][0]["name"] == "Ada"
    assert shape["settings"]["rounds_to_win"] == 3


def test_a_match_is_given_away_as_a_picture_and_the_record_is_explained(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=PHONE)
    table = won_match(somebody, "Ada", "<Ben & Co>")
    table.go_on()
    result = result_of(table).inner_text().strip()
    somebody.button("share").click()
    dialog = somebody.page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_have_accessible_name(f"The final table. {result}")
    assert dialog.get_by_role("img").evaluate("(one) => one.decode().then(() => one.naturalWidth)")
    with somebody.page.expect_download() as saved:
        dialog.get_by_role("link", name=somebody.words("share.save", format="SVG")).click()
    drawn = saved.value.path().read_text("utf-8")
    for words in ("Ada", "&#60;Ben &#38; Co&#62;", f"/replay/{table.code}"):
        assert words in drawn
    assert drawn.count("<path") >= len(table.shape["match"]["stacks"])
    with somebody.page.expect_download() as saved:
        dialog.get_by_role("link", name=somebody.words("share.save", format="PNG")).click()
    painted = saved.value.path().read_bytes()
    assert painted.startswith(b"\x89PNG")
    assert painted[16:24] == (1080).to_bytes(4) + (1350).to_bytes(4)
    expect(dialog.get_by_role("link", name=somebody.words("over.record"))).to_be_visible()
    expect(dialog).to_contain_text("A small text file with every card of the match.")
    assert somebody.cut_off() == []


def test_what_was_seen_of_many_tables_stays_small(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    for _ in range(3):
        open_table(somebody, person("Ada"), person("Ben"), mode="2p").sit()
    kept = json.loads(somebody.page.evaluate("localStorage['punto-seen']"))
    assert len(kept) == 3
    assert all(seen.keys() == {"number", "rounds"} for seen in kept.values())

"""Several people with a browser each, at one table."""

from random import Random

from playwright.sync_api import expect

from .conftest import Visit
from .dealing import reach
from .looking import still
from .playing import TIMEOUT_MS, Player, bot, open_table, person
from .visitor import PHONE, Visitor

OPEN = {"kind": "open"}


def sit_down(somebody: Visitor, code: str, name: str) -> Player:
    """Join by the link; a free seat asks for the name at once."""
    somebody.go(f"/t/{code}")
    somebody.page.get_by_label(somebody.words("name.title")).fill(name)
    somebody.page.locator("li form button.primary").click()
    return Player(somebody, code)


def lay(players: list[Player], random: Random) -> bool:
    """Let the player whose turn it is click a cell, extending a row if possible."""
    shape = players[0].shape
    turn = shape["match"]["turn"]
    if shape["phase"] != "playing":
        return False
    stacks, cells = shape["match"]["stacks"], turn["cells"].split()
    random.shuffle(cells)
    cell = max(cells, key=lambda one: reach(stacks, turn["card"], one))
    player = players[turn["seat"] - 1]
    expect(player.cell(cell).locator(".dot, .ring, .tried")).to_have_count(1, timeout=TIMEOUT_MS)
    player.cell(cell).click()
    player.wait_until(lambda: player.shape["number"] > shape["number"])
    return True


def sees(player: Player, cell: str, card: str) -> None:
    """Expect a card to lie in sight of somebody."""
    expect(player.cell(cell)).not_to_have_attribute("aria-label", "", timeout=TIMEOUT_MS)
    shown = player.shape["match"]["stacks"].get(cell, "")
    assert shown.endswith(card)
    expect(player.page.locator(f".cell.last[data-cell={cell}]")).to_be_visible(timeout=TIMEOUT_MS)


def seen_by_all(players: list[Player]) -> None:
    """Expect everybody to see the last card where it was laid."""
    match = players[0].shape["match"]
    if match["last"]:
        for player in players:
            sees(player, match["last"], match["stacks"][match["last"]].rpartition(" ")[2])


def test_four_people_join_by_link_and_play_to_the_end(visit: Visit) -> None:
    visitors = [still(visit, viewport=PHONE) for _ in range(4)]
    host = visitors[0]
    code = open_table(host, person("Ada"), OPEN, OPEN, OPEN, mode="4p", rounds_to_win=1).code
    host.go(f"/t/{code}")
    heading = host.page.get_by_role("heading", level=1)
    players = [Player(host, code)]
    for number, name in enumerate(["Bo", "Cy", "Di"], 2):
        expect(heading).to_have_text(host.words("lobby.title", count=5 - number))
        players.append(sit_down(visitors[number - 1], code, name))
        if number < 4:
            expect(host.page.get_by_text(name, exact=True)).to_be_visible()
    for player in players:
        expect(player.page.get_by_role("gridcell").first).to_be_visible()
    random = Random(4)
    while lay(players, random):
        pass
    for player in players:
        player.go_on()
        expect(player.visitor.button("over.rematch")).to_be_visible(timeout=TIMEOUT_MS)


def test_who_was_offline_comes_back_to_the_table_as_it_is(visit: Visit) -> None:
    ada, bo = still(visit), still(visit)
    code = open_table(ada, person("Ada"), OPEN, mode="2p", rounds_to_win=1, start=1).code
    players = [Player(ada, code), sit_down(bo, code, "Bo")]
    players[0].sit()
    random = Random(2)
    for _ in range(3):
        lay(players, random)
    seen_by_all(players)
    # Now it is Bo's turn, and Bo is not there.
    lost = bo.page.get_by_text(bo.words("connection.lost"))
    with bo.without_network():
        expect(lost).to_be_visible(timeout=TIMEOUT_MS)
        before = players[0].shape["number"]
        bo.page.locator("[role=gridcell]").first.click()
        assert players[0].shape["number"] == before
        expect(ada.page.get_by_text(ada.words("gone", name="Bo"))).to_be_visible(timeout=TIMEOUT_MS)
    expect(lost).to_have_count(0, timeout=TIMEOUT_MS)
    expect(ada.page.get_by_text(ada.words("gone", name="Bo"))).to_have_count(0, timeout=TIMEOUT_MS)
    lay(players, random)
    # And what happens while somebody is away is there when they are back.
    with bo.without_network():
        expect(lost).to_be_visible(timeout=TIMEOUT_MS)
        lay(players, random)
    lay(players, random)
    seen_by_all(players)


def test_who_is_gone_is_shown_at_their_own_seat_beside_a_bot(visit: Visit) -> None:
    ada, cy = still(visit), still(visit)
    seats = person("Ada"), bot("random"), OPEN
    code = open_table(ada, *seats, mode="3p", rounds_to_win=1, start=3).code
    players = [Player(ada, code), sit_down(cy, code, "Cy")]
    players[0].sit()
    state = ada.page.locator(".player", has_text="Cy").locator(".state")
    expect(state).to_have_text(ada.words("state.thinking"))
    # Cy has the second device, but the third seat.
    gone = ada.page.locator("button.player", has_text=ada.words("state.gone"))
    with cy.without_network():
        expect(state).to_have_text(ada.words("state.gone"), timeout=TIMEOUT_MS)
        expect(gone).to_have_count(1)
        expect(ada.page.get_by_text(ada.words("gone", name="Cy"))).to_be_visible()
    expect(state).to_have_text(ada.words("state.thinking"), timeout=TIMEOUT_MS)


def test_a_seat_goes_to_another_device_while_somebody_watches(visit: Visit) -> None:
    ada, bo = still(visit), still(visit)
    code = open_table(ada, person("Ada"), OPEN, mode="2p", rounds_to_win=1, start=1).code
    players = [Player(ada, code), sit_down(bo, code, "Bo")]
    players[0].sit()
    watcher = Player(still(visit), code)
    watcher.sit()
    expect(ada.page.get_by_text(ada.words("watching", count=1))).to_be_visible()
    expect(watcher.visitor.button("talk.title")).to_have_count(0)
    random = Random(3)
    lay(players, random)
    seen_by_all([*players, watcher])
    bo.button("more.title").click()
    bo.button("more.handover").click()
    link = bo.page.get_by_role("dialog").locator(".link").inner_text()
    phone = still(visit, viewport=PHONE)
    phone.page.goto(link)
    phone.button("takeover.yes").click()
    expect(phone.page.get_by_role("gridcell").first).to_be_visible()
    assert "continue" not in phone.page.url
    # The old device closes its sheet, and says why; the others hear of it, too.
    expect(bo.page.get_by_role("dialog")).to_have_count(0)
    expect(bo.page.locator(".news")).to_contain_text("Your seat is on your other device now.")
    expect(ada.page.locator(".news")).to_contain_text("Bo continues on another device.")
    expect(phone.page.locator(".news")).to_have_count(0)
    expect(bo.page.locator(".dot, .ring")).to_have_count(0)
    players[1] = Player(phone, code)
    while lay(players, random):
        assert watcher.possible() == []
    for player in players:
        player.go_on()
    # For those who only watch, the end of a round goes on by itself.
    for player in [*players, watcher, Player(bo, code)]:
        expect(player.page.get_by_role("link", name=bo.words("over.replay"))).to_be_visible(
            timeout=TIMEOUT_MS
        )
    expect(watcher.visitor.button("over.rematch")).to_have_count(0)

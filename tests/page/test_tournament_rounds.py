"""Rounds of a tournament in the browser: round robin, tables of four, people late or away."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from server.clock import Clock
from server.server_process import ServerProcess

from .conftest import Visit
from .devices import Device, cookie_of
from .playing import STILL, Player
from .test_others import close, news
from .test_tournament import points
from .visitor import Visitor

pytestmark = [pytest.mark.slow, pytest.mark.parametrize("language", ["en", "de"])]

MINUTE = 60
"""Seconds for which people may be away here; the form proposes five minutes."""


class Club:
    """A server of its own, and the tournament of Ada, who sees it in a browser."""

    def __init__(self, process: ServerProcess) -> None:
        self.link, self.clock = process.url, Clock(process)
        self.path = ""

    def open(self, ada: Visitor, **chosen: str) -> None:
        """Fill in the form; `chosen` names fields of the plan and options of theirs."""
        ada.go("/tournament")
        ada.page.get_by_label(ada.words("name.title")).fill("Ada")
        for key, option in chosen.items():
            label = ada.words("mode.title" if key == "mode" else f"tournament.{key}")
            ada.page.get_by_label(label, exact=True).first.select_option(option)
        minutes = ada.words("tournament.absence.minutes", count=MINUTE // 60)
        ada.page.get_by_label(ada.words("tournament.absence"), exact=True).last.select_option(
            label=minutes
        )
        ada.button("tournament.new").click()
        expect(ada.page).to_have_url(re.compile("/tournament/.+"))
        self.path = f"tournaments/{ada.page.url.rpartition('/')[2]}"

    def join(self, name: str) -> Device:
        """Let somebody take part whose screen nobody looks at."""
        device = Device(self.link)
        device.do(self.path, "join", name=name)
        return device

    def begin(self, ada: Visitor, number: int, total: int) -> list[Any]:
        """Let the host begin a round, and return its matches once their tables are open."""
        ada.button("tournament.begin" if number == 1 else "tournament.next").click()
        title = ada.words("tournament.round", round=number, rounds=total)
        expect(ada.page.get_by_role("heading", name=title, exact=True)).to_be_visible()
        watch = ada.page.get_by_role("link", name=ada.words("tournament.watch"))
        expect(watch.first).to_be_visible()
        return list(ada.ask(self.path)["round"]["pairings"])

    def pass_minute(self) -> None:
        """Let the time pass for which people may be away."""
        self.clock.sleep(MINUTE + 1)


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    process = ServerProcess(tmp_path, {"bot_threads": 1})
    club = Club(process)
    process.start()
    try:
        yield club
    finally:
        process.end()


def test_everybody_meets_everybody_who_is_late_from_the_next_round_on_and_who_is_away_loses(
    club: Club, visit: Visit, language: str
) -> None:
    ada, dag = (visit(club.link, likes=STILL, language=language) for _ in range(2))
    club.open(ada, system="round_robin", absence="loss")
    devices = {"Ada": Device(club.link, cookie_of(ada))}
    devices |= {name: club.join(name) for name in ("Ben", "Cleo")}
    names = dict(enumerate(("Ada", "Ben", "Cleo", "Dag"), start=1))
    met: list[frozenset[str]] = []

    def seated(pairing: Any) -> list[str]:
        return [names[seat["player"]] for seat in pairing["seats"]]

    # Three people: one match, and somebody without one.
    (first,) = club.begin(ada, 1, 3)
    met.append(frozenset(seated(first)))
    (idle,) = {"Ada", "Ben", "Cleo"} - met[0]
    free = ada.page.get_by_text(ada.words("tournament.byes", names=idle))
    expect(free.first).to_be_visible()  # the other one is on the printed sheet

    # Dag comes late, and has no table before the next round.
    dag.go(ada.page.url.removeprefix(club.link))
    dag.page.get_by_label(dag.words("name.title")).fill("Dag")
    dag.button("tournament.join").click()
    expect(dag.button("tournament.leave")).to_be_visible()
    expect(dag.page.get_by_role("link", name=dag.words("tournament.go"))).to_have_count(0)
    assert (points(ada, "Dag"), points(ada, idle)) == ("0", "2")
    devices["Dag"] = Device(club.link, cookie_of(dag))

    # Nobody goes to the table: whoever is to play there loses after the minute of the form.
    loser, winner = seated(first)
    club.pass_minute()
    row = ada.page.get_by_role("listitem").filter(has_text=ada.words("tournament.won", name=winner))
    expect(row).to_have_count(1)
    assert (points(dag, winner), points(dag, loser)) == ("2", "0")

    # Now Dag has a table, too, and the match is there.
    for number in (2, 3):
        pairings = club.begin(ada, number, 3)
        met += [frozenset(seated(one)) for one in pairings]
        if number == 2:
            dag.page.get_by_role("link", name=dag.words("tournament.go")).click()
            expect(dag.page.get_by_role("gridcell").first).to_be_visible()
        for one in pairings:
            devices[seated(one)[1]].do(f"tables/{one['table']}", "resign", seat=2)
    expect(ada.page.get_by_text(ada.words("tournament.over"))).to_be_visible()
    assert len(met) == len(set(met)) == 5, "two people met twice"
    assert {frozenset({idle, "Dag"})} == {
        frozenset({one, two}) for one in names.values() for two in names.values() if one != two
    } - set(met), "only the match that Dag was late for is missing"
    columns = ada.page.get_by_role("columnheader")
    expect(columns.filter(has_text=ada.words("tournament.direct"))).to_have_count(1)


def test_at_a_table_of_four_bots_take_free_seats_and_play_for_whoever_is_away(
    club: Club, visit: Visit, language: str
) -> None:
    ada = visit(club.link, likes=STILL, language=language)
    club.open(ada, rounds="2", mode="4p", absence="stand_in")
    people = {name: club.join(name) for name in ("Ben", "Cleo")}
    home = ada.page.url.removeprefix(club.link)
    (pairing,) = club.begin(ada, 1, 2)
    medium = ada.words("bot.medium")
    match = ada.page.get_by_role("listitem").filter(has_text="Cleo")
    for name in ("Ada", "Ben", medium):
        expect(match).to_contain_text(name)

    # Dag is late: no seat is left of this round's matches, and the bot keeps its own.
    club.join("Dag")
    assert points(ada, "Dag") == "0"

    # Ada plays; Ben and Cleo are away, and after a minute of their turn a bot plays for them.
    table = Player(ada, pairing["table"])
    table.sit()
    absent: list[str] = []
    while len(absent) < 2:
        turn = away_on_turn(table)
        panel = ada.page.locator(".player").filter(has_text=turn)
        expect(panel).to_contain_text(ada.words("state.gone"))
        club.pass_minute()
        expect(panel).to_contain_text(ada.words("state.stood_in", bot=medium))
        absent.append(turn)
    for name in absent:
        expect(news(table)).to_contain_text(ada.words("tell.stood_in", name=name, bot=medium))
        close(table)

    # Whoever comes back has the seat again.
    with people["Ben"].at(f"tables/{table.code}"):
        panel = ada.page.locator(".player").filter(has_text="Ben")
        expect(panel).not_to_contain_text(ada.words("state.stood_in", bot=medium))
        expect(news(table)).to_contain_text(ada.words("tell.returned", name="Ben"))

    # In the next round Dag plays, too: four people at one table, and no bot.
    ada.go(home)
    ada.button("tournament.result.enter").click()
    ada.page.get_by_role("dialog").get_by_role("button").filter(has_text="Cleo").click()
    expect(ada.button("tournament.next")).to_be_enabled()
    assert (points(ada, "Cleo"), points(ada, "Ada")) == ("2", "0")
    (pairing,) = club.begin(ada, 2, 2)
    match = ada.page.get_by_role("listitem").filter(has_text="Dag")
    for name in ("Ada", "Ben", "Cleo"):
        expect(match).to_contain_text(name)
    expect(match).not_to_contain_text(medium)
    ada.page.get_by_role("link", name=ada.words("tournament.go")).click()
    expect(ada.page.locator(".player")).to_have_count(4)
    expect(ada.page.locator(".player").filter(has_text="Dag")).to_be_visible()

    # The host ends it in the middle of the round, after a question.
    ada.go(home)
    ada.button("tournament.finish").click()
    sheet = ada.page.get_by_role("dialog")
    expect(sheet).to_contain_text(ada.words("tournament.finish.about"))
    expect(ada.page.get_by_text(ada.words("tournament.over"))).to_have_count(0)
    sheet.get_by_role("button", name=ada.words("tournament.finish")).click()
    expect(ada.page.get_by_text(ada.words("tournament.over"))).to_be_visible()


def away_on_turn(table: Player) -> str:
    """Play until somebody is to play who is away, and for whom no bot plays; say who it is."""
    while True:
        shape = table.shape
        turn = shape["match"]["turn"]
        seat = shape["seats"][turn["seat"] - 1] if turn else {"bot": ""}
        if "bot" in seat:  # it plays in a moment
            table.page.wait_for_timeout(50)
        elif seat["name"] != "Ada":
            return str(seat["name"])
        else:
            table.lay(Random(1), Player.click)

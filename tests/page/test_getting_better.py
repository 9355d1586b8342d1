"""Hints, reviews and playing on, with mouse, keyboard and screen reader, in two languages."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from punto.notation.reader import read_record

from .axe import barriers
from .conftest import Visit
from .dealing import dealer
from .keys import Keys
from .looking import cells_under, misfits, overlaps
from .playing import STILL, Player, bot, open_table, person
from .reader import Reader
from .visitor import DESK, PHONE, SIDEWAYS, SMALL, Visitor

WAITING_MS = 300_000
"""How long a review may take on a machine that does other things."""


def against_bot(somebody: Visitor, cards: int = 4) -> Player:
    """Open a match against a bot, in which the person is to move."""
    table = open_table(somebody, person("Ada"), bot("random"), start=1, rounds_to_win=1)

    def is_my_turn() -> bool:
        turn = table.shape["match"]["turn"]
        return bool(turn) and turn["seat"] == 1

    with dealer(table) as past:
        for _ in range(cards):
            table.wait_until(is_my_turn)
            past.some(1)
        table.wait_until(is_my_turn)
    return table


def finished(somebody: Visitor, *names: str, seed: int = 3) -> Player:
    """Open a finished match of one round between people on this device."""
    seats = [person(name) for name in names or ("Ada", "Ben")]
    mode = f"{len(seats)}p"
    table = open_table(somebody, *seats, mode=mode, start=1, rounds_to_win=1)
    with dealer(table, seed=seed) as past:
        past.some(8)  # so there are mistakes to find
        while past.table["phase"] == "playing":
            cell = past.towards_line()
            past.lay(past.table, cell)
    return table


def panel(somebody: Visitor) -> Locator:
    return somebody.page.get_by_role("region", name=somebody.words("reviewed.title"), exact=True)


def wait_for_review(somebody: Visitor) -> None:
    accuracy = somebody.words("reviewed.accuracy", name="Ada")
    expect(panel(somebody).get_by_text(accuracy)).to_be_visible(timeout=WAITING_MS)


def pointed(somebody: Visitor) -> Locator:
    """Find the cell that is pointed out."""
    return somebody.page.locator("[role=gridcell]:has(.pointed)")


def percent(text: str | None) -> list[int]:
    return [int(found) for found in re.findall(r"(\d+)\s%", text or "")]


def test_a_hint_by_mouse_gives_the_idea_and_then_the_cell(visit: Visit) -> None:
    somebody = visit(likes=STILL, language="de")
    table = against_bot(somebody)
    somebody.go(f"/t/{table.code}")
    somebody.button("hinted.ask").click()
    said = somebody.page.locator(".hinted [role=status]")
    expect(somebody.button("hinted.more")).to_be_visible(timeout=WAITING_MS)
    idea = said.inner_text()
    assert not re.search(r"[{}]|(idea|reason|hint)\.[a-z]", idea)
    expect(pointed(somebody)).to_have_count(0)
    somebody.button("hinted.more").click()
    expect(pointed(somebody)).to_have_count(1)
    cell = str(pointed(somebody).get_attribute("data-cell"))
    answer = said.inner_text()
    assert cell in answer
    assert answer != idea
    assert len(percent(answer)) == 1
    assert barriers(somebody.page) == []
    assert misfits(somebody) == []
    assert overlaps(somebody) == []
    assert table.shape["hints"] == [1, 0]
    # Its card placed, it is gone; the end of the match says that there was one.
    table.click(cell)
    expect(somebody.page.locator(".hinted")).to_have_count(0)
    with dealer(table) as past:
        past.give_up()
    took = somebody.page.get_by_text(somebody.words("over.hints_you", count=1))
    expect(took).to_be_visible()
    # The replay says so, too; and to whom it belongs.
    somebody.go(f"/replay/{table.code}")
    expect(took).to_be_visible()
    resigned = somebody.words("you.match.resigned")
    expect(somebody.page.locator(".result")).to_contain_text(resigned)


def test_a_hint_by_keyboard_on_a_small_phone(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL, language="is")
    table = against_bot(somebody)
    somebody.go(f"/t/{table.code}")
    keys = Keys(somebody)
    ask, hand = somebody.button("hinted.ask"), somebody.page.locator(".hand div.card")
    keys.reach(ask)
    before = hand.bounding_box()
    somebody.page.keyboard.press("Enter")
    # The focus goes along, and nothing moves or is covered.
    expect(somebody.button("hinted.more")).to_be_focused()
    expect(hand).to_be_in_viewport(ratio=1)
    assert hand.bounding_box() == before
    letters = somebody.page.locator(".letters")
    expect(letters).to_contain_text("f")
    somebody.page.keyboard.press("Enter")
    expect(pointed(somebody)).to_have_count(1)
    assert hand.bounding_box() == before
    assert cells_under(somebody, ".hinted") == []
    assert [*misfits(somebody), *overlaps(somebody)] == []
    close = somebody.page.locator(".hinted").get_by_role("button", name=somebody.words("close"))
    keys.reach(close)
    somebody.page.keyboard.press("Escape")
    expect(pointed(somebody)).to_have_count(0)
    expect(letters).to_have_count(0)
    expect(ask).to_be_focused()


def test_a_hint_is_heard(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    table = against_bot(somebody)
    reader = Reader(somebody)
    somebody.go(f"/t/{table.code}")
    reader.activate(reader.find("button", f"^{somebody.words('hinted.ask')}$"))
    reader.activate(reader.find("button", somebody.words("hinted.more")))
    expect(pointed(somebody)).to_have_count(1)
    reader.listen()
    cell = str(pointed(somebody).get_attribute("data-cell"))
    assert any(re.search(rf"\bon {cell}\.", line) for line in reader.all), reader.all


def test_with_company_on_other_devices_there_is_no_hint(visit: Visit) -> None:
    ada, ben = visit(likes=STILL), visit(likes=STILL)
    table = open_table(ada, person("Ada"), {"kind": "open"}, start=1)
    ada.go(f"/t/{table.code}")
    ben.go(f"/t/{table.code}")
    ben.button("lobby.sit").click()
    expect(ada.page.locator(".hand .card.ready")).to_be_visible()
    expect(ada.button("hinted.ask")).to_have_count(0)


def test_a_match_is_reviewed_from_its_end_in_one_tap(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=PHONE)
    table = finished(somebody, "Ada", "Ben", "Cleo", "Maximilian Wolfgang")
    somebody.go(f"/t/{table.code}")
    somebody.page.get_by_role("link", name=somebody.words("over.review"), exact=True).click()
    expect(somebody.page.get_by_role("progressbar")).to_be_in_viewport()
    wait_for_review(somebody)
    curve = somebody.page.get_by_role("img", name=somebody.words("reviewed.curve"))
    expect(curve.locator(".line")).to_have_count(4)
    for line in curve.locator(".line").all():
        assert str(line.get_attribute("d")).count("L") >= 8
    whose = panel(somebody).get_by_label(somebody.words("reviewed.mattered"))
    moves = panel(somebody).locator("ol button")
    others = iter(("Ben", "Cleo", "Maximilian Wolfgang"))
    while moves.count() == 0:  # somebody else erred
        whose.select_option(label=next(others))
        if moves.count() > 0:
            moves.first.click()
    # Otherwise it begins with the worst move of one's own.
    expect(moves.first).to_have_attribute("aria-current", "step")
    assert moves.count() <= 3
    lost = [int(re.findall(r"(\d+) points?\.", one.inner_text())[0]) for one in moves.all()]
    assert lost == sorted(lost, reverse=True)
    better = str(pointed(somebody).get_attribute("data-cell"))
    played = str(somebody.page.locator("[role=gridcell]:has(.played)").get_attribute("data-cell"))
    verdict = somebody.page.locator(".verdict")
    expect(verdict).to_contain_text(better)
    chances = dict(zip((played, better), percent(verdict.inner_text())[:2], strict=True))
    assert chances[better] - chances[played] == lost[0]
    # A heat map shows a chance on every legal cell, and the same two numbers.
    somebody.button("reviewed.heat").click()
    heat = somebody.page.locator(".heat")
    expect(heat).not_to_have_count(0)
    expect(heat.first).to_be_in_viewport()
    assert all(0 <= int(one) <= 100 for one in heat.all_inner_texts())
    legal = legal_cells(somebody, table)
    cells = [str(one) for one in heat.evaluate_all(CELLS)]
    assert set(cells) == legal
    shown = dict(zip(cells, map(int, heat.all_inner_texts()), strict=True))
    assert {cell: shown[cell] for cell in chances} == chances
    look_at_review(somebody)
    somebody.page.keyboard.press("ArrowRight")
    expect(heat).to_have_count(len(legal_cells(somebody, table)))
    assert barriers(somebody.page) == []
    assert misfits(somebody) == []
    # The address leads to the same review, at the same moment.
    other, url = visit(likes=STILL), somebody.page.url
    other.go(url.removeprefix(other.link))
    wait_for_review(other)
    assert other.page.url == url


POINTS = """(all) => all.map((point) => {
  // How far the middle of a numbered point is from the nearest line, in pixels.
  const { x, y, width, height } = point.getBoundingClientRect();
  const far = (line) => {
    const to = line.getScreenCTM();
    const bends = [...line.getAttribute("d").matchAll(/([\\d.]+) ([\\d.]+)/g)];
    return Math.min(...bends.map(([, right, down]) => {
      const at = new DOMPoint(right, down).matrixTransform(to);
      return Math.hypot(at.x - x - width / 2, at.y - y - height / 2);
    }));
  };
  return Math.min(...[...document.querySelectorAll(".plot .line")].map(far));
})"""


def look_at_review(somebody: Visitor) -> None:
    """Look at a review on all screens: nothing is cut off, covered, out of sight or jumping."""
    page, points = somebody.page, somebody.page.locator(".point")
    forward = somebody.button("replay.forward")
    for viewport in (SMALL, PHONE, SIDEWAYS, DESK):
        page.set_viewport_size(viewport)
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".verdict")).to_have_count(1)
        assert [*misfits(somebody), *overlaps(somebody)] == [], viewport
        assert all(far <= 3 for far in points.evaluate_all(POINTS)), viewport
        expect(page.locator(".letters")).to_contain_text("f")
        expect(page.locator(".bar button").last).to_be_in_viewport(ratio=1)
        before = forward.bounding_box()
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowLeft")
        assert forward.bounding_box() == before, viewport
        points.first.click()
        expect(page.locator(".bar [aria-current]")).to_have_text("1")
    page.set_viewport_size(PHONE)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert somebody.cut_off() == []
    page.evaluate("document.documentElement.style.fontSize = ''")


CELLS = "(all) => all.map((one) => one.closest('[data-cell]').dataset.cell)"


def legal_cells(somebody: Visitor, table: Player) -> set[str]:
    """Find the legal cells of the moment in the address."""
    found = re.search(r"#at=(\d+)\.(\d+)", somebody.page.url)
    assert found is not None
    record = read_record(somebody.ask_text(f"/api/tables/{table.code}/record"))
    match = record.match.at(int(found[1]), int(found[2]))
    return {str(cell) for cell in match.legal_cells}


def test_a_file_is_reviewed_by_keyboard_and_by_ear(visit: Visit) -> None:
    somebody = visit(likes=STILL, language="de")
    table = finished(somebody, seed=5)
    record = somebody.ask_text(f"/api/tables/{table.code}/record")
    reader = Reader(somebody)
    somebody.go("/replay")
    payload: Any = {"name": "a.punto", "mimeType": "text/plain", "buffer": record.encode()}
    somebody.page.locator("input[type=file]").set_input_files(payload)
    keys = Keys(somebody)
    keys.reach(somebody.button("replay.review"))
    somebody.page.keyboard.press("Enter")
    expect(somebody.page.locator(".bar")).to_be_in_viewport()
    wait_for_review(somebody)
    reader.listen()
    assert somebody.words("reviewed.done") in reader.all
    whose = panel(somebody).get_by_label(somebody.words("reviewed.mattered"))
    moves = panel(somebody).locator("ol button")
    if moves.count() == 0:
        whose.select_option(label="Ben")
    keys.reach(moves.first)
    somebody.page.keyboard.press("Enter")
    better = str(pointed(somebody).get_attribute("data-cell"))
    reader.listen()
    expected = somebody.words("reviewed.better", cell=better, chance="").split(",")[0]
    assert any(expected in line for line in reader.all), reader.all


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_match_is_played_on_from_a_moment_to_its_end(visit: Visit, language: str) -> None:
    """With the mouse to its end in English; by keyboard, only as far as it differs, in German."""
    somebody = visit(likes=STILL, language=language)
    table = finished(somebody)
    somebody.go(f"/replay/{table.code}#at=1.6")
    there = somebody.page.locator("[role=gridcell] svg.card").count()
    keys = Keys(somebody)
    if language == "en":
        somebody.button("replay.play_on").click()
    else:
        keys.reach(somebody.button("replay.play_on"))
        somebody.page.keyboard.press("Enter")
    sheet = somebody.page.get_by_role("dialog")
    moment = somebody.words("play_on.moment", round=1, count=6)
    expect(sheet).to_contain_text(moment)
    sheet.get_by_label(somebody.words("play_on.seat")).select_option(label="Ben")
    level = sheet.get_by_label(somebody.words("play_on.level"))
    level.select_option(label=somebody.words("bot.beginner"))
    assert barriers(somebody.page) == []
    begin = sheet.get_by_role("button", name=somebody.words("play_on.begin"), exact=True)
    if language == "en":
        begin.click()
    else:
        keys.reach(begin)
        somebody.page.keyboard.press("Enter")
    somebody.page.wait_for_url(re.compile("/t/"))
    expect(somebody.page.locator(".hand .card.ready")).to_be_visible()
    code = somebody.page.url.rpartition("/t/")[2]
    again = Player(somebody, code)
    assert again.shape["played_on"]["moment"] == "1.6"
    assert len(again.shape["match"]["stacks"]) >= there
    assert [seat["kind"] for seat in again.shape["seats"]] == ["bot", "person"]
    if language == "de":  # the rest is the same in every language
        return
    again.play(Player.click)
    record = read_record(somebody.ask_text(f"/api/tables/{code}/record"))
    before = read_record(somebody.ask_text(f"/api/tables/{table.code}/record"))
    assert record.match.at(1, 6).table == before.match.at(1, 6).table
    review = somebody.page.get_by_role("link", name=somebody.words("over.review"), exact=True)
    expect(review).to_be_visible()

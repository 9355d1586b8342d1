"""The list of moves: with it come the letters of the table, and a move shows where it was."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .axe import barriers
from .conftest import Visit
from .dealing import dealer
from .playing import STILL, Player, open_table, person
from .visitor import DESK, PHONE

LANDSCAPE = {"width": 844, "height": 390}


def with_moves(visit: Visit, viewport: Any, count: int = 8) -> Player:
    """Open a table where some cards lie, and one of them under another if there are many."""
    table = open_table(
        visit(likes=STILL, viewport=viewport), person("Ada"), person("Bo"), mode="2p", start=1
    )
    with dealer(table, seed=5) as past:
        past.some(count)
        while count > 8 and all(" " not in one for one in past.table["match"]["stacks"].values()):
            past.some(1)
    table.sit()
    table.stands()
    return table


def open_list(table: Player) -> None:
    """Open the list, where it is not always open."""
    table.visitor.button("more.title").click()
    table.visitor.button("moves").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()


def centre(locator: Locator) -> tuple[float, float]:
    """Find the middle of something on the screen."""
    box = locator.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def check_letters(table: Player) -> None:
    """Expect every column under its letter, and every row beside its number."""
    cells = [
        str(cell)
        for cell in table.page.evaluate(
            "[...document.querySelectorAll('[role=gridcell]')].map((one) => one.dataset.cell)"
        )
    ]
    columns = sorted({cell[0] for cell in cells})
    rows = sorted({int(cell[1:]) for cell in cells})
    assert table.page.locator(".letters .column").all_inner_texts() == columns
    assert table.page.locator(".letters .row").all_inner_texts() == [str(row) for row in rows]
    for column in columns:
        letter = table.page.locator(".letters .column", has_text=re.compile(f"^{column}$"))
        assert abs(centre(letter)[0] - centre(table.cell(f"{column}{rows[0]}"))[0]) < 2
    for row in rows:
        number = table.page.locator(".letters .row", has_text=re.compile(f"^{row}$"))
        assert abs(centre(number)[1] - centre(table.cell(f"{columns[0]}{row}"))[1]) < 2


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE], ids=["phone", "landscape"])
def test_on_a_phone_letters_come_with_the_list_and_the_table_stays_in_sight(
    visit: Visit, viewport: Any
) -> None:
    table = with_moves(visit, viewport)
    letters = table.page.locator(".letters")
    expect(letters).to_have_count(0)
    open_list(table)
    expect(letters).to_have_count(1)
    check_letters(table)
    sheet = table.page.get_by_role("dialog").bounding_box()
    assert sheet
    for cell in table.page.get_by_role("gridcell", include_hidden=True).all():
        box = cell.bounding_box()
        assert box
        is_above = box["y"] + box["height"] <= sheet["y"] + 1
        is_beside = box["x"] >= sheet["x"] + sheet["width"] - 1
        assert is_above or is_beside, cell.get_attribute("data-cell")
    table.page.keyboard.press("Escape")
    expect(letters).to_have_count(0)


def test_on_a_large_screen_the_list_is_always_open_and_so_are_the_letters(visit: Visit) -> None:
    table = with_moves(visit, DESK)
    moves = table.page.locator("aside .moves .move")
    expect(moves).to_have_count(8)
    check_letters(table)
    moves.first.click()
    assert barriers(table.page) == []


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_move_shows_where_it_was(visit: Visit, viewport: Any) -> None:
    table = with_moves(visit, viewport, 14)
    events = table.visitor.ask(f"tables/{table.code}/events?since=0")["events"]
    moves = [event for event in events if event["kind"] == "placed"]
    if viewport is PHONE:
        open_list(table)
    buttons = table.page.locator(".moves .move")
    expect(buttons).to_have_count(len(moves))
    pointed = table.page.locator(".cell:has(.pointed)")
    expect(pointed).to_have_count(0)
    cells = [move["cell"] for move in moves]
    covered = next(move for at, move in enumerate(moves) if move["cell"] in cells[at + 1 :])
    other = next(move for move in moves if move is not covered)
    for move in (other, covered):
        buttons.nth(moves.index(move)).click()
        expect(pointed).to_have_count(1)
        expect(pointed).to_have_attribute("data-cell", move["cell"])
        # The card that was laid then, even if another one lies over it by now.
        expect(pointed.locator("svg.card").first).to_have_class(
            re.compile(rf"\b{move['card'][0]}\b")
        )
    table.page.keyboard.press("ArrowDown")
    after = moves[moves.index(covered) + 1]
    expect(pointed).to_have_attribute("data-cell", after["cell"])
    expect(table.page.locator(".move[aria-pressed=true]")).to_be_focused()
    table.page.keyboard.press("Enter")
    expect(pointed).to_have_count(0)
    if viewport is DESK:
        # The clicks above may have left the mouse on this very move, where nothing enters it.
        table.page.mouse.move(700, 20)
        buttons.nth(5).hover()
        expect(pointed).to_have_attribute("data-cell", moves[5]["cell"])
        table.page.mouse.move(700, 20)
        expect(pointed).to_have_count(0)
    else:
        buttons.nth(5).click()
        expect(pointed).to_have_count(1)
        table.page.keyboard.press("Escape")
        expect(pointed).to_have_count(0)

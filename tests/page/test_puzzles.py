"""Solving puzzles in the page with mouse, keyboard and screen reader; the puzzle of the day."""

import json
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from punto.puzzles import Kind, all_puzzles, puzzle_of_the_day

from .axe import barriers
from .conftest import Visit
from .keys import Keys
from .looking import misfits, misfits_in_every_language, resize
from .playing import STILL
from .reader import Reader
from .solving import Solver
from .visitor import DESK, PHONE, SIDEWAYS, SMALL, Visitor

DAY = date(2026, 12, 24)


def rating_of(solver: Solver) -> float:
    """Read the rating that the device keeps, which is shown only after some tries."""
    kept = json.loads(solver.page.evaluate("localStorage['punto.puzzles'] ?? '{}'"))
    return float(kept["rating"]["value"]) if kept else 1200


def let_have_tried(visitor: Visitor, tries: int) -> None:
    """Let somebody have tried some puzzles before."""
    kept = json.dumps(json.dumps({"tries": tries}))
    visitor.context.add_init_script(f"localStorage['punto.puzzles'] ??= {kept}")


@pytest.mark.parametrize(
    ("viewport", "language"), [(SMALL, "fi"), (DESK, "en")], ids=["small-fi", "desk-en"]
)
def test_puzzles_are_solved_with_a_mouse(visit: Visit, viewport: Any, language: str) -> None:
    somebody = visit(viewport=viewport, language=language, likes=STILL)
    somebody.go()
    somebody.page.get_by_role("link", name=somebody.words("menu.puzzles")).click()
    solver = Solver(somebody)
    solver.wait_for_table()
    before = rating_of(solver)
    first = solver.puzzle
    # The first ones are of the easiest kind, and move no rating that is shown.
    assert (first.kind, first.mode) == (Kind.WIN, "2p")
    solver.says(f"puzzle.kind.{first.kind}")
    solver.cell(first.answer).click()
    solver.says("puzzle.right", cell=str(first.answer))
    solver.says("puzzle.finding", count=4)
    assert rating_of(solver) > before
    assert misfits(somebody) == []
    solver.next.click()
    solver.wait_for_another(first)
    second, wrong = solver.puzzle, solver.wrong_cell()
    now = rating_of(solver)
    solver.cell(wrong).click()
    solver.says("puzzle.wrong", cell=str(second.answer))
    solver.says("puzzle.why_not", cell=wrong)
    assert rating_of(solver) < now
    # All of it is remembered on this device.
    kept = rating_of(solver)
    solver.come()
    assert rating_of(solver) == kept


def solve_with_keys(solver: Solver) -> None:
    """Solve a puzzle with the keyboard, and go on to another."""
    puzzle, page, keys = solver.puzzle, solver.page, Keys(solver.visitor)
    keys.reach(solver.table.locator('[tabindex="0"]'))
    for _ in puzzle.position.legal_cells:
        if str(page.evaluate("document.activeElement.dataset.cell")) == str(puzzle.answer):
            break
        keys.press("n")
    expect(solver.cell(puzzle.answer)).to_be_focused()
    keys.press("Enter")
    solver.says("puzzle.right", cell=str(puzzle.answer))
    expect(solver.next).to_be_focused()
    keys.press("Enter")
    solver.wait_for_another(puzzle)
    keys.check()


def solve_by_ear(solver: Solver, reader: Reader) -> None:
    """Solve a puzzle with a screen reader, and go on to another."""
    puzzle, words = solver.puzzle, solver.visitor.words
    heading = reader.find("heading", re.escape(words(f"puzzle.kind.{puzzle.kind}")))
    assert heading.name
    possible = words("cell.possible", cell=f"{puzzle.answer},").split(",")[0]
    reader.activate(reader.find("gridcell", rf"^{re.escape(possible)},"))
    reader.hear(re.escape(words("puzzle.right", cell=str(puzzle.answer))))
    reader.hear(re.escape(words("puzzle.rating")))
    reader.activate(reader.find("button", words("puzzle.next")))
    solver.wait_for_another(puzzle)


@pytest.mark.parametrize("language", ["en", "fi"])
def test_puzzles_are_solved_with_the_keyboard_and_by_ear(visit: Visit, language: str) -> None:
    somebody = visit(language=language, likes=STILL)
    reader, solver = Reader(somebody), Solver(somebody)
    let_have_tried(somebody, 5)
    solver.come()
    solve_with_keys(solver)
    solve_by_ear(solver, reader)


def test_a_wrong_answer_by_touch_is_marked_and_explained_in_a_few_words(visit: Visit) -> None:
    somebody = visit(likes=STILL, viewport=SMALL, has_touch=True)
    solver = Solver(somebody)
    solver.come()
    puzzle, wrong = solver.puzzle, solver.wrong_cell()
    again = somebody.page.get_by_text(somebody.words("hint.again"))
    expect(again).to_have_count(0)
    solver.cell(wrong).tap()
    expect(again).to_be_visible()
    solver.cell(wrong).tap()
    expect(somebody.page.locator("main li", has_text="It completes the")).to_be_visible()
    expect(somebody.page.locator("main li", has_text="This card could win")).to_be_visible()
    assert somebody.page.locator(".below ul").count() == 2
    assert somebody.page.locator(".below li").count() <= 3  # it may complete two lines
    assert somebody.page.locator(".cell.lit").count() >= puzzle.position.mode.line
    # The cell that was tried is crossed out, and all of the table stays in sight above the button.
    crossed = somebody.page.locator(".played").bounding_box()
    cell = solver.cell(wrong).bounding_box()
    assert crossed is not None
    assert cell is not None
    assert abs(crossed["x"] - cell["x"]) < cell["width"] / 2
    assert abs(crossed["y"] - cell["y"]) < cell["height"] / 2
    assert somebody.page.evaluate("scrollY") == 0
    expect(solver.next).to_be_focused()
    expect(solver.next).to_be_in_viewport(ratio=1)


def test_a_neutral_card_is_called_so(visit: Visit) -> None:
    day = DAY
    while (puzzle := puzzle_of_the_day(day)).mode != "3p" or "G" not in str(puzzle.position.card):
        day += timedelta(days=1)
    somebody = visit(likes=STILL, language="de")
    Solver(somebody).come(f"/puzzles/{day.isoformat()}")
    expect(somebody.page.get_by_text("Grün gehört niemandem.")).to_be_visible()


def test_a_kind_and_a_mode_can_be_chosen(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    solver, wanted = Solver(somebody), all_puzzles()[-1]
    solver.come()
    somebody.page.get_by_label(somebody.words("puzzle.filter.mode")).select_option(wanted.mode)
    solver.says(f"mode.{wanted.mode}")
    somebody.page.get_by_label(somebody.words("puzzle.filter.kind")).select_option(wanted.kind)
    solver.says(f"puzzle.kind.{wanted.kind}")
    assert (solver.puzzle.mode, solver.puzzle.kind) == (wanted.mode, wanted.kind)
    somebody.page.get_by_label(somebody.words("puzzle.filter.mode")).select_option("4p")
    somebody.page.get_by_label(somebody.words("puzzle.filter.kind")).select_option(Kind.STALEMATE)
    solver.says("puzzle.none")


def test_the_puzzle_of_a_day_counts_once(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    solver = Solver(somebody)
    solver.come("/puzzles/today")
    today = datetime.now(UTC).date()
    puzzle = puzzle_of_the_day(today)
    assert solver.puzzle == puzzle
    solver.says("puzzle.of_date", date=f"{today:%B} {today.day}")
    solver.cell(puzzle.answer).click()
    solver.says("puzzle.right", cell=str(puzzle.answer))
    kept = rating_of(solver)
    somebody.go("/daily")
    expect(somebody.page.get_by_text(somebody.words("puzzle.today.solved"))).to_be_visible()
    solver.come("/puzzles/today")
    expect(somebody.page.get_by_text(somebody.words("puzzle.today.solved"))).to_be_visible()
    solver.cell(solver.wrong_cell()).click()
    solver.says("puzzle.wrong", cell=str(puzzle.answer))
    assert rating_of(solver) == kept
    somebody.button("puzzle.more").click()
    expect(solver.next).to_have_count(0)
    assert somebody.page.url.endswith("/puzzles")
    # Who only solves puzzles sees that in their own play, too.
    somebody.go("/own-play")
    expect(somebody.page.get_by_text(somebody.words("own.none"))).to_be_visible()
    expect(somebody.page.locator("dd")).to_have_text(["\N{EN DASH}", "1", "1"])


def test_a_cell_that_is_not_legal_is_explained_and_does_not_count(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    solver = Solver(somebody)
    solver.come()
    position = solver.puzzle.position
    high = next(
        (
            cell
            for cell, cards in position.table.stacks().items()
            if position.card is not None and cards[-1].value >= position.card.value
        ),
        None,
    )
    if high is None:  # a nine: everything else is lower
        return
    before = rating_of(solver)
    solver.cell(high).click()
    expect(somebody.page.get_by_text("is not lower")).to_be_visible()
    assert rating_of(solver) == before
    expect(solver.next).to_have_count(0)


def test_without_a_connection_what_was_fetched_can_be_solved(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    solver = Solver(somebody)
    solver.come()
    puzzle = solver.puzzle
    with somebody.without_network():
        solver.cell(puzzle.answer).click()
        solver.says("puzzle.right", cell=str(puzzle.answer))


def check_fit(somebody: Visitor) -> None:
    """Check that nothing is cut off or a barrier, in both themes and at all sizes."""
    for viewport in (PHONE, SIDEWAYS, DESK, SMALL):
        resize(somebody, viewport)
        assert barriers(somebody.page) == [], viewport
        assert misfits(somebody) == [], viewport


def test_it_fits_and_has_no_barrier(visit: Visit) -> None:
    """One visit for all sizes and both themes; where there is least room, in every language."""
    somebody = visit(viewport=SMALL, likes=STILL)
    solver = Solver(somebody)
    solver.come(f"/puzzles/{DAY.isoformat()}")
    check_fit(somebody)
    wrong = solver.wrong_cell()
    solver.cell(wrong).click()
    solver.says("puzzle.why_not", cell=wrong)
    check_fit(somebody)
    assert misfits_in_every_language(somebody) == []

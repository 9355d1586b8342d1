"""The coached first match: offered to newcomers, played by doing, in every way to play."""

import re

import pytest
from playwright.sync_api import expect

from punto.words import LANGUAGES

from .coaching import LAST, PATH, Learner
from .conftest import Visit
from .keys import Keys
from .looking import cells_under, look, misfits, speak, still
from .playing import QUICK, STILL
from .reader import Reader
from .visitor import DESK, PHONE, SIDEWAYS, SMALL, Visitor


def offer(somebody: Visitor, key: str = "learn.begin") -> None:
    """Go to the lesson from the first screen."""
    somebody.page.get_by_role("link", name=somebody.words(key)).click()
    somebody.settle()


def test_newcomers_are_told_what_punto_is_and_offered_a_lesson(visit: Visit) -> None:
    somebody = visit(viewport=PHONE)
    somebody.go()
    expect(somebody.page.get_by_text(somebody.words("start.lead"))).to_be_visible()
    offer(somebody)
    assert somebody.page.url.endswith("/learn")
    Learner(somebody).hears("coach.welcome")


def test_whoever_declines_is_not_asked_again_and_finds_it_in_the_rules(visit: Visit) -> None:
    somebody = visit()
    somebody.go()
    somebody.button("learn.no").click()
    expect(somebody.page.get_by_text(somebody.words("learn.about"))).to_have_count(0)
    somebody.go()
    expect(somebody.page.get_by_role("heading", level=1)).to_be_visible()
    expect(somebody.page.get_by_text(somebody.words("learn.about"))).to_have_count(0)
    somebody.go("/rules")
    offer(somebody)
    Learner(somebody).hears("coach.welcome")


def test_whoever_has_played_before_is_not_offered_it(visit: Visit) -> None:
    somebody = visit(likes=QUICK)
    somebody.go()
    expect(somebody.page.get_by_text(somebody.words("learn.about"))).to_have_count(0)


@pytest.mark.parametrize(
    "viewport", [SMALL, PHONE, SIDEWAYS, DESK], ids=["small", "phone", "sideways", "desk"]
)
def test_the_whole_lesson_with_a_mouse(visit: Visit, viewport: dict[str, int]) -> None:
    somebody = visit(viewport=viewport, likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.begin()
    for count, (step, cell) in enumerate(PATH):
        learner.hears(f"coach.{step}")
        number = somebody.words("coach.count", number=count, all=len(PATH))
        expect(learner.coach.get_by_text(number, exact=True)).to_be_visible()
        assert misfits(somebody) == []
        # Whoever is to lay a card sees the whole table and the card, without scrolling.
        expect(somebody.page.locator("[data-anchor=hand]")).to_be_in_viewport(ratio=0.99)
        assert cells_under(somebody, ".coach") == []
        learner.lay(step, cell)
        if step in LAST:
            learner.go_on(step)
    learner.hears("coach.over")
    somebody.page.get_by_role("link", name=somebody.words("coach.play")).click()
    expect(somebody.button("way.computer.go")).to_be_visible()
    somebody.go()
    expect(somebody.page.get_by_text(somebody.words("learn.about"))).to_have_count(0)


def test_with_fingers_and_movement_it_works_as_at_any_table(visit: Visit) -> None:
    somebody = visit(viewport=PHONE, has_touch=True, likes={"motion": "fast"})
    learner = Learner(somebody)
    learner.come()
    learner.begin()
    learner.hears("coach.beside")
    learner.cell("g6").tap()
    expect(learner.cell("g6")).to_have_attribute("aria-selected", "true")
    learner.cell("g6").tap()
    learner.hears("coach.top")
    learner.cell("g6").tap()
    learner.cell("g6").tap()
    learner.hears("coach.top.done")
    assert len(somebody.page.locator("[data-cell=g6] svg.card rect.edge").all()) == 1


@pytest.mark.parametrize(
    ("step", "elsewhere"),
    [
        ("top", "e6"),
        ("square", "h7"),
        ("block", "d8"),
        ("build", "d4"),
        ("win", "h5"),
        ("stalemate", "d4"),
    ],
)
def test_another_legal_cell_is_no_mistake_but_the_coach_says_where(
    visit: Visit, step: str, elsewhere: str
) -> None:
    somebody = visit(likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.play_to(step)
    before = somebody.page.locator("[role=gridcell] .card").count()
    learner.cell(elsewhere).click()
    learner.hears(f"coach.{step}.nudge")
    assert somebody.page.locator("[role=gridcell] .card, .tried").count() >= before
    assert somebody.page.locator(".notices [role=alert]").count() == 0
    learner.cell(dict(PATH)[step]).click()
    if step in ("win", "stalemate"):
        learner.see_the_end()
    if step in LAST:
        learner.hears(f"coach.{step}.done")


def test_a_wrong_cell_is_refused_with_the_reason(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.play_to("beside")
    learner.cell("f6").click()
    why = somebody.words("error.not-lower", card="red 2", cell="f6", below="green 4", top="green 4")
    expect(somebody.page.get_by_text(why)).to_be_visible()
    learner.hears("coach.beside")


def test_a_row_that_wins_and_a_stalemate_are_shown_as_in_a_match(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.play_to("win")
    learner.cell("d4").click()
    learner.hears("coach.win.end")
    expect(somebody.page.locator("[role=gridcell].lit")).to_have_count(5)
    learner.go_on("win")
    learner.lay("stalemate", "i7")
    learner.hears("coach.stalemate.end")
    end = somebody.page.locator(".below .end")
    expect(end).to_contain_text(somebody.words("end.rows", count=2))
    expect(end).to_contain_text(somebody.words("end.rows", count=1))


def test_it_is_left_at_any_moment_and_goes_on_after_a_reload(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.play_to("beside")
    learner.cell("g5").click()
    learner.hears("coach.top")
    somebody.page.reload()
    learner.hears("coach.top")
    expect(learner.cell("g5").locator("svg.card.R")).to_be_visible()
    expect(learner.cell("f7").locator("svg.card.B")).to_be_visible()
    learner.coach.get_by_role("link", name=somebody.words("coach.leave")).click()
    somebody.settle()
    offer(somebody, "learn.go_on")
    learner.lay("top", "f7")
    learner.hears("coach.top.done")
    somebody.page.reload()
    learner.go_on("top")
    learner.lay("square", "j10")
    learner.hears("coach.inside")
    somebody.page.reload()
    learner.hears("coach.inside")


def test_what_was_kept_by_another_version_does_no_harm(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    for kept in ('{"chapter": 99, "cells": []}', '{"chapter": 0, "cells": ["a1", 7]}', "[", "7"):
        somebody.go()
        somebody.page.evaluate("(kept) => localStorage.setItem('punto.coach', kept)", kept)
        learner = Learner(somebody)
        learner.come()
        learner.hears("coach.beside" if '"chapter": 0' in kept else "coach.welcome")


def test_the_whole_lesson_with_the_keyboard(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    learner, keys = Learner(somebody), Keys(somebody)
    learner.come()
    keys.push(somebody.button("coach.begin"))
    for step, cell in PATH:
        learner.hears(f"coach.{step}")
        keys.reach(somebody.page.locator("[role=gridcell][tabindex='0']"))
        keys.press(cell[0])
        keys.press(cell[1:])
        expect(learner.cell(cell)).to_be_focused()
        keys.press("Enter")
        if step in ("win", "stalemate"):
            learner.see_the_end()
        if step in LAST:
            learner.hears(f"coach.{step}.done")
            expect(learner.way_on).to_be_focused()  # nobody has to look for it
            keys.press("Enter")
    learner.hears("coach.over")
    keys.reach(somebody.page.get_by_role("link", name=somebody.words("coach.play")))


def test_somebody_who_only_hears_it_learns_as_much(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    reader, learner = Reader(somebody), Learner(somebody)
    learner.come()
    reader.activate(reader.find("button", f"^{somebody.words('coach.begin')}$"))
    for step, cell in PATH:
        reader.hear(re.escape(somebody.words(f"coach.{step}")))
        reader.activate(reader.find("gridcell", f"^{cell},"))
        reader.hear(rf" on {cell}")
        if step in ("win", "stalemate"):
            reader.hear(re.escape(somebody.words(f"coach.{step}.end")))
            learner.see_the_end()
        if step in LAST:
            reader.hear(re.escape(somebody.words(f"coach.{step}.done")))
            reader.activate(reader.find("button", f"^{somebody.words('coach.go_on')}$"))
    reader.hear(somebody.words("coach.over"))


def test_it_needs_no_network(visit: Visit) -> None:
    somebody = visit(likes=STILL, worker=True)
    somebody.go()
    somebody.wait_for_worker()
    with somebody.without_network():
        learner = Learner(somebody)
        learner.come()
        learner.play_to("square")


@pytest.mark.parametrize("step", ["beside", "win"])
def test_it_reads_well_in_every_language_and_theme(visit: Visit, step: str) -> None:
    somebody = still(visit, viewport=SMALL)
    learner = Learner(somebody)
    learner.come()
    look(somebody, "welcome")
    learner.play_to(step)
    look(somebody, step)


@pytest.mark.parametrize("viewport", [SMALL, SIDEWAYS], ids=["small", "sideways"])
def test_no_word_of_it_is_cut_in_any_language(visit: Visit, viewport: dict[str, int]) -> None:
    somebody = visit(viewport=viewport, likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.begin()
    found: list[str] = []

    def read(moment: str) -> None:
        for language in (*LANGUAGES[1:], LANGUAGES[0]):
            speak(somebody, language)
            found.extend(f"{moment}, {language}: {one}" for one in misfits(somebody))

    for step, cell in PATH:
        learner.hears(f"coach.{step}")
        read(step)
        learner.cell(cell).click()
        if step in ("win", "stalemate"):
            learner.hears(f"coach.{step}.end")
            read(f"{step}.end")
            learner.see_the_end()
        if step in LAST:
            learner.hears(f"coach.{step}.done")
            read(f"{step}.done")
            learner.way_on.click()
    learner.hears("coach.over")
    read("over")
    assert not found, "\n".join(found)

"""The coached first match: offered to newcomers, played by doing, in every way to play."""

import re

from playwright.sync_api import expect

from .coaching import LAST, PATH, Learner
from .conftest import Visit
from .keys import Keys
from .looking import (
    cells_under,
    forget,
    look,
    misfits,
    misfits_in_every_language,
    resize,
    still,
)
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


AXED = {"beside", "win"}
"""The steps that axe looks at, which takes long."""


def check_step(learner: Learner, count: int) -> None:
    """Check that whoever is to lay a card sees all that matters, without scrolling."""
    somebody = learner.visitor
    number = somebody.words("coach.count", number=count, all=len(PATH))
    expect(learner.coach.get_by_text(number, exact=True)).to_be_visible()
    assert misfits(somebody) == []
    expect(somebody.page.locator("[data-anchor=hand]")).to_be_in_viewport(ratio=0.99)
    assert cells_under(somebody, ".coach") == []


def check_words(somebody: Visitor, moment: str) -> None:
    """Check that no word is cut in any language."""
    found = misfits_in_every_language(somebody)
    assert not found, f"{moment}: " + "\n".join(found)


def test_the_whole_lesson_with_a_mouse_fits_every_screen_in_every_language(visit: Visit) -> None:
    """One walk for all sizes and languages: what happens at a step does not depend on them.

    Where there is more room than on the two narrow screens, English is enough.
    """
    somebody = still(visit, viewport=SMALL)
    learner = Learner(somebody)
    learner.come()
    look(somebody, "welcome")
    learner.begin()
    narrow, sizes = (SMALL, SIDEWAYS), [SMALL, PHONE, DESK, SIDEWAYS]

    def read(moment: str) -> None:
        for viewport in filter(narrow.__contains__, sizes):
            resize(somebody, viewport)
            check_words(somebody, moment)
        sizes.reverse()  # the next moment begins with the size that this one ends with

    for count, (step, cell) in enumerate(PATH):
        learner.hears(f"coach.{step}")
        if step in AXED:
            resize(somebody, SMALL)
            look(somebody, step)
        for viewport in sizes:
            resize(somebody, viewport)
            check_step(learner, count)
            if viewport in narrow:
                check_words(somebody, step)
        sizes.reverse()
        learner.cell(cell).click()
        if step in ("win", "stalemate"):
            learner.hears(f"coach.{step}.end")
            read(f"{step}.end")
            learner.see_the_end()
        if step in LAST:
            learner.hears(f"coach.{step}.done")
            read(f"{step}.done")
            forget(somebody)
            learner.way_on.click()
    learner.hears("coach.over")
    read("over")
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


ELSEWHERE = {
    "top": "e6",
    "square": "h7",
    "block": "d8",
    "build": "d4",
    "win": "h5",
    "stalemate": "d4",
}
"""Cells that are legal at a step, but not what it is about."""


def check_refusal(learner: Learner) -> None:
    """Check that a cell that is not legal is refused with the reason, and the step waits on."""
    words = learner.visitor.words
    learner.cell("f6").click()
    why = words("error.not-lower", card="red 2", cell="f6", below="green 4", top="green 4")
    expect(learner.page.get_by_text(why)).to_be_visible()
    learner.hears("coach.beside")


def check_nudge(learner: Learner, step: str) -> None:
    """Check that another legal cell is no mistake, but the coach says where."""
    page = learner.page
    before = page.locator("[role=gridcell] .card").count()
    learner.cell(ELSEWHERE[step]).click()
    learner.hears(f"coach.{step}.nudge")
    assert page.locator("[role=gridcell] .card, .tried").count() >= before
    assert page.locator(".notices [role=alert]").count() == 0


def check_end(learner: Learner, step: str) -> None:
    """Check that a row that wins and a stalemate are shown as in a match."""
    learner.hears(f"coach.{step}.end")
    if step == "win":
        expect(learner.page.locator("[role=gridcell].lit")).to_have_count(5)
        return
    end = learner.page.locator(".below .end")
    for count in (2, 1):
        expect(end).to_contain_text(learner.visitor.words("end.rows", count=count))


def test_cells_elsewhere_are_refused_or_answered_and_ends_are_shown(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    learner = Learner(somebody)
    learner.come()
    learner.begin()
    for step, cell in PATH:
        learner.hears(f"coach.{step}")
        if step == "beside":
            check_refusal(learner)
        if step in ELSEWHERE:
            check_nudge(learner, step)
        learner.cell(cell).click()
        if step in ("win", "stalemate"):
            check_end(learner, step)
        if step in LAST:
            learner.go_on(step)
    learner.hears("coach.over")


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


def test_the_whole_lesson_by_ear_and_with_the_keyboard(visit: Visit) -> None:
    """Somebody who only hears the lesson learns as much, and needs no mouse for it."""
    somebody = visit(likes=STILL)
    reader, learner, keys = Reader(somebody), Learner(somebody), Keys(somebody)
    learner.come()
    reader.find("button", f"^{somebody.words('coach.begin')}$")
    keys.push(somebody.button("coach.begin"))
    for step, cell in PATH:
        reader.hear(re.escape(somebody.words(f"coach.{step}")))
        reader.find("gridcell", f"^{cell},")
        keys.reach(somebody.page.locator("[role=gridcell][tabindex='0']"))
        keys.press(cell[0])
        keys.press(cell[1:])
        expect(learner.cell(cell)).to_be_focused()
        keys.press("Enter")
        reader.hear(rf" on {cell}")
        if step in ("win", "stalemate"):
            reader.hear(re.escape(somebody.words(f"coach.{step}.end")))
            learner.see_the_end()
        if step in LAST:
            reader.hear(re.escape(somebody.words(f"coach.{step}.done")))
            reader.find("button", f"^{somebody.words('coach.go_on')}$")
            expect(learner.way_on).to_be_focused()  # nobody has to look for it
            keys.press("Enter")
    reader.hear(somebody.words("coach.over"))
    keys.reach(somebody.page.get_by_role("link", name=somebody.words("coach.play")))

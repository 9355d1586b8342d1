"""The edition follows the language of the reader, says so, and leaves the choice to them."""

from typing import Any

import pytest
from playwright.sync_api import expect

from punto.rules.editions import EDITIONS
from punto.words import LANGUAGES

from .conftest import Visit
from .looking import misfits, speak
from .playing import STILL
from .visitor import SMALL, Visitor

BY_LANGUAGE = {language: name for name, one in EDITIONS.items() for language in one.languages}


def rules_of(somebody: Visitor) -> Any:
    """Find the folded part of the form that is about the rules."""
    title = somebody.words("setup.rules")
    return somebody.page.locator("details", has=somebody.page.get_by_text(title, exact=True))


def summary(somebody: Visitor, edition: str) -> str:
    """Say which edition it is, and why."""
    name = somebody.words(f"edition.{edition}")
    return somebody.words("edition.yours.short", edition=name)


def test_every_language_has_a_booklet() -> None:
    assert sorted(BY_LANGUAGE) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_a_new_table_has_the_edition_of_the_readers_language(visit: Visit, language: str) -> None:
    somebody = visit(language=language, viewport=SMALL, likes=STILL)
    somebody.go("/#computer")
    edition = BY_LANGUAGE[language]
    expect(rules_of(somebody)).to_contain_text(summary(somebody, edition))
    rules_of(somebody).locator("summary").click()
    expect(somebody.page.get_by_text(somebody.words("edition.yours"))).to_be_visible()
    assert misfits(somebody) == []
    somebody.button("way.computer.go").click()
    somebody.page.wait_for_url("**/t/*")
    code = somebody.page.url.rpartition("/")[2]
    assert somebody.ask(f"tables/{code}")["settings"]["edition"] == edition


def test_it_follows_another_language_unless_somebody_has_chosen(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go("/#computer")
    speak(somebody, "de")
    expect(rules_of(somebody)).to_contain_text(summary(somebody, "german-2018"))
    rules_of(somebody).locator("summary").click()
    somebody.page.get_by_label(somebody.words("edition.nordic-2019")).check()
    expect(somebody.page.get_by_text(somebody.words("edition.yours"))).to_have_count(0)
    speak(somebody, "en")
    expect(somebody.page.get_by_label(somebody.words("edition.nordic-2019"))).to_be_checked()
    somebody.button("way.computer.go").click()
    somebody.page.wait_for_url("**/t/*")
    somebody.go("/#computer")
    expect(rules_of(somebody)).to_contain_text(somebody.words("edition.nordic-2019"))


def test_what_followed_the_language_still_follows_after_a_match(visit: Visit) -> None:
    somebody = visit(likes=STILL)
    somebody.go("/#computer")
    somebody.button("way.computer.go").click()
    somebody.page.wait_for_url("**/t/*")
    speak(somebody, "fi")
    somebody.go("/#computer")
    expect(rules_of(somebody)).to_contain_text(summary(somebody, "nordic-2019"))

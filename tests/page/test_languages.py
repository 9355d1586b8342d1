"""Every language, chosen by the browser or by hand."""

import pytest

from punto.words import LANGUAGES, say, texts

from .conftest import Visit
from .visitor import SMALL


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_chooses_the_language(visit: Visit, language: str) -> None:
    somebody = visit(language=language, viewport=SMALL)
    somebody.go()
    assert somebody.page.locator("html").get_attribute("lang") == language
    somebody.open_menu()
    assert say("menu.language", language) in somebody.text()
    assert somebody.cut_off() == []


def test_another_language_is_there_at_once_and_everywhere(visit: Visit) -> None:
    somebody = visit()
    somebody.go()
    somebody.open_menu()
    before = somebody.text()
    for language in LANGUAGES[1:]:
        somebody.speak(language)
        now = somebody.text()
        english, other = texts("en"), texts(language)
        left = [
            text
            for key, text in english.items()
            if text in before.splitlines() and text in now.splitlines() and other[key] != text
        ]
        assert left == []
    somebody.page.reload()
    somebody.settle()
    assert somebody.page.locator("html").get_attribute("lang") == LANGUAGES[-1]

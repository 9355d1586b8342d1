"""Every language, chosen by the browser or by hand."""

import pytest

from punto.words import LANGUAGES, say, texts

from .conftest import Visit
from .visitor import SMALL


def is_translated(text: str, language: str) -> bool:
    """Whether a text differs between English and that language."""
    keys = [key for key, english in texts("en").items() if english == text]
    return bool(keys) and all(texts(language)[key] != text for key in keys)


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
        both = set(before.splitlines()) & set(now.splitlines())
        left = [text for text in both if is_translated(text, language)]
        assert left == []
    somebody.page.reload()
    somebody.settle()
    assert somebody.page.locator("html").get_attribute("lang") == LANGUAGES[-1]

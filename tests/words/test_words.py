"""Texts with values, plurals and numbers; and the choice of a language."""

import pytest

from punto import words
from punto.words import language_of, plural_form, say


@pytest.fixture
def catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    made = {"cards.one": "{count} card", "cards.other": "{count} cards", "who": "{name} at {seat}"}
    monkeypatch.setattr(words, "texts", lambda language: made)


@pytest.mark.usefixtures("catalogue")
def test_values_are_put_where_they_are_named() -> None:
    assert say("who", "en", name="Ada", seat=2) == "Ada at 2"
    assert say("who", "en", name="{seat}", seat=1000) == "{seat} at 1,000"
    assert say("who", "en", name="Ada") == "Ada at {seat}"
    assert say("nothing", "en") == "nothing"


@pytest.mark.usefixtures("catalogue")
def test_a_count_chooses_the_plural() -> None:
    assert say("cards", "en", count=1) == "1 card"
    assert say("cards", "en", count=0) == "0 cards"
    assert say("cards", "is", count=21) == "21 card"
    assert say("cards", "is", count=11) == "11 cards"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_one_is_one_everywhere(language: str) -> None:
    assert (plural_form(1, language), plural_form(2, language)) == ("one", "other")


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", 1234567, "1,234,567"),
        ("de", 1234, "1.234"),
        ("sv", 1234, "1\N{NO-BREAK SPACE}234"),
        ("fi", 0.5, "0,5"),
        ("en", 2.0, "2"),
        ("en", True, "True"),
    ],
)
def test_numbers_are_written_as_people_do(language: str, number: float, text: str) -> None:
    assert words.format_value(number, language) == text


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "nn_NO"}, "nb"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": "sv_SE"}, "sv"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fi_FI", "LC_ALL": ""}, "fi"),
        ({"LANG": "de_DE", "LANGUAGE": "fr:is:da"}, "is"),
        ({"LANG": "C", "LANGUAGE": "is"}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(
    environment: dict[str, str], language: str
) -> None:
    assert language_of(environment) == language

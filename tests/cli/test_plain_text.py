"""Texts on terminals that lack some characters."""

import io
import os
import subprocess
import sys

import pytest

from punto.cli._plain_text import (
    TRANSLITERATE,
    can_print,
    is_ascii_terminal,
    transliterate,
)
from punto.cli._welcome import qr_text
from punto.words import LANGUAGES, texts


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_catalogue_has_a_character_without_a_substitute(language: str) -> None:
    for key, text in texts(language).items():
        assert transliterate(text, language).count("?") == text.count("?"), key


@pytest.mark.parametrize(
    ("language", "text", "plain"),
    [
        ("en", "Type “help” … ± 1²·", 'Type "help" ... +- 12.'),
        ("de", "Größe für Übermut", "Groesse fuer Uebermut"),
        ("sv", "två färger", "tva farger"),
        ("da", "på tværs, fløde", "paa tvaers, floede"),
        ("is", "þú ert með æði", "thu ert med aedi"),
        ("en", "\N{GRINNING FACE}", "?"),
    ],
)
def test_letters_stay_readable(language: str, text: str, plain: str) -> None:
    assert transliterate(text, language) == plain


def test_what_an_encoding_has_is_kept() -> None:
    assert "Größe ±…".encode("latin-1", TRANSLITERATE) == "Größe ±...".encode("latin-1")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LC_ALL": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C", "LC_ALL": "de_DE.UTF-8"}, False),
        ({"LANG": "C.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_locale_decides_on_a_terminal(environment: dict[str, str], expected: bool) -> None:
    assert is_ascii_terminal(Terminal(), environment) is expected
    assert not is_ascii_terminal(io.StringIO(), environment)


@pytest.mark.parametrize(("encoding", "expected"), [("utf-8", True), ("ascii", False)])
def test_a_drawing_is_left_out_where_its_characters_are_missing(
    encoding: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert can_print(qr_text("http://192.0.2.1:8710/")) is expected


def test_json_loses_nothing_where_the_output_is_ascii() -> None:
    code = "from punto.cli._output import print_json; print_json({'name': 'Zoë'})"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert run.stdout == '{\n  "name": "Zo\\u00eb"\n}\n'

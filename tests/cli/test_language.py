"""Commands speak the language of whoever typed them."""

import pytest

from punto.cli.language import told
from punto.cli.main import main
from punto.rules.errors import PuntoError
from punto.words import say


def speak(monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)


def test_english_sentences_are_those_of_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, "en_GB.UTF-8")
    assert told(PuntoError("seat-taken", "a sentence")) == "a sentence"


def test_others_come_from_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, "sv_SE.UTF-8")
    error = PuntoError("name-too-long", "a sentence", limit=24)
    assert told(error) == say("error.name-too-long", "sv", limit=24)
    assert told(PuntoError("quite-new", "a sentence")) == "a sentence"


def test_a_command_complains_in_the_language_of_the_reader(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(monkeypatch, "de_AT.UTF-8")
    assert main(["play", "--bot", "nobody"]) == 2
    said = capsys.readouterr().err
    assert said == f"punto: {say('error.unreadable-bot', 'de', came=repr('nobody'))}\n"

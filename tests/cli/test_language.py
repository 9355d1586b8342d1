"""Commands use the language of the reader."""

from pathlib import Path

import pytest

from cli.terminal import VECTORS, punto
from punto.cli._language import error_text
from punto.cli.main import main
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.words import LANGUAGES, say


def speak(monkeypatch: pytest.MonkeyPatch, locale: str) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)


def test_english_sentences_are_those_of_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, "en_GB.UTF-8")
    assert error_text(PuntoError("seat-taken", "a sentence")) == "a sentence"


def test_others_come_from_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, "sv_SE.UTF-8")
    error = PuntoError("name-too-long", "a sentence", limit=24)
    assert error_text(error) == say("error.name-too-long", "sv", limit=24)
    assert error_text(PuntoError("quite-new", "a sentence")) == "a sentence"


def test_cards_in_errors_have_their_names(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, "fi_FI.UTF-8")
    error = PuntoError("not-lower", "a sentence", card="R3", below="B5")
    assert error_text(error).startswith("Kortti sininen 5 ei ole pienempi")


def test_english_words_in_an_error_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    speak(monkeypatch, "de_DE.UTF-8")
    error = UnreadableError("seed", expected="the one of the match", came=Words("another"))
    assert error_text(error) == "Die Startzahl ist nicht die der Partie."
    error = UnreadableError("file", expected="at most 9 bytes", came=Words("more"))
    assert error_text(error) == "Die Datei ist zu lang."


def test_a_command_complains_in_the_language_of_the_reader(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(monkeypatch, "de_AT.UTF-8")
    assert main(["play", "--bot", "nobody"]) == 2
    said = capsys.readouterr().err
    assert said == f"punto: {say('error.unreadable-bot', 'de', came=repr('nobody'))}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--language", "da", "verify"],
        ["verify", "--language=da"],
        ["verify", "--language", "da_DK.UTF-8"],
    ],
)
def test_an_option_beats_the_environment(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    speak(monkeypatch, "de_DE.UTF-8")
    record = VECTORS / "3p-english-2018-4.punto"
    assert main([*arguments, str(record)]) == 0
    assert "stemmer (3p, 1 runde, resultat Seat3; kontrolleret: træk" in capsys.readouterr().out
    assert main(["verify", str(record)]) == 0
    assert "stimmt (3p, 1 Runde" in capsys.readouterr().out


def test_norwegian_goes_by_three_names_and_french_by_none() -> None:
    for name in ("no", "nb", "nn"):
        assert "puts" not in punto("bots", "--language", name).stdout
        assert say("character.easy", "nb") in punto("bots", "--language", name).stdout
    run = punto("bots", "--language", "fr")
    assert run.returncode == 2
    assert run.stderr.startswith("punto: --language: expected one of en, de, da, fi, is, nb, sv")


@pytest.mark.parametrize("language", LANGUAGES)
def test_wrong_records_are_named_with_line_and_reason(
    tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.punto"
    path.write_text('[Format "punto 2"]\n', "utf-8")
    missing = tmp_path / "none.punto"
    assert main(["verify", str(path), str(missing), "--language", language]) == 2
    wrong, unopened, total = capsys.readouterr().out.splitlines()
    assert "1: " in wrong
    assert "'punto 2'" in wrong
    assert unopened.endswith(say("path.missing", language))
    assert total == say("verify.sum", language, files=2, right=0, wrong=2)

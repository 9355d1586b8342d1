"""Wrong arguments are rejected in the reader's language."""

import pytest

from cli.conftest import Here
from cli.terminal import punto
from punto import EDITIONS, MODES
from punto.cli.main import main
from punto.words import LANGUAGES, say

WRONG: dict[str, tuple[list[str], dict[str, object]]] = {
    "argument.missing": (["verify"], {"names": "FILE"}),
    "argument.unknown": (["verify", "x", "--loud"], {"names": "--loud"}),
    "argument.ambiguous": (
        ["play", "--r", "1"],
        {"came": "--r", "choices": "--rounds-to-win, --record"},
    ),
    "argument.together": (
        ["analyse", "--seconds", "1", "--simulations", "5"],
        {"name": "--simulations", "other": "--seconds"},
    ),
    "argument.no_value": (["bots", "--json=x"], {"name": "--json", "came": "'x'"}),
    "argument.value": (["play", "--mode"], {"name": "--mode"}),
}
VALUES: dict[str, tuple[list[str], dict[str, object]]] = {
    "argument.choice": (
        ["play", "--mode", "5p"],
        {"choices": "'2p', '3p', '4p', 'teams'", "came": "'5p'"},
    ),
    "argument.whole": (["play", "--start", "x"], {"came": "'x'"}),
    "argument.decimal": (["arena", "--timeout", "x"], {"came": "'x'"}),
    "argument.number": (["show", "x", "--ply", "-1"], {"least": 0, "most": 99999, "came": "'-1'"}),
    "argument.seconds": (["analyse", "x", "--seconds", "0"], {"came": "'0'"}),
    "argument.seed": (["play", "--seed", "abc"], {"came": "'abc'"}),
}


def refused(arguments: list[str], language: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    with pytest.raises(SystemExit) as left:
        main([*arguments, "--language", language])
    assert left.value.code == 2
    return capsys.readouterr().err.splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", WRONG)
def test_what_is_wrong_with_the_line_is_said(
    key: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, values = WRONG[key]
    sentence, more = refused(arguments, language, capsys)
    assert unquoted(sentence) == unquoted(f"punto: {say(key, language, **values)}")
    assert more == say("argument.help", language, command=f"punto {arguments[0]}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", VALUES)
def test_what_is_wrong_with_a_value_is_said(
    key: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments, values = VALUES[key]
    sentence, _ = refused(arguments, language, capsys)
    why = say(key, language, **values)
    assert unquoted(sentence) == unquoted(f"punto: {arguments[-2]}: {why}")


def unquoted(sentence: str) -> str:
    """Remove quotes: versions of Python differ in what they quote."""
    return sentence.replace("'", "")


def test_a_command_that_is_none_gets_a_short_answer() -> None:
    run = punto("dance", "--language", "sv")
    assert run.returncode == 2
    assert run.stderr.startswith("punto: COMMAND: möjligt: ")
    assert len(run.stderr.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["paly"], "play"),
        (["analyze", "x.punto"], "analyse"),
        (["play", "--recrod", "x"], "--record"),
        (["play", "--recrod=x"], "--record"),
        (["serve", "--databse", "x"], "--database"),
        (["play", "--edition", "nordic"], "nordic-2019"),
        (["play", "--mode", "team"], "teams"),
        (["show", "x", "--theme", "drak"], "dark"),
        (["play", "--bot", "exprt"], "expert"),
        (["arena", "greedy", "randon"], "random"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fi"])
def test_what_was_meant_is_suggested(
    arguments: list[str], meant: str, language: str, here: Here
) -> None:
    run = here(*arguments, "--language", language)
    assert run.returncode == 2
    assert run.stderr.splitlines()[1] == say("argument.did_you_mean", language, choice=meant)


@pytest.mark.parametrize("arguments", [["dance"], ["verify", "--x", "f"], ["play", "--mode", "7"]])
def test_nothing_is_suggested_where_nothing_is_near(arguments: list[str], here: Here) -> None:
    assert "Did you mean" not in here(*arguments).stderr


@pytest.mark.parametrize("command", ["play", "arena"])
def test_help_explains_every_mode_and_edition(command: str, here: Here) -> None:
    shown = " ".join(here(command, "--help").stdout.split())
    assert all(f"{mode.name}: " in shown for mode in MODES.values())
    assert "3p: 3 players, one colour each, green belongs to nobody; 4 in a row win" in shown
    assert all(f"{edition}: ties are decided by " in shown for edition in EDITIONS)


def test_help_is_also_a_command(here: Here) -> None:
    assert here("help").stdout == here("--help").stdout
    assert here("help", "play").stdout == here("play", "--help").stdout

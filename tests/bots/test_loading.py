"""Bots that are not registered, loaded from a file or a module."""

from pathlib import Path

import pytest

from punto import PuntoError, UnreadableError
from punto.bots import bot_named, load_bot

MINE = """
from dataclasses import dataclass
from punto.bots import Bot

def choose(view, random):
    return view.legal_cells[0]

BOT = Bot("mine", "Takes the first cell.", choose)
SECOND = Bot("second", "The same.", choose)
TAKEN = Bot("expert", "Not the real one.", choose)
NUMBER = 7
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("mine")
def test_a_bot_is_found_in_a_file_and_in_a_module() -> None:
    assert load_bot("./mine.py:BOT").name == "mine"
    assert load_bot("mine.py").name == "mine"
    assert load_bot("./mine.py:SECOND").name == "second"
    assert load_bot("mine:BOT").name == "mine"
    assert load_bot("expert") is bot_named("expert")


@pytest.mark.usefixtures("mine")
def test_a_file_is_run_once_in_a_process() -> None:
    assert load_bot("./mine.py:BOT") is load_bot("mine.py")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("./mine.py:NOBODY", "NOBODY in ./mine.py should be a punto.bots.Bot, not nothing"),
        ("./mine.py:NUMBER", "NUMBER in ./mine.py should be a punto.bots.Bot, not int"),
        ("./mine.py:TAKEN", "another bot has its name 'expert': give it another one"),
        ("no/such.py:BOT", "there is no file"),
        ("no_such_module:BOT", "raised ModuleNotFoundError: No module named 'no_such_module'"),
    ],
)
@pytest.mark.usefixtures("mine")
def test_what_is_no_bot_is_refused_with_the_reason(source: str, why: str) -> None:
    with pytest.raises(PuntoError) as caught:
        load_bot(source)
    assert caught.value.code == "bot-not-loaded"
    assert str(caught.value).startswith(f"{source}: this bot cannot be loaded: {why}")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("raise ValueError('too much')", "raised ValueError: too much"),
        ("def (", "raised SyntaxError: invalid syntax (bad.py, line 1)"),
        ("raise SystemExit(3)", "raised SystemExit: 3"),
    ],
)
def test_a_file_that_raises_is_named(text: str, what: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(text, "utf-8")
    with pytest.raises(PuntoError) as caught:
        load_bot(f"{file}:BOT")
    assert str(caught.value) == f"{file}:BOT: this bot cannot be loaded: {what}"


@pytest.mark.usefixtures("mine")
def test_a_name_is_never_taken_for_a_place() -> None:
    with pytest.raises(UnreadableError):
        load_bot("mine")
    with pytest.raises(UnreadableError):
        bot_named("./mine.py:BOT")

"""`punto completion`: the scripts, run by the real shells where they are installed."""

import os
import pty
import re
import select
import shutil
import subprocess
import time
from functools import cache
from pathlib import Path

import pytest

from punto.bots import all_bots
from punto.cli._completion_words import list_commands
from punto.cli.completion import SHELLS
from punto.cli.main import COMMANDS, build_parser

PATIENCE = 30.0

CASES = [
    ("punto pl", {"play"}),
    ("punto --language d", {"da", "de"}),
    ("punto play --mo", {"--mode"}),
    ("punto play --mode ", {"2p", "3p", "4p", "teams"}),
    ("punto play --mode 3p --edition g", {"german-2018"}),
    ("punto --language de play --bot ex", {"expert"}),
    ("punto arena gre", {"greedy"}),
    ("punto arena greedy ra", {"random"}),
    ("punto serve --log-level w", {"warning"}),
    ("punto completion f", {"fish"}),
    ("punto show ev", {"evening.punto"}),
    ("punto play --record ev", {"evening.punto"}),
    ("punto play --seed ev", set()),
]
"""What has been typed, and what the shell must offer."""


@cache
def script(shell: str) -> str:
    return SHELLS[shell](list_commands(build_parser()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a record and the script of each shell."""
    (tmp_path / "evening.punto").touch()
    for shell in SHELLS:
        (tmp_path / f"script.{shell}").write_text(script(shell), "utf-8")
    return tmp_path


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not shutil.which(shell), reason=f"{shell} is not installed")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(
    shell: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = build_parser().parse_args(["completion", shell])
    assert options.run(options) == 0
    assert capsys.readouterr().out == script(shell)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_option_and_bot_is_in_every_script(shell: str) -> None:
    text = script(shell)
    commands = list_commands(build_parser())
    assert len(commands) == len(COMMANDS) + 1
    for command in commands:
        assert command.name in text
        for option in command.options:
            for name in option.names:
                assert (f"-l {name[2:]} " if shell == "fish" else name) in text or len(name) == 2
    assert all(bot in text for bot in all_bots())


@needs("bash")
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_bash(typed: str, offered: set[str], folder: Path) -> None:
    words = typed.split(" ")
    quoted = " ".join(f"'{word}'" for word in words)
    code = (
        f"source script.bash; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; "
        "_punto 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    run = subprocess.run(
        ["bash", "--norc", "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) == offered
    assert run.stderr == ""


@needs("bash")
def test_bash_completes_a_value_after_an_equals_sign(folder: Path) -> None:
    code = (
        "source script.bash; COMP_WORDS=(punto play --mode = t); COMP_CWORD=4; "
        '_punto; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    run = subprocess.run(
        ["bash", "-c", code], cwd=folder, capture_output=True, text=True, check=True
    )
    assert run.stdout == "teams\n"


@needs("fish")
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_fish(typed: str, offered: set[str], folder: Path) -> None:
    code = f"source script.fish; complete -C '{typed}'"
    environment = {**os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    run = subprocess.run(
        ["fish", "--no-config", "-c", code],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    # Fish also offers words that only contain what was typed.
    prefix = typed.rpartition(" ")[2]
    found = {line.partition("\t")[0] for line in run.stdout.splitlines()}
    assert {word for word in found if word.startswith(prefix)} == offered
    assert run.stderr == ""


@needs("zsh")
@pytest.mark.parametrize(("typed", "offered"), CASES)
def test_zsh(typed: str, offered: set[str], folder: Path) -> None:
    assert offered <= set(re.split(r"\s+", zsh_screen(typed, folder)))


def zsh_screen(typed: str, folder: Path) -> str:
    """Type a line in an interactive zsh, ask it for a list, and return what it then shows."""
    (folder / ".zshrc").write_text(
        "PS1='ready> '\nautoload -U compinit && compinit -u -D\nsource ./script.zsh\n"
        "bindkey -e\nbindkey '^Y' list-choices\n", "utf-8",
    )  # fmt: skip
    ours, theirs = pty.openpty()
    environment = {**os.environ, "ZDOTDIR": str(folder), "TERM": "dumb", "COLUMNS": "200"}
    with subprocess.Popen(
        ["zsh", "-i"], cwd=folder, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        try:
            read_until(ours, "ready> ")
            os.write(ours, f"{typed}\x19".encode())
            # The answer to a second line proves that the list of the first is complete.
            os.write(ours, b"\x15print the-end\n")
            shown = read_until(ours, "\nthe-end")
        finally:
            process.kill()
    os.close(ours)
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def read_until(terminal: int, text: str) -> str:
    """Read from a terminal until a text has come."""
    said, end = "", time.monotonic() + PATIENCE
    while text not in said.replace("\r", ""):
        assert time.monotonic() < end, said
        if select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 65_536).decode("utf-8", "replace")
    return said.replace("\r", "")

"""Progress bars only on a terminal and for work that takes a while, and JSON in one form."""

import io
import json
import sys
from time import sleep

import pytest

from cli.conftest import Here
from cli.terminal import VECTORS
from punto.cli import _output

RECORD = str(next(VECTORS.glob("*2p*.punto")))
BAR = "\N{BOX DRAWINGS HEAVY HORIZONTAL}"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


each_kind = pytest.mark.parametrize("kind", [Terminal, io.StringIO])


@pytest.fixture(autouse=True)
def xterm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


@each_kind
def test_many_things_have_a_bar(kind: type[io.StringIO], monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = kind()
    monkeypatch.setattr(sys, "stderr", stderr)
    with _output.progress_bar(3) as advance:
        for _ in range(3):
            advance()
    assert (BAR in stderr.getvalue()) == stderr.isatty()
    assert ("3/3" in stderr.getvalue()) == stderr.isatty()


@pytest.mark.parametrize("seconds", [None, 0.5])
@each_kind
def test_a_long_thing_has_a_bar(
    kind: type[io.StringIO], seconds: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    stderr = kind()

    def work() -> str:
        sleep(0.3)
        return "done"

    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(_output, "SHOW_BAR_AFTER_SECONDS", 0.01)
    assert _output.run_with_progress(work, seconds) == "done"
    assert (BAR in stderr.getvalue()) == stderr.isatty()


def test_a_short_thing_and_a_single_one_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    stderr = Terminal()
    monkeypatch.setattr(sys, "stderr", stderr)
    assert _output.run_with_progress(lambda: 7) == 7
    with _output.progress_bar(1) as advance:
        advance()
    assert stderr.getvalue() == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ["bots"],
        ["doctor"],
        ["show", RECORD],
        ["verify", RECORD],
        ["perft", RECORD, "1", "0", "1"],
        ["analyse", RECORD, "--round", "1", "--ply", "3", "--simulations", "50"],
    ],
)
def test_every_command_prints_json_alike(arguments: list[str], here: Here) -> None:
    run = here(*arguments, "--json")
    assert run.returncode == 0
    assert run.stdout == json.dumps(json.loads(run.stdout), indent=2, ensure_ascii=False) + "\n"

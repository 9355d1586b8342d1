"""Fixtures for the tests of all commands."""

import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from punto.cli._language import set_language
from punto.cli.main import main

Here = Callable[..., CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _forget_the_language_that_was_asked_for() -> Iterator[None]:
    yield
    set_language([])


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Here:
    """Run commands in this process, which is faster than in one of their own."""

    def run(*arguments: str | Path, said: str = "") -> CompletedProcess[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(said))
        words = list(map(str, arguments))
        try:
            code: object = main(words)
        except SystemExit as end:
            code = end.code
        out, err = capsys.readouterr()
        return CompletedProcess(words, int(str(code)), out, err)

    return run

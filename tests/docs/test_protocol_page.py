"""The sessions on the page about the engine protocol are held with the engine itself."""

import json
import re
import subprocess
from collections.abc import Iterator

import pytest

from docs.blocks import BLOCKS, ROOT, Block
from protocol.conftest import OURS
from punto import __version__
from punto.protocol.json_requests import FIELDS
from punto.protocol.text_session import COMMANDS, QUERIES

PAGE = (ROOT / "docs" / "protocol.md").read_text("utf-8")
SOURCES = "".join(path.read_text("utf-8") for path in ROOT.glob("src/punto/protocol/*.py"))
SESSIONS = [
    block for block in BLOCKS if block.page == "docs/protocol.md" and block.language == "text"
]


def masked(line: str) -> str:
    """Hide what depends on the clock, the version and the network."""
    line = re.sub(r"\b(time|visits|Punto|errors) [\d. ]+\b", r"\1 N", line)
    if "R9@" in line or line.startswith(("error", "response")):
        return line  # a won position, or none at all, is the same for every network
    if line.startswith("{"):
        reply = json.loads(line)
        if reply["type"] == "analysis":
            reply |= {"best": "M", "continuation": [], "cells": [sorted(*reply["cells"])]}
        return json.dumps(reply)
    line = re.sub(r"\b0\.\d{4}", "P", line)
    return re.sub(r"(pv|bestmove) [A-Z].*", r"\1 M", line)


def exchanges(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each line that is sent, with the answers that the page shows."""
    for part in re.split(r"^> ", text, flags=re.MULTILINE)[1:]:
        sent, *answers = part.splitlines()
        yield sent, [answer.removeprefix("< ") for answer in answers]


@pytest.mark.parametrize("session", SESSIONS, ids=str)
def test_the_engine_answers_as_the_page_says(session: Block) -> None:
    text = session.text
    mode = ["--json"] if text.startswith("> {") else []
    with subprocess.Popen(
        [*OURS, *mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for sent, expected in exchanges(text):
            process.stdin.write(f"{sent}\n")
            answers = [process.stdout.readline().rstrip("\n") for _ in expected]
            assert list(map(masked, answers)) == list(map(masked, expected))
        rest, _ = process.communicate()
        assert rest == ""
        assert process.returncode == 0


def test_the_page_names_everything_that_there_is() -> None:
    assert len(SESSIONS) == 2
    assert f"Punto {__version__}" in PAGE
    for word in (*COMMANDS, *QUERIES, *set().union(*FIELDS.values())):
        assert f"`{word}" in PAGE, word
    for code in re.findall(r'"(engine-[a-z-]+)"', SOURCES):
        assert f"`{code}`" in PAGE

"""The page about records: its patterns fit every line of every record that we have."""

import re
from pathlib import Path

import pytest

from punto.notation.text_file import single_spaced

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "record.md").read_text("utf-8")
(TEXT,) = re.findall(r"```regex\n(.*?)```", PAGE, re.DOTALL)
PATTERNS = {name: re.compile(text) for name, text in re.findall(r"(\w+) +(.+)\n", TEXT)}
RECORDS = sorted((ROOT / "tests" / "vectors").rglob("*.punto"))


def lines_of(text: str) -> list[str]:
    """List the lines that mean something, as the page says to read them."""
    bare = (
        line.strip() if line.startswith("[") else single_spaced(line.partition(";")[0])
        for line in text.splitlines()
    )
    return [line for line in bare if line]


def kinds(line: str) -> list[str]:
    return [name for name, pattern in PATTERNS.items() if pattern.fullmatch(line)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_every_line_of_a_record_fits_one_pattern(record: Path) -> None:
    for line in lines_of(record.read_text("utf-8")):
        assert len(kinds(line)) == 1, line


def test_every_pattern_is_used() -> None:
    text = "\n".join(record.read_text("utf-8") for record in RECORDS)
    assert {kinds(line)[0] for line in lines_of(text)} == set(PATTERNS)


@pytest.mark.parametrize(
    "line", ["round 0 start 1", "1. R3f6", "line 5 removes R1", "deal 1 R0", "draw", "1. R3@l1"]
)
def test_other_lines_fit_none(line: str) -> None:
    assert kinds(line) == []


def test_the_ends_on_the_page_fit() -> None:
    shown = re.findall(r"^\| `((?:line|stalemate|draw) [^`]+)`", PAGE, re.MULTILINE)
    assert [kinds(line) for line in shown] == [["line"], ["stalemate"], ["draw"]]

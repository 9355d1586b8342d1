"""Records to test with: the vectors, and what small edits make of them."""

from pathlib import Path

import pytest

from punto import RecordError, read_record

VECTORS = Path(__file__).parents[1] / "vectors"
NAMES = sorted(path.stem for path in VECTORS.glob("*.punto"))
OPTION_NAMES = sorted(f"options/{path.stem}" for path in VECTORS.glob("options/*.punto"))
"""Matches of tables that agreed on an option."""
SMALL = "3p-english-2018-4"


def vector(name: str) -> str:
    return (VECTORS / f"{name}.punto").read_bytes().decode()


def edited(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
    return text.replace(old, new)


def after_line(text: str, number: int, *lines: str) -> str:
    before = text.split("\n")
    return "\n".join([*before[:number], *lines, *before[number:]])


def without_line(text: str, number: int) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: number - 1], *lines[number:]])


def line_of(text: str, beginning: str, occurrence: int = 1) -> int:
    lines = text.split("\n")
    return [n for n, line in enumerate(lines, 1) if line.startswith(beginning)][occurrence - 1]


def without_deals(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.startswith("deal "))


def in_progress(text: str) -> str:
    lines = text.split("\n")
    return "\n".join('[Result "*"]' if line.startswith("[Result") else line for line in lines)


def with_tags(text: str, *tags: str) -> str:
    return after_line(text, line_of(text, "[Result"), *tags)


def refusal(source: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        read_record(source)
    return caught.value


def check_refused(source: str | bytes, line: int, code: str, *said: str) -> None:
    error = refusal(source)
    assert (error.line, error.code) == (line, code), error.sentence
    assert error.sentence.startswith(f"line {line}: ")
    for words in said:
        assert words in error.sentence


def assert_true_and_kept(text: str) -> None:
    assert str(read_record(text)) == text

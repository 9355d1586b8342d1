"""Whatever is read as a record: it is refused with a line and a reason, or it is true."""

import io
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from punto import MODES, RecordError, read_record

from .mutations import is_true
from .playing import begun, play, recorded
from .samples import NAMES, SMALL, refusal, vector

pytestmark = pytest.mark.slow

anything = settings(deadline=None, max_examples=300)
HEAD, _, BODY = vector(SMALL).partition("\n\n")
LINES = sorted({line for name in NAMES for line in vector(name).split("\n")})

cards = st.builds("{}{}".format, st.sampled_from("ROBGX"), st.integers(0, 10))
cells = st.builds("{}{}".format, st.sampled_from("abcdefghijkl"), st.integers(0, 12))
moves = st.builds("{}{}{}".format, cards, st.sampled_from("@xX "), cells)
words = st.lists(moves, max_size=5).map(" ".join)
turns = st.builds("{}. {}".format, st.integers(0, 20), words)
decks = st.builds(
    "deal {} {}".format, st.integers(0, 5), st.lists(cards, max_size=40).map(" ".join)
)
headers = st.builds("round {} start {}".format, st.integers(0, 1001), st.integers(0, 9))
rows = st.lists(st.builds("{}:{}".format, st.integers(0, 5), st.text("0123()+", max_size=9)))
ends = st.builds(
    "{} {} removes {} rows {}".format,
    st.sampled_from(["line", "stalemate", "draw"]),
    st.integers(0, 5),
    cards,
    rows.map(" ".join),
)
tags = st.builds(
    '[{} "{}"]'.format,
    st.sampled_from(["Format", "Mode", "Edition", "Seat1", "Result", "Option", "Seed", "Event"]),
    st.text(max_size=9),
)
lines = st.one_of(turns, decks, headers, ends, tags, st.text(max_size=20), st.sampled_from(LINES))


@anything
@given(st.binary(max_size=3000))
@example(b"\xef\xbb\xbf")
@example(b"[")
@example(b'[Format "punto 1"]')
def test_any_bytes(raw: bytes) -> None:
    assert not is_true(raw)
    with pytest.raises(RecordError):
        read_record(io.BytesIO(raw))


@anything
@given(st.text(max_size=3000))
def test_any_text(text: str) -> None:
    assert refusal(text).line >= 1


@anything
@given(st.text(st.characters(exclude_categories=[]), max_size=200))
def test_any_text_in_the_middle_of_a_record(text: str) -> None:
    raw = f"{HEAD}\n{text}\n\n{BODY}".encode("utf-8", "surrogatepass")
    is_true(raw)


@anything
@given(st.lists(lines, max_size=30))
def test_any_lines(written: list[str]) -> None:
    is_true("\n".join(written).encode())


@anything
@given(st.lists(lines, max_size=30))
def test_any_lines_after_a_true_head(written: list[str]) -> None:
    is_true("\n".join([HEAD, "", "round 1 start 2", *written]).encode())


@anything
@given(st.lists(lines, max_size=5), st.integers(0, 24), st.integers(0, 24))
def test_any_lines_instead_of_some(written: list[str], first: int, last: int) -> None:
    true = vector(SMALL).split("\n")
    is_true("\n".join([*true[:first], *written, *true[last:]]).encode())


@anything
@given(st.lists(st.sampled_from(NAMES), min_size=2, max_size=2), st.integers(1, 10))
def test_rounds_of_different_matches(names: list[str], cut: int) -> None:
    one, other = (vector(name).split("round ") for name in names)
    is_true("round ".join([*one[:cut], *other[cut:]]).encode())


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(list(MODES)),
    st.randoms(use_true_random=False),
    st.integers(0, 150),
    st.booleans(),
    st.booleans(),
)
def test_every_match_that_was_played_is_true(
    mode: str, chance: Random, placements: int, open_cards: bool, deals: bool
) -> None:
    match = begun(mode, chance, open_cards=open_cards)
    record = recorded(play(match, chance, placements), deals=deals)
    text = str(record)
    assert is_true(text.encode())
    assert str(read_record(text)) == text

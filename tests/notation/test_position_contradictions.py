"""Positions whose fields are each right, but not together; and any text at all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto import IllegalPlacementError, Match, UnreadableError, read_position, write_position

from .streams import DECKS, FILLED
from .test_position_refused import OVER, TEAMS, TEXTS, THREE, TWO, changed


def is_refused(text: str) -> bool:
    try:
        read_position(text)
    except (UnreadableError, IllegalPlacementError):
        return True
    return False


def test_side_has_won_a_round_before_the_first() -> None:
    assert is_refused(changed(TWO, round="1"))


def test_more_rounds_are_won_than_were_played() -> None:
    assert is_refused(changed(OVER, round="1", rounds_to_win="2", wins="1:0:1", removed="R1:-:B9"))


def test_seat_that_has_no_card_shows_one() -> None:
    assert is_refused(changed(TEAMS, decks="15:0:15:30"))


def test_seat_that_has_no_card_is_to_move() -> None:
    fields = {"face_up": "-:-", "decks": "25:0", "unseen": f"{TWO.split()[11].split(':')[0]}:-"}
    assert is_refused(changed(TWO, **fields))


def test_seat_whose_card_has_no_cell_is_to_move() -> None:
    full = Match("2p", start=1, deals=[DECKS], cells=FILLED).table
    assert full.legal_cells("B1") == []
    fields = {"wins": "0:0", "removed": "-:-", "decks": "0:1", "unseen": "-:-"}
    assert is_refused(changed(TWO, table=full.text, face_up="-:B1", **fields))


def test_cards_in_another_order_are_refused_or_are_the_same_position() -> None:
    unseen = THREE.split(" ")[11].split(":")
    backwards = ":".join([unseen[0][0] + unseen[0][:0:-1], *unseen[1:]])
    text = changed(THREE, unseen=backwards)
    assert is_refused(text) or read_position(text) == read_position(THREE)


def test_stacks_in_another_order_are_the_same_position() -> None:
    stacks = THREE.split(" ")[7].split(",")
    text = changed(THREE, table=",".join(reversed(stacks)))
    assert read_position(text) == read_position(THREE)
    assert write_position(read_position(text)) == THREE


fuzzed = settings(deadline=None, max_examples=300)
words = st.text("ROBG123456789abcdefghijk:,-0", max_size=30)
fields = sorted({field for text in TEXTS for field in text.split(" ")})


def assert_refused_or_stable(text: str) -> None:
    try:
        position = read_position(text)
    except (UnreadableError, IllegalPlacementError):
        return
    written = write_position(position)
    assert read_position(written) == position
    assert write_position(read_position(written)) == written
    assert bool(position.legal_cells) is (position.card is not None)


@fuzzed
@given(st.text())
def test_any_text(text: str) -> None:
    assert is_refused(text)


@fuzzed
@given(st.lists(st.one_of(st.sampled_from(fields), words), min_size=15, max_size=15))
def test_any_fields(parts: list[str]) -> None:
    assert_refused_or_stable(" ".join(parts))


@fuzzed
@given(st.sampled_from(TEXTS), st.integers(0, 14), st.one_of(st.sampled_from(fields), words))
def test_any_other_field(text: str, place: int, word: str) -> None:
    parts = text.split(" ")
    parts[place] = word
    assert_refused_or_stable(" ".join(parts))


@fuzzed
@given(st.sampled_from(TEXTS), st.data())
def test_any_other_sign(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text)))
    sign = data.draw(st.one_of(st.characters(), st.sampled_from("ROBG123456789abcdefghijk:,- ")))
    skipped = data.draw(st.integers(0, 1))
    assert_refused_or_stable(text[:place] + sign + text[place + skipped :])


@pytest.mark.parametrize("text", TEXTS)
def test_every_sign_that_is_left_out(text: str) -> None:
    for place in range(len(text)):
        assert_refused_or_stable(text[:place] + text[place + 1 :])

"""Positions in one line: written and read back equal, at every moment of every match."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto import (
    EDITIONS,
    MODES,
    Match,
    Table,
    read_position,
    read_record,
    write_position,
)
from punto.rules.kernel import COMPILED

from .playing import begun, moments, moments_of_unknown_decks, play
from .samples import NAMES, OPTION_NAMES, SMALL, vector
from .streams import DECKS

FIELDS = 15


def assert_written_and_read_back(match: Match) -> None:
    position = match.position()
    text = write_position(position)
    again = read_position(text)
    assert again == position
    assert write_position(again) == text
    assert len(text.split(" ")) == FIELDS
    assert again.legal_cells == match.legal_cells
    assert (again.seat, again.card) == (match.seat, match.card)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES, *OPTION_NAMES])
def test_positions_of_a_vector(name: str, stride: int) -> None:
    match = read_record(vector(name)).match
    for count, moment in enumerate(moments(match)):
        if count % stride == 0 or moment.over:
            assert_written_and_read_back(moment)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_positions_of_a_vector_with_open_cards(name: str, stride: int) -> None:
    match = read_record(vector(name)).match
    for count, moment in enumerate(moments(match, open_cards=True)):
        if count % (5 * stride) == 0 or moment.over:
            assert_written_and_read_back(moment)
            assert " open_cards " in write_position(moment.position())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_positions_of_a_vector_with_unknown_decks(name: str, stride: int) -> None:
    match = read_record(vector(name)).match
    for count, moment in enumerate(moments_of_unknown_decks(match)):
        if count % (5 * stride) == 0 or moment.over:
            assert_written_and_read_back(moment)


@settings(deadline=None, max_examples=100 if COMPILED else 20)
@given(
    st.sampled_from(list(MODES)),
    st.sampled_from(list(EDITIONS)),
    st.randoms(use_true_random=False),
    st.integers(0, 250),
    st.booleans(),
)
def test_positions_of_any_match(
    mode: str, edition: str, chance: Random, placements: int, open_cards: bool
) -> None:
    match = begun(mode, chance, edition=edition, open_cards=open_cards)
    play(match, chance, placements)
    assert_written_and_read_back(match)


def test_position_tells_nothing_of_the_order_of_decks() -> None:
    match = read_record(vector(SMALL)).match
    decks = [list(deck) for deck in match.round.decks]
    turned = [[deck[0], *reversed(deck[1:])] for deck in decks]
    known = Match("3p", start=2, rounds_to_win=1, deals=[decks])
    other = Match("3p", start=2, rounds_to_win=1, deals=[turned])
    assert write_position(known.position()) == write_position(other.position())


def test_text_of_the_first_position() -> None:
    match = Match("2p", start=2, deals=[DECKS])
    assert write_position(match.position()) == (
        "2p english-2018 2 - 1 0:0 -:- - 2 -:G8 36:36 "
        "R112233445566778899O112233445566778899:B112233445566778899G11223344556677899 0:0 -:- -"
    )


def test_text_of_a_finished_match() -> None:
    match = read_record(vector(SMALL)).match
    fields = write_position(match.position()).split(" ")
    assert fields[:7] == ["3p", "english-2018", "1", "-", "1", "0:0:1", "-:-:B9"]
    assert fields[8:11] == ["-", "-:-:-", "16:15:15"]
    assert fields[11:13] == ["R11345667799:O11345566789:B12234566789", "5:4:4"]
    assert fields[13:] == ["-:-:-", "G1122334557889"]
    assert Table(fields[7]) == match.table


def test_positions_differ_where_anything_differs() -> None:
    match = read_record(vector(SMALL)).match
    texts = [write_position(moment.position()) for moment in moments(match)]
    assert len(set(texts)) == len(texts)
    open_texts = [write_position(moment.position()) for moment in moments(match, open_cards=True)]
    assert not set(texts) & set(open_texts)


def test_space_around_and_between_fields_means_nothing() -> None:
    text = write_position(read_record(vector(SMALL)).match.position())
    spaced = "\t" + text.replace(" ", "  \t ") + "\r\n"
    assert write_position(read_position(spaced)) == text

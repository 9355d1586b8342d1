"""Pickles: compact, and equal to what went in."""

import pickle
from copy import copy, deepcopy

import pytest

from punto import EDITIONS, MODES, Match, Round, Table, edition_named, mode_named

from .dealing import played_match

PICKLED_BY_0_2 = (
    b"\x80\x04\x95\x9c\x00\x00\x00\x00\x00\x00\x00\x8c\x11punto.rules.match\x94\x8c\x0erestored_match"
    b"\x94\x93\x94(\x8c\x023p\x94\x8c\x0cenglish-2018\x94K\x02\x8c\x13punto.rules.options\x94\x8c\x07"
    b"Options\x94\x93\x94)\x81\x94]\x94(\x89\x88ebK\x02C "
    + 32 * b"\x07"
    + b"\x94NC\x03<1=\x94Nt\x94R\x94."
)
"""A match of version 0.2, which had all of this in one module."""


def test_a_match_pickled_by_version_0_2_is_read() -> None:
    match = Match("3p", start=2, seed="07" * 32, cells="f6 f5 g6")
    assert pickle.loads(PICKLED_BY_0_2) == match


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_positions_views_rounds_and_matches_survive(mode: str, open_cards: bool) -> None:
    whole = played_match(mode, "nordic-2019", 2, open_cards=open_cards)
    for match in (whole, *(whole.at(number, ply) for number in (1, 2) for ply in (0, 1, 11))):
        for thing in (match, match.position(), match.view(1), match.round, match.round.copy()):
            for twin in (pickle.loads(pickle.dumps(thing)), copy(thing), deepcopy(thing)):
                assert type(twin) is type(thing)
                assert twin == thing
                assert repr(twin) == repr(thing)
        assert hash(pickle.loads(pickle.dumps(match.position()))) == hash(match.position())


def test_what_was_pickled_plays_on_like_the_original() -> None:
    match = played_match("3p", "german-2018", 1).at(2, 9)
    twin = pickle.loads(pickle.dumps(match))
    while not match.over:
        cell = match.legal_cells[0]
        assert match.place(cell) == twin.place(cell)
    assert twin == match


def test_a_round_in_the_middle_of_a_puzzle_survives() -> None:
    puzzle = Round("4p", ["R5 R6", "O1 ?", "B1", "G1"], table="f6:R3,g6:R8,h6:R4,i6:B4", start=2)
    for cells in ("", "f7", "f7 g7"):
        for cell in cells.split():
            puzzle.place(cell)
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
        while puzzle.ply:
            puzzle.undo()


def test_a_match_of_told_and_of_unknown_cards_survives() -> None:
    match = Match("2p", start=1, deals=[])
    assert pickle.loads(pickle.dumps(match)) == match
    match.deal(None)
    match.turn_up("R7")
    match.place("f6")
    assert pickle.loads(pickle.dumps(match)) == match
    match.stall()
    assert pickle.loads(pickle.dumps(match)) == match


def test_a_table_keeps_its_order_of_play() -> None:
    table = Table()
    for card, cell in (("R3", "f6"), ("O1", "g6"), ("B7", "f6")):
        table.place(card, cell)
    for source in (table, table.frozen()):
        twin = pickle.loads(pickle.dumps(source))
        assert type(twin) is type(source)
        assert (twin.cards, twin.last, twin.box) == (table.cards, table.last, table.box)
    twin = pickle.loads(pickle.dumps(table))
    twin.undo()
    assert twin == Table("f6:R3,g6:O1")


def test_modes_and_editions_stay_the_ones_that_there_are() -> None:
    for mode in MODES.values():
        assert pickle.loads(pickle.dumps(mode)) is mode_named(mode.name)
    for edition in EDITIONS.values():
        assert pickle.loads(pickle.dumps(edition)) is edition_named(edition.name)


@pytest.mark.parametrize("mode", MODES)
def test_pickles_are_compact(mode: str) -> None:
    match = played_match(mode, "english-2018", 3)
    cards = sum(round_.ply for round_ in match.rounds)
    assert len(pickle.dumps(match)) < 300 + cards + 2 * match.round_number
    assert len(pickle.dumps(match.position())) < 500

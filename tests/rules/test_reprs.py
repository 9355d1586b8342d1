"""Reprs paste back into Python, and equal things are told from unequal ones."""

import pytest

import punto
from punto import EDITIONS, MODES, Card, Cell, Match, Position, Round, Table

from .dealing import (
    line_cells,
    place_all,
    play_round,
    played_match,
    rising_decks,
    without,
    won_by_line,
)


def pasted(thing: object) -> object:
    return eval(repr(thing), vars(punto))


@pytest.mark.parametrize(
    "thing",
    [
        Card("R7"),
        Cell("k11"),
        Table("f6:R3B7,g6:O1"),
        Round("3p", ["R1 G2", "O1", "?"], start=3, edition="nordic-2019", table="f6:B3"),
        punto.Run((Cell("f6"), Cell("g6")), (Card("R1"), Card("R2"))),
        punto.Placement(1, Card("R1"), Cell("f6"), on_top=False),
        punto.Box(5, 5, 1, 1),
        *MODES.values(),
        *EDITIONS.values(),
    ],
    ids=lambda thing: type(thing).__name__,
)
def test_small_things_paste_back(thing: object) -> None:
    assert pasted(thing) == thing
    assert type(pasted(thing)) is type(thing)


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_a_seeded_match_pastes_back_at_every_stage(
    mode: str, edition: str, open_cards: bool
) -> None:
    match = Match(mode, edition=edition, start=2, seed=bytes(32), open_cards=open_cards)
    for _ in range(2):
        for stands in (match.copy(), played_on(match)):
            twin = pasted(stands)
            assert isinstance(twin, Match)
            assert twin == stands
            assert twin.rounds == stands.rounds
            assert twin.view(1) == stands.view(1)
            assert twin.events == stands.events
        if not match.over:
            play_round(match)


def played_on(match: Match) -> Match:
    twin = match.copy()
    for _ in range(5):
        if not twin.over:
            twin.place(twin.legal_cells[-1])
    return twin


@pytest.mark.parametrize("mode", MODES)
def test_a_match_of_told_decks_pastes_back_with_known_and_unknown_ones(mode: str) -> None:
    waiting = Match(mode, start=1, deals=[])
    won = won_by_line(mode, start=1, seat=1)
    unknown = won.copy()
    unknown.deal(None)
    turned_up = unknown.copy()
    turned_up.turn_up("B1" if mode != "3p" and mode != "4p" else "O1")
    turned_up.place("f6")
    for match in (waiting, won, unknown, turned_up):
        twin = pasted(match)
        assert isinstance(twin, Match)
        assert twin == match
        assert twin.round_number == match.round_number
        assert twin.events == match.events
        assert twin.rounds == match.rounds


def test_a_match_with_deals_still_to_come_pastes_back_with_them() -> None:
    first, second = rising_decks("2p")
    deals = [[first, second], [tuple(without(first, [Card("R5")])), second]]
    match = Match("2p", start=1, deals=deals)
    twin = pasted(match)
    assert isinstance(twin, Match)
    for each in (match, twin):
        place_all(each, line_cells("2p", start=1, seat=1))
    assert match.round_number == 2
    assert twin == match


def test_a_match_whose_round_was_stalled_pastes_back() -> None:
    match = Match("2p", start=1, deals=[])
    match.deal(None)
    match.turn_up("R1")
    match.place("f6")
    match.stall()
    twin = pasted(match)
    assert isinstance(twin, Match)
    assert twin.last_end == match.last_end


def test_a_line_among_unknown_cards_pastes_back_as_a_line_and_not_as_stalled() -> None:
    match = Match("4p", start=1, deals=[])
    match.deal(None)
    for turn, cell in enumerate(line_cells("4p", start=1, seat=1).split()):
        match.turn_up(f"{'ROBG'[turn % 4]}{turn // 4 + 1}")
        match.place(cell)
    assert match.last_end is not None
    assert match.last_end.kind == "line"
    for stands in (match, match.round):
        assert pasted(stands) == stands
    match.deal(None)
    assert pasted(match) == match


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_positions_and_views_paste_back(mode: str, edition: str) -> None:
    for number in range(2):
        match = played_match(mode, edition, number)
        for round_number in (1, match.round_number // 2 + 1, match.round_number):
            stands = match.at(round_number, 12)
            assert isinstance(pasted(stands.position()), Position)
            assert pasted(stands.position()) == stands.position()
            for seat in (None, *stands.mode.seats):
                assert pasted(stands.view(seat)) == stands.view(seat)
        assert pasted(match.view(1)) == match.view(1)


def test_matches_differ_when_anything_about_them_does() -> None:
    match = Match("2p", start=1, seed=bytes(32))
    others = [
        Match("teams", start=1, seed=bytes(32)),
        Match("2p", start=2, seed=bytes(32)),
        Match("2p", start=1, seed=bytes(31) + b"\1"),
        Match("2p", start=1, seed=bytes(32), edition="german-2018"),
        Match("2p", start=1, seed=bytes(32), rounds_to_win=3),
        Match("2p", start=1, seed=bytes(32), open_cards=True),
        Match("2p", start=1, seed=bytes(32), cells="f6"),
        Match("2p", start=1, deals=[match.round.decks]),
    ]
    for other in others:
        assert match != other
    assert match == Match("2p", start=1, seed="00" * 32)
    assert match != "match"
    with pytest.raises(TypeError, match="unhashable"):
        hash(match)

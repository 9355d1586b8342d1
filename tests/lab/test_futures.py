"""The futures after a placement: all possible ones, with their probabilities, and no others."""

from collections.abc import Iterator
from itertools import pairwise
from math import isclose

import pytest

from cli.terminal import VECTORS
from punto import Match, Position, TurnError, read_position, read_record, write_position
from punto.lab.futures import Future, futures
from punto.lab.review import Moment, moments


def match_of(name: str) -> Match:
    return read_record((VECTORS / f"{name}.punto").read_bytes()).match


def steps(match: Match) -> Iterator[tuple[Moment, list[Future], Position | None]]:
    """Each placement with its futures, and with what followed if the round continued."""
    for now, after in pairwise([*moments(match), None]):
        assert now is not None
        goes_on = after is not None and after.round_number == now.round_number
        actual = after.position if after is not None and goes_on else None
        yield now, futures(now.position, now.placement.cell), actual


@pytest.mark.parametrize("name", ["2p-german-2018-1", "3p-nordic-2019-4", "teams-nordic-2019-1"])
def test_what_followed_in_a_match_is_one_of_the_futures(name: str) -> None:
    match = match_of(name)
    ends = [round_.end for round_ in match.rounds]
    for now, found, actual in steps(match):
        if actual is not None:
            assert actual in [future.position for future in found]
        else:
            end = ends[now.round_number - 1]
            winner = end and end.winner
            assert (None, winner) in [(future.position, future.winner) for future in found]


@pytest.mark.parametrize("name", ["3p-english-2018-1", "4p-german-2018-2"])
def test_futures_come_to_one_and_can_be_written_down(name: str) -> None:
    for _, found, _ in steps(match_of(name)):
        assert isclose(sum(future.share for future in found), 1)
        assert all(future.share > 0 for future in found)
        for position in (future.position for future in found[:2]):
            assert position is None or read_position(write_position(position)) == position


def test_a_card_is_the_likelier_the_more_of_it_are_unseen() -> None:
    match = Match("2p", start=1, seed="04" * 32)
    found = futures(match.position(), match.legal_cells[0])
    shares = {str(f.position.card): f.share for f in found if f.position is not None}
    assert len(shares) == 18
    assert all(isclose(share, 2 / 36) for share in shares.values())


def test_neutral_cards_come_as_often_as_a_seat_has_them() -> None:
    match = Match("3p", start=1, seed="05" * 32)
    found = futures(match.position(), match.legal_cells[0])
    neutral = [f for f in found if f.position and str(f.position.card).startswith("G")]
    assert isclose(sum(future.share for future in neutral), 6 / 24)


def test_open_cards_are_turned_up_by_who_laid_one() -> None:
    match = Match("4p", start=1, seed="06" * 32, open_cards=True)
    second = match.position().face_up[1]
    found = futures(match.position(), match.legal_cells[0])
    assert {future.position.card for future in found if future.position} == {second}
    match.place("f6")
    assert match.position() in [future.position for future in found]


def test_a_line_ends_the_round_and_is_sure() -> None:
    match = match_of("4p-english-2018-1")
    last = [moment for moment in moments(match) if moment.round_number == 1][-1]
    assert futures(last.position, last.placement.cell) == [Future(1.0, None, 1)]


def test_nothing_follows_where_nobody_is_to_move() -> None:
    match = match_of("4p-english-2018-1")
    with pytest.raises(TurnError, match="nobody has a card to place"):
        futures(match.position(), match.at(1, 1).legal_cells[0])

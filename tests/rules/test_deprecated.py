"""Old spellings still work, and warn where they are used."""

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from punto import Match, RoundEnded, RoundStarted

from .dealing import won_by_line

Kind = TypeVar("Kind")
MATCH = won_by_line("2p", start=1, seat=1)
"""Seat 1 has won the first round and lost its R5; the second is not dealt."""
PLAYING = Match("2p", start=1, seed=bytes(32), cells="f6")


@pytest.mark.parametrize(
    ("old", "new", "name"),
    [
        (lambda: PLAYING.copy().legal_cells(), list(PLAYING.legal_cells), "legal_cells"),
        (lambda: PLAYING.round.copy().legal_cells(), list(PLAYING.legal_cells), "legal_cells"),
        (lambda: PLAYING.position().legal_cells(), list(PLAYING.legal_cells), "legal_cells"),
        (lambda: MATCH.number, MATCH.round_number, "round_number"),
        (lambda: MATCH.wins, dict(enumerate(MATCH.score.wins, 1)), "score.wins"),
        (lambda: MATCH.removed, dict(enumerate(MATCH.score.removed, 1)), "score.removed"),
        (lambda: PLAYING.position().round, 1, "round_number"),
        (lambda: first(MATCH, RoundStarted).round, 1, "round_number"),
        (lambda: first(MATCH, RoundEnded).round, 1, "round_number"),
    ],
)
def test_an_old_spelling_answers_as_before_and_names_the_new_one(
    old: Callable[[], object], new: object, name: str
) -> None:
    with pytest.warns(DeprecationWarning, match=name) as caught:
        assert old() == new
    assert [Path(each.filename) for each in caught] == [Path(__file__)]


def first(match: Match, kind: type[Kind]) -> Kind:
    return next(event for event in match.events if isinstance(event, kind))


def test_new_spellings_do_not_warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert PLAYING.legal_cells == PLAYING.view(2).legal_cells
        assert PLAYING.round_number == PLAYING.position().round_number == 1
        assert MATCH.score.wins == (1, 0)

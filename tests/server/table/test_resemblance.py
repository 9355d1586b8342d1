"""A position of a match in play is recognised, however it is turned; others are not."""

from random import Random

import pytest

from punto import Match
from punto.notation.position import write_position
from punto.server.table.resemblance import Tops, resembles, symmetric, tops_in_text


def tops_after(cards: int, seed: int) -> Tops:
    match, random = Match("2p", seed=f"{seed:064x}"), Random(seed)
    for _ in range(cards):
        match.place(random.choice(list(match.legal_cells)))
    return tops_in_text(write_position(match.position()))


@pytest.mark.parametrize("is_own", [True, False])
def test_turning_mirroring_moving_and_recolouring_changes_nothing(is_own: bool) -> None:
    played = tops_after(14, seed=1)
    for turned in symmetric(played):
        moved = tuple(
            top._replace(column=top.column + 3, row=top.row - 2, colour=(top.colour + 1) % 4)
            for top in turned
        )
        assert resembles(moved, played, is_own=is_own)


def test_in_own_matches_a_few_cards_may_differ() -> None:
    played = tops_after(14, seed=2)
    for changed in (
        played[:-2],
        (*played[:-1], played[-1]._replace(value=1 + played[-1].value % 9)),
        (*played[1:], played[0]._replace(row=played[0].row + 40)),
    ):
        assert resembles(changed, played, is_own=True)
        assert not resembles(changed, played, is_own=False)
    assert not resembles(played[:-3], played, is_own=True)


def test_few_cards_are_compared_with_own_matches_only() -> None:
    played = tops_after(3, seed=3)
    assert resembles(played, played, is_own=True)
    assert not resembles(played, played, is_own=False)
    assert not resembles(played[:-1], played, is_own=True)
    assert not resembles(played[:1], played[:1], is_own=True)


def test_different_matches_are_told_apart() -> None:
    tables = [tops_after(12, seed) for seed in range(40)]
    for place, asked in enumerate(tables):
        assert not any(resembles(asked, other, is_own=True) for other in tables[:place])

"""The search knows what everybody may know, and nothing else."""

from collections.abc import Iterator
from random import Random

import pytest

from punto import EDITIONS, MODES, Match
from punto.engine import Budget, analyse, choose
from punto.engine.layout import layout_of
from punto.rules.kernel import COMPILED
from rules.hidden import another_world

from .positions import random_match

BUDGET = Budget(simulations=500 if COMPILED else 4)
CHOICE = Budget(simulations=200 if COMPILED else 2)


def moments(mode: str, *, open_cards: bool) -> Iterator[Match]:
    """Take early and late moments of the first and the second round, in any edition."""
    for seed, edition in enumerate(EDITIONS):
        for plies in (2, 11, 25, 48) if COMPILED else (11 + 12 * seed,):
            yield random_match(
                mode, seed, plies, edition=edition, open_cards=open_cards, rounds_to_win=9
            )


@pytest.mark.unmeasured
@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_hidden_decks_make_no_difference(mode: str, open_cards: bool) -> None:
    chance = Random(8)
    for match in moments(mode, open_cards=open_cards):
        other = another_world(match, chance)
        assert other.rounds[-1].decks != match.rounds[-1].decks
        assert other.position() == match.position()
        assert analyse(match, BUDGET, seed=3) == analyse(other, BUDGET, seed=3)
        assert choose(match.position(), CHOICE, seed=3) == choose(other.position(), CHOICE, seed=3)


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_hidden_decks_are_laid_out_the_same(mode: str, open_cards: bool) -> None:
    chance = Random(9)
    for match in moments(mode, open_cards=open_cards):
        mine = layout_of(match.position())
        other = layout_of(another_world(match, chance).position())
        for name in ("cards", "loose", "bounds", "pool_of", "hidden", "shown", "seat", "card"):
            assert getattr(mine, name) == getattr(other, name), name


@pytest.mark.parametrize("mode", MODES)
def test_cards_that_lie_open_do_make_a_difference(mode: str) -> None:
    hidden = random_match(mode, 1, 6, rounds_to_win=9).position()
    shown = random_match(mode, 1, 6, open_cards=True, rounds_to_win=9).position()
    assert hidden.table == shown.table
    assert analyse(hidden, BUDGET).estimates != analyse(shown, BUDGET).estimates

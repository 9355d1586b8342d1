"""The vectorised program plays the same rounds as the kernel, by other random numbers."""

import shutil
from math import sqrt

import pytest
from benchmarks.rules import vectorised

from punto import random_rounds
from punto.rules.kernel import COMPILED
from punto.rules.many_rounds import Tally

ROUNDS = 100_000 if COMPILED else 2_000

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


def shares(tally: Tally) -> list[float]:
    return [each / tally.rounds for each in (*tally.lines, *tally.stalemates, tally.draws)]


def test_its_rounds_end_as_often_in_every_way() -> None:
    mine, theirs = random_rounds("2p", ROUNDS, seed=3), vectorised(ROUNDS, 3)
    for here, there in zip(shares(mine), shares(theirs), strict=True):
        assert abs(here - there) < 4.5 * sqrt(2 * here * (1 - here) / ROUNDS)
    assert theirs.rounds == sum(theirs.lines) + sum(theirs.stalemates) + theirs.draws
    assert theirs.placements / ROUNDS == pytest.approx(mine.placements / ROUNDS, rel=0.01)


def test_the_same_seed_gives_the_same_rounds() -> None:
    assert vectorised(500, 1) == vectorised(500, 1)
    assert vectorised(500, 1) != vectorised(500, 2)

"""Each style does what it likes clearly more often than the others do."""

import pytest
from benchmarks.styles import habits_of

from punto.bots.styles import STYLES

ROUNDS = 12
MARGIN = 0.1
"""By how much the share of turns on which a style does what it likes is above all others'."""


@pytest.fixture(scope="module")
def habits() -> dict[str, dict[str, float]]:
    """For each style, the share of its turns with each trait."""
    return {style.name: habits_of(style.name, ROUNDS) for style in STYLES}


@pytest.mark.parametrize(
    ("name", "trait"), [("builder", "extends"), ("blocker", "blocks"), ("coverer", "covers")]
)
def test_does_what_it_likes_more_often_than_the_others(
    habits: dict[str, dict[str, float]], name: str, trait: str
) -> None:
    others = [shares[trait] for other, shares in habits.items() if other != name]
    assert habits[name][trait] > max(others) + MARGIN

"""Whole random matches, told to a naive model too, and compared after every placement."""

import hashlib
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from punto import EDITIONS, MODES, Match, Options, mode_named
from punto.rules.handicap import HANDICAPS

from .comparing import Twins
from .policies import mixed

SHARDS = list(product(MODES, EDITIONS))
ROUNDS_AN_EXAMPLE = 10
STYLES = [
    ("anywhere",),
    ("in line",),
    ("in line", "in line", "on top"),
    ("in line", "apart"),
    ("on top",),
    ("on the highest", "on the highest", "packed"),
    ("apart",),
    ("packed", "in line"),
    ("in line", "anywhere"),
]


@dataclass(frozen=True)
class Plan:
    """What one example plays: matches of these settings, until enough rounds were played."""

    style: tuple[str, ...]
    rounds_to_win: int
    options: Options
    start: int | None
    number: int


def handicaps(mode: str) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw a number for each side; every second time none has any."""
    each = st.tuples(*[st.sampled_from(HANDICAPS)] * len(mode_named(mode).sides))
    return st.just(()) | each


def plans(mode: str) -> st.SearchStrategy[Plan]:
    return st.builds(
        Plan,
        style=st.sampled_from(STYLES),
        rounds_to_win=st.integers(1, 9),
        options=st.builds(
            Options,
            open_cards=st.booleans(),
            stalemate_removes=st.booleans(),
            handicap=handicaps(mode),
        ),
        start=st.none() | st.sampled_from(mode_named(mode).seats),
        number=st.integers(0, 2**64),
    )


def new_match(mode: str, edition: str, plan: Plan, place: int) -> Match:
    name = f"{mode} {edition} {plan.number} {place}"
    return Match(
        mode,
        edition=edition,
        rounds_to_win=plan.rounds_to_win,
        start=plan.start,
        options=plan.options,
        seed=hashlib.sha256(name.encode()).digest(),
    )


def play(mode: str, edition: str, plan: Plan) -> int:
    """Play rounds of as many matches as it takes, and count them."""
    chance = Random(plan.number)
    policy = mixed(plan.style, chance)
    played, matches = 0, 0
    while played < ROUNDS_AN_EXAMPLE:
        match = new_match(mode, edition, plan, matches)
        try:
            twins = Twins(match)
            while not match.over and played < ROUNDS_AN_EXAMPLE:
                twins.play_round(policy, chance)
                played += 1
        except BaseException:
            note(f"it went wrong in {match!r}")
            raise
        matches += 1
    return played


@pytest.mark.unmeasured
@pytest.mark.parametrize(("mode", "edition"), SHARDS)
def test_every_placement_of_random_rounds_agrees_with_the_naive_model(
    mode: str, edition: str, rounds: int
) -> None:
    share = -(-rounds // len(SHARDS))
    played = 0

    @settings(max_examples=-(-share // ROUNDS_AN_EXAMPLE))
    @given(plan=plans(mode))
    def example(plan: Plan) -> None:
        nonlocal played
        played += play(mode, edition, plan)

    example()
    assert played >= share

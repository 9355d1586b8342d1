"""Pairings: few rematches, fair byes and starts, and everybody plays, whatever the results."""

import random
from collections import Counter
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.server.tournament.matching import maximum_matching
from punto.server.tournament.pairing import (
    Draw,
    History,
    balance,
    draw_groups,
    draw_pairs,
    rematches,
    unmet,
)
from punto.server.tournament.schedule import groups_schedule, pairs_schedule, scheduled


def largest(edges: list[tuple[int, int]]) -> int:
    """Find by trying everything how many pairs can be made of these edges."""
    best = 0
    for place, (one, two) in enumerate(edges):
        rest = [edge for edge in edges[place + 1 :] if not {one, two} & set(edge)]
        best = max(best, 1 + largest(rest))
    return best


@settings(max_examples=10)
@given(st.sets(st.sampled_from(list(combinations(range(7), 2))), max_size=13))
def test_a_maximum_matching_is_as_large_as_any(edges: set[tuple[int, int]]) -> None:
    graph = {one: [two for two in range(7) if {(one, two), (two, one)} & edges] for one in range(7)}
    mate = maximum_matching(graph)
    assert all(mate[mate[one]] == one and mate[one] in graph[one] for one in mate)
    assert len(mate) == 2 * largest(sorted(edges))


def everybody_in(draw: Draw) -> list[int]:
    """List who plays or has a bye in a round."""
    return sorted([*chain.from_iterable(draw.tables), *draw.byes])


def play(draw: Draw, history: History, chance: random.Random) -> None:
    """Let somebody win at every table."""
    history.add(draw.tables, draw.byes)
    for table in draw.tables:
        history.points[chance.choice(table)] += 2
    for person in draw.byes:
        history.points[person] += 2


@settings(max_examples=10)
@given(people=st.integers(3, 17), seed=st.integers(0, 2**32))
def test_swiss_pairs(people: int, seed: int) -> None:
    chance, history = random.Random(seed), History()
    everybody = list(range(1, people + 1))
    for _ in range(min(people - 1, 7)):
        ranking = sorted(everybody, key=lambda one: (-history.points[one], one))
        fresh = unmet(ranking, history)
        draw = draw_pairs(ranking, history)
        assert everybody_in(draw) == everybody
        assert len(draw.byes) == people % 2
        playing = [one for one in ranking if one not in draw.byes]
        again = sum(two not in fresh[one] for one, two in draw.tables)
        assert again == rematches(playing, fresh)
        play(draw, history, chance)
    assert max(history.byes.values(), default=0) <= 1
    assert max(abs(balance(one, history)) for one in everybody) <= 3


def test_sixty_four_people_with_equal_points_meet_and_nobody_twice() -> None:
    chance, history = random.Random(1), History()
    for _ in range(7):
        ranking = sorted(range(1, 65), key=lambda one: (-history.points[one], one))
        play(draw_pairs(ranking, history), history, chance)
    assert set(history.met.values()) == {1}
    assert max(abs(balance(one, history)) for one in range(1, 65)) <= 2


def test_when_everybody_has_met_everybody_they_meet_again_equally_often() -> None:
    chance, history = random.Random(2), History()
    for _ in range(6):
        play(draw_pairs([1, 2, 3, 4], history), history, chance)
    assert set(history.met.values()) == {2}


@settings(max_examples=10)
@given(people=st.integers(3, 17), seed=st.integers(0, 2**32))
def test_swiss_groups(people: int, seed: int) -> None:
    chance, history = random.Random(seed), History()
    everybody = list(range(1, people + 1))
    for _ in range(4):
        ranking = sorted(everybody, key=lambda one: (-history.points[one], one))
        draw = draw_groups(ranking, history)
        assert everybody_in(draw) == everybody
        assert len(draw.byes) == (people % 4 == 1)
        assert all(2 <= len(table) <= 4 for table in draw.tables)
        assert sum(len(table) < 4 for table in draw.tables) <= 1
        play(draw, history, chance)
    assert max(history.byes.values(), default=0) <= 1
    assert max(history.seats[one, 1] for one in everybody) <= 3


@pytest.mark.parametrize("people", range(3, 20))
def test_in_a_round_robin_of_two_everybody_meets_everybody_once(people: int) -> None:
    history, places = History(), list(range(1, people + 1))
    for tables in pairs_schedule(people):
        draw = scheduled(tables, places)
        assert everybody_in(draw) == places
        history.add(draw.tables, draw.byes)
    assert history.met == Counter(frozenset(pair) for pair in combinations(places, 2))
    assert set(history.byes.values()) <= {1}
    assert all(abs(balance(one, history)) <= 1 for one in places)


@pytest.mark.parametrize("people", [3, 4, 5, 6, 7, 9, 16, 22])
def test_in_a_round_robin_of_four_everybody_meets_everybody(people: int) -> None:
    history, places = History(), list(range(1, people + 1))
    rounds = groups_schedule(people)
    for tables in rounds:
        draw = scheduled(tables, places)
        assert everybody_in(draw) == places
        history.add(draw.tables, draw.byes)
    assert set(history.met) == {frozenset(pair) for pair in combinations(places, 2)}
    assert len(rounds) <= people + 1


def test_a_place_that_nobody_has_is_a_bye_for_whoever_meets_it() -> None:
    tables = pairs_schedule(3)[0]
    assert len(scheduled(tables, [1, 2, 3]).byes) == 1
    assert scheduled(tables, [1, 2, 3, 4]).byes == []

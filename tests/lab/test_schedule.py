from collections import Counter
from itertools import groupby

import pytest

from punto import Match, PuntoError, write_position
from punto.bots import Bot, greedy
from punto.lab.schedule import Fixture, deal_seed, line_ups, rotations, schedule, seating_orders
from punto.lab.settings import Settings

BOTS = ("random", "greedy")


def sets_of(fixtures: list[Fixture]) -> list[list[Fixture]]:
    return [list(group) for _, group in groupby(fixtures, key=lambda fixture: fixture.set)]


@pytest.mark.parametrize(
    ("bots", "sides", "expected"),
    [
        ("ab", 2, ["ab"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("abc", 3, ["abc"]),
        ("abcd", 3, ["abc", "abd", "acd", "bcd"]),
        ("ab", 3, ["aba", "abb"]),
        ("ab", 4, ["abab"]),
        ("abc", 4, ["abca", "abcb", "abcc"]),
    ],
)
def test_who_meets_whom(bots: str, sides: int, expected: list[str]) -> None:
    assert ["".join(line_up) for line_up in line_ups(tuple(bots), sides)] == expected


def test_rotations_and_seating_orders() -> None:
    assert list(rotations(("a", "b", "c"))) == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert seating_orders(("a", "b")) == [("a", "b")]
    assert seating_orders(("a", "b", "c")) == [("a", "b", "c"), ("a", "c", "b")]
    assert len(seating_orders(("a", "b", "c", "d"))) == 6
    assert seating_orders(("a", "b", "a", "b")) == [("a", "b", "a", "b"), ("a", "b", "b", "a")]


@pytest.mark.parametrize(("mode", "sides"), [("2p", 2), ("3p", 3), ("4p", 4), ("teams", 2)])
def test_every_bot_plays_every_set_from_every_side(mode: str, sides: int) -> None:
    fixtures = schedule(Settings(BOTS, mode=mode, matches=12))
    assert [fixture.number for fixture in fixtures] == list(range(1, len(fixtures) + 1))
    for set_ in sets_of(fixtures):
        assert len(set_) == sides
        for name in BOTS:
            seen = Counter(
                side for fixture in set_ for side in range(sides) if fixture.sides[side] == name
            )
            assert set(seen) == set(range(sides))
            assert len(set(seen.values())) == 1


def test_matches_are_rounded_up_to_whole_sets() -> None:
    assert len(schedule(Settings(BOTS, matches=1))) == 2
    assert len(schedule(Settings(BOTS, matches=7))) == 8
    assert len(schedule(Settings(BOTS, mode="4p", matches=5))) == 8


def test_a_longer_schedule_begins_with_the_shorter_one() -> None:
    short = schedule(Settings(BOTS, mode="3p", matches=3))
    assert schedule(Settings(BOTS, mode="3p", matches=30))[: len(short)] == short


def test_sets_have_decks_of_their_own() -> None:
    seeds = {deal_seed(seed, decks, part) for seed in (1, 2) for decks in (1, 2) for part in (1, 2)}
    assert len(seeds) == 8
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"bots": ("random",)}, "bots: expected 2 to 32 names, got 1"),
        ({"bots": ("random", "random")}, "bots: expected each name once, got 'random'"),
        ({"bots": ("random", "nobody")}, "bot: expected one of random, greedy"),
        ({"mode": "5p"}, "mode: expected one of 2p, 3p, 4p, teams, got '5p'"),
        ({"edition": "no"}, "edition: expected one of"),
        ({"rounds_to_win": 0}, "rounds to win: expected 1 to 9, got 0"),
        ({"matches": 0}, "matches: expected 1 to 99999, got 0"),
        ({"timeout": 0.0}, "timeout: expected more than 0 and at most 3600 seconds, got 0.0"),
        (
            {"timeout": float("nan")},
            "timeout: expected more than 0 and at most 3600 seconds, got nan",
        ),
    ],
)
def test_wrong_settings(wrong: dict[str, object], sentence: str) -> None:
    with pytest.raises(PuntoError) as refused:
        Settings(**{"bots": BOTS, **wrong})  # type: ignore[arg-type]
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("mode", "met"),
    [("2p", ["ab", "ac"]), ("3p", ["aab", "abb", "aac", "acc"]), ("4p", ["aabb", "aacc"])],
)
def test_in_a_gauntlet_the_first_bot_meets_each_other(mode: str, met: list[str]) -> None:
    bots = tuple(Bot(name, "", greedy.choose) for name in "abc")
    settings = Settings(bots, mode=mode, matches=1, tournament="gauntlet")
    found = ["".join(sorted(fixture.sides)) for fixture in schedule(settings)]
    assert sorted(set(found)) == sorted(met)
    sides = len(schedule(settings)[0].sides)
    assert len(found) == sides * len(met)
    with pytest.raises(PuntoError, match="tournament: expected one of round-robin, gauntlet"):
        Settings(bots, tournament="knock-out")


def test_openings_go_round_and_all_line_ups_get_them() -> None:
    openings = tuple(write_position(Match("2p", seed=bytes([n]) * 32).position()) for n in (1, 2))
    settings = Settings(("greedy", "random", "easy"), matches=6, openings=openings)
    fixtures = schedule(settings)
    assert [fixture.opening for fixture in fixtures] == [1] * 6 + [2] * 6 + [1] * 6

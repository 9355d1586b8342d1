"""What the end of a round is worth, with the match in mind."""

from dataclasses import replace

import pytest

from punto import MODES, Cell, Match, Position, Score
from punto.engine import Budget, choose
from punto.engine.stakes import match_chance, stakes_of
from punto.rules.kernel import COMPILED

from .positions import puzzle


def scored(mode: str, *wins: int, rounds_to_win: int = 2) -> Position:
    """Begin a round at this score; nobody asks which cards are gone."""
    position = Match(mode, seed=bytes(32), start=1, rounds_to_win=rounds_to_win).position()
    return replace(position, score=Score(wins, ((),) * len(wins)))


@pytest.mark.parametrize("mode", ["2p", "teams"])
@pytest.mark.parametrize("wins", [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)])
def test_with_two_sides_what_one_wins_the_other_loses(mode: str, wins: tuple[int, ...]) -> None:
    mine, theirs = stakes_of(scored(mode, *wins, rounds_to_win=3))
    assert (mine[1], mine[2], theirs[1], theirs[2]) == (1, 0, 0, 1)
    assert mine[0] == pytest.approx(1 - theirs[0])


@pytest.mark.parametrize("mode", MODES)
def test_at_an_even_score_all_sides_stand_alike(mode: str) -> None:
    sides = len(MODES[mode].sides)
    rows = stakes_of(scored(mode, *[0] * sides))
    for side, row in enumerate(rows, start=1):
        assert row[side] == 1
        assert all(worth == 0 for rival, worth in enumerate(row) if rival not in (0, side))
        assert 0 < row[0] < 1
        assert row[0] == pytest.approx(rows[0][0])


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_a_draw_of_the_only_round_is_worth_an_even_share(sides: int) -> None:
    mode = {2: "2p", 3: "3p", 4: "4p"}[sides]
    for row in stakes_of(scored(mode, *[0] * sides, rounds_to_win=1)):
        assert row[0] == pytest.approx(1 / sides)


@pytest.mark.parametrize("mode", ["3p", "4p"])
def test_a_round_lost_at_match_point_is_worse(mode: str) -> None:
    sides = len(MODES[mode].sides)
    row = stakes_of(scored(mode, *[0] * (sides - 1), 1))[0]
    assert row[sides] == 0 < row[2] < row[0] < row[1] == 1


def test_chances_of_a_match_are_shares_of_it() -> None:
    assert match_chance((1, 2), 0) == 0.75
    assert match_chance((1, 1, 2), 2) == pytest.approx(1 / 9)
    for needs in [(3, 3, 3), (2, 3, 2), (1, 2, 3)]:
        assert sum(match_chance(needs, side) for side in range(3)) == pytest.approx(1)


TWO_THREATS = (
    "e6:R9,f6:O9,g6:O9,h6:O8,i6:G2,e9:G9,f9:B9,g9:B9,h9:B8,i9:R5,"
    "f7:G7,g7:R7,h7:G7,f8:G8,g8:R6,h8:G8"
)


@pytest.mark.parametrize(("wins", "answer"), [("0:1:0", "i6"), ("0:0:1", "i9")])
def test_who_can_stop_one_of_two_stops_the_one_at_match_point(wins: str, answer: str) -> None:
    # Orange covers the 2 on i6 with three of its five cards, blue the 5 on i9 with three of five;
    # neither can stop the other. Red's 8 closes one of the two for good.
    position = puzzle("3p", TWO_THREATS, "R8", unseen=("R1123344", "O12345", "B14667"), wins=wins)
    for seed in range(1, 6) if COMPILED else [1]:
        budget = Budget(simulations=5_000 if COMPILED else 100)
        assert choose(position, budget, seed=seed) == Cell(answer)

"""Sides with equally many runs: fewest points win, as the edition counts them, or nobody."""

import pytest

from .stalemates import points, stalemate


@pytest.mark.parametrize("edition", ["english-2018", "german-2018", "nordic-2019"])
def test_among_sides_with_equally_many_runs_fewest_points_wins(edition: str) -> None:
    end = stalemate("4p", "R3 R7 R5\nO5 O4 O8", edition)
    assert points(end)[:2] == [[15], [17]]
    assert (end.kind, end.winner) == ("stalemate", 1)
    end = stalemate("4p", "R5 R4 R8\nO3 O7 O5", edition)
    assert end.winner == 2


UNEQUAL = "R1 R2 R3\nB5 B6 B4\nR9 R8 R9\nB4 B5 B6"


@pytest.mark.parametrize(
    ("edition", "winner"), [("english-2018", 3), ("german-2018", 1), ("nordic-2019", 1)]
)
def test_the_tie_is_decided_by_the_total_or_by_the_lowest_run_as_the_edition_has_it(
    edition: str, winner: int
) -> None:
    end = stalemate("4p", UNEQUAL, edition)
    assert points(end) == [[6, 26], [], [15, 15], []]
    assert end.winner == winner


@pytest.mark.parametrize(
    ("edition", "winner"), [("english-2018", None), ("german-2018", 1), ("nordic-2019", 1)]
)
def test_equal_totals_draw_only_where_totals_are_compared(edition: str, winner: int | None) -> None:
    end = stalemate("4p", "R1 R2 R3\nB5 B4 B6\nR9 R8 R9\nB4 B6 B7", edition)
    assert points(end) == [[6, 26], [], [15, 17], []]
    assert end.winner == winner


@pytest.mark.parametrize(
    ("edition", "winner"), [("english-2018", 3), ("german-2018", None), ("nordic-2019", None)]
)
def test_equal_lowest_runs_draw_only_where_those_are_compared(
    edition: str, winner: int | None
) -> None:
    end = stalemate("4p", "R4 R5 R6\nB5 B4 B6\nR9 R8 R9\nB4 B6 B7", edition)
    assert points(end) == [[15, 26], [], [15, 17], []]
    assert end.winner == winner


@pytest.mark.parametrize("edition", ["english-2018", "german-2018"])
def test_sides_that_still_tie_draw_and_no_card_leaves(edition: str) -> None:
    end = stalemate("4p", "R3 R7 R5\nO5 O4 O6", edition)
    assert (end.kind, end.winner, end.removed) == ("draw", None, None)
    assert points(end) == [[15], [15], [], []]


@pytest.mark.parametrize(
    ("best", "winner"),
    [("R1 R1 R2", 1), ("O1 O1 O2", 2), ("B1 B1 B2", 3), ("G1 G1 G2", 4)],
)
def test_one_side_ahead_wins_though_two_others_tie_behind_it(best: str, winner: int) -> None:
    rows = {1: "R3 R7 R5", 2: "O5 O4 O6", 3: "B4 B8 B3", 4: "G6 G7 G2", winner: best}
    end = stalemate("4p", "\n".join(rows[side] for side in (1, 2, 3, 4)))
    assert points(end)[winner - 1] == [4]
    assert sum(row == [15] for row in points(end)) == 3
    assert end.winner == winner


@pytest.mark.parametrize("behind", [1, 2, 3])
def test_two_sides_that_tie_ahead_of_the_third_draw(behind: int) -> None:
    rows = {1: "R3 R7 R5", 2: "O5 O4 O6", 3: "B4 B8 B3"}
    rows[behind] = {1: "R9 R8 R9", 2: "O9 O8 O9", 3: "B9 B8 B9"}[behind]
    end = stalemate("3p", "\n".join(rows.values()))
    assert (end.kind, end.winner) == ("draw", None)
    assert points(end)[behind - 1] == [26]


def test_three_sides_that_all_tie_draw() -> None:
    end = stalemate("3p", "R3 R7 R5\nO5 O4 O6\nB4 B8 B3")
    assert points(end) == [[15], [15], [15]]
    assert end.kind == "draw"

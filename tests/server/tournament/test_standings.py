"""Standings: points and tie-breaks, worked out by hand."""

from punto.server.tournament.standings import Outcome, Standing, bye_points, standings


def match(one: int, two: int, first: int, second: int, gap: int = 2) -> list[Outcome]:
    """What a match of two means for both."""
    return [Outcome(one, first, (two,), gap), Outcome(two, second, (one,), -gap)]


def order(rows: list[Standing]) -> list[tuple[int, int]]:
    return [(row.player, row.place) for row in rows]


def test_in_a_swiss_tournament_those_with_stronger_opponents_come_first() -> None:
    outcomes = [*match(1, 2, 2, 0), *match(3, 4, 2, 0), *match(1, 3, 0, 2), *match(2, 4, 2, 0)]
    rows = standings([1, 2, 3, 4], outcomes, "swiss")
    # 1 and 2 have 2 points each: 1 met those with 2 and 4 points, 2 met those with 2 and 0.
    assert order(rows) == [(3, 1), (1, 2), (2, 3), (4, 4)]
    assert [row.opponents for row in rows] == [2, 6, 2, 6]
    assert [row.beaten for row in rows] == [4, 4, 0, 0]
    assert [row.played for row in rows] == [2, 2, 2, 2]


def test_in_a_round_robin_the_matches_among_those_with_equal_points_decide() -> None:
    outcomes = [
        *match(1, 2, 0, 2),
        *match(3, 4, 0, 2),
        *match(1, 3, 2, 0),
        *match(2, 4, 2, 0),
        *match(1, 4, 2, 0),
        *match(2, 3, 0, 2),
    ]
    rows = standings([1, 2, 3, 4], outcomes, "round_robin")
    # 1 and 2 have 4 points, and 2 won their match; 4 won against 3, and both have 2.
    assert order(rows) == [(2, 1), (1, 2), (4, 3), (3, 4)]
    assert [row.direct for row in rows] == [2, 0, 2, 0]


def test_the_difference_of_rounds_decides_last_and_equal_people_share_a_place() -> None:
    outcomes = [*match(1, 2, 2, 0, 1), *match(3, 4, 2, 0, 2), *match(5, 6, 2, 0, 2)]
    rows = standings([1, 2, 3, 4, 5, 6], outcomes, "swiss")
    assert order(rows) == [(3, 1), (5, 1), (1, 3), (2, 4), (4, 5), (6, 5)]


def test_a_bye_counts_as_meeting_somebody_with_as_many_points() -> None:
    assert (bye_points(2), bye_points(4)) == (2, 1)
    rows = standings([1, 2, 3], [*match(1, 2, 1, 1, 0), Outcome(3, 2, is_bye=True)], "swiss")
    assert order(rows) == [(3, 1), (1, 2), (2, 2)]
    assert (rows[0].played, rows[0].won, rows[0].opponents) == (0, 0, 2)

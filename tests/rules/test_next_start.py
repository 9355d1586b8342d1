"""Who starts the next round."""

import pytest

from punto import EDITIONS, MODES, Match, RoundEnd, edition_named, mode_named
from punto.rules.ending import Kind, next_start
from punto.rules.shuffle import commitment

from .dealing import line_cells, place_all, rising_decks, transitions


def start_after(mode: str, edition: str, kind: Kind, seat: int, winner: int | None) -> int:
    end = RoundEnd(kind, seat, winner, None, ())
    return next_start(mode_named(mode), edition_named(edition), end)


@pytest.mark.parametrize("edition", EDITIONS)
def test_after_a_line_the_seat_after_the_one_that_completed_it(edition: str) -> None:
    assert [start_after("4p", edition, "line", seat, seat) for seat in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert [start_after("2p", edition, "line", seat, seat) for seat in (1, 2)] == [2, 1]
    assert [start_after("teams", edition, "line", seat, 2 - seat % 2) for seat in (1, 2, 3, 4)] == [
        2,
        3,
        4,
        1,
    ]


@pytest.mark.parametrize("edition", ["english-2018", "nordic-2019"])
def test_after_a_stalemate_the_seat_after_the_winner_where_starter_is_winner(edition: str) -> None:
    assert start_after("4p", edition, "stalemate", seat=4, winner=2) == 3
    assert start_after("3p", edition, "stalemate", seat=1, winner=3) == 1
    assert start_after("2p", edition, "stalemate", seat=2, winner=1) == 2


def test_after_a_stalemate_the_seat_after_the_one_that_could_not_play_where_starter_is_ender() -> (
    None
):
    assert start_after("4p", "german-2018", "stalemate", seat=4, winner=2) == 1
    assert start_after("3p", "german-2018", "stalemate", seat=1, winner=3) == 2
    assert start_after("2p", "german-2018", "stalemate", seat=2, winner=1) == 1


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_after_a_draw_the_seat_after_the_one_that_could_not_play(mode: str, edition: str) -> None:
    seats = list(mode_named(mode).seats)
    after = [start_after(mode, edition, "draw", seat, None) for seat in seats]
    assert after == [*seats[1:], 1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("winner", [1, 2])
def test_after_any_stalemate_in_teams_the_seat_after_the_one_that_could_not_play(
    edition: str, winner: int
) -> None:
    after = [start_after("teams", edition, "stalemate", seat, winner) for seat in (1, 2, 3, 4)]
    assert after == [2, 3, 4, 1]


@pytest.mark.unmeasured
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_every_round_of_a_match_begins_with_that_seat(mode: str, edition: str) -> None:
    seen = set()
    for before, after in transitions(mode, edition):
        assert before.end is not None
        end = before.end
        follows_winner = (
            end.kind == "stalemate" and edition != "german-2018" and mode != "teams" and end.winner
        )
        expected = (end.winner if follows_winner and end.winner else end.seat) % len(
            mode_named(mode).seats
        ) + 1
        assert after.start == expected
        assert after.placements[0].seat == expected
        seen.add((end.kind, end.winner == end.seat))
    assert {("line", True), ("draw", False), ("stalemate", False)} <= seen


def test_the_host_may_choose_who_starts_the_first_round() -> None:
    for mode in MODES.values():
        for seat in mode.seats:
            match = Match(mode, start=seat, seed=bytes(32))
            assert match.start == match.seat == match.round.start == seat


@pytest.mark.parametrize("mode", MODES)
def test_or_the_starting_seat_is_drawn_from_the_seed_and_all_seats_are_drawn(mode: str) -> None:
    drawn = {}
    for number in range(40):
        seed = bytes([number]) * 32
        drawn[commitment(seed)] = start = Match(mode, seed=seed).start
        assert Match(mode, seed=seed).seat == start
    assert set(drawn.values()) == set(mode_named(mode).seats)


def test_the_coming_start_is_known_before_the_next_deal() -> None:
    match = Match("4p", start=2, deals=[])
    assert match.coming_start == 2
    match.deal(rising_decks("4p"))
    assert match.coming_start == 2
    place_all(match, line_cells("4p", start=2, seat=4))
    assert match.seat is None
    assert match.coming_start == 1

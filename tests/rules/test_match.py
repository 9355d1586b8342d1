"""A match: rounds until a side has won enough, and what cannot be asked of it."""

import pytest

from punto import MODES, IllegalPlacementError, Match, PuntoError, TurnError, UnreadableError

from .dealing import line_cells, place_all, play_match, play_round, rising_decks, won_by_line


@pytest.mark.parametrize("rounds_to_win", range(1, 10))
def test_the_first_side_to_win_so_many_rounds_wins_the_match(rounds_to_win: int) -> None:
    match = Match("4p", start=1, seed=bytes(32), rounds_to_win=rounds_to_win)
    wins = dict.fromkeys(range(1, 5), 0)
    while max(wins.values()) < rounds_to_win:
        assert (match.over, match.winner) == (False, None)
        end = play_round(match)
        if end.winner is not None:
            wins[end.winner] += 1
        assert match.score.wins == tuple(wins.values())
    assert (match.over, match.winner) == (True, end.winner)
    assert list(wins.values()).count(rounds_to_win) == 1


def test_two_rounds_win_if_nothing_is_said() -> None:
    match = Match("4p", start=1, seed=bytes(32))
    play_match(match)
    assert match.winner is not None
    assert match.score.wins[match.winner - 1] == 2


@pytest.mark.parametrize("rounds_to_win", [0, 10, -1, "2", None])
def test_other_numbers_of_rounds_to_win_are_unreadable(rounds_to_win: int) -> None:
    with pytest.raises(UnreadableError) as caught:
        Match("2p", rounds_to_win=rounds_to_win)
    assert caught.value.code == "unreadable-rounds-to-win"
    assert caught.value.sentence == f"rounds to win: expected 1 to 9, got {rounds_to_win!r}"


def test_a_draw_scores_for_nobody_and_removes_nothing() -> None:
    draws = 0
    match = Match("2p", start=1, seed=bytes(32), rounds_to_win=3)
    while not match.over:
        score = match.score
        if play_round(match).kind == "draw":
            assert match.score == score
            draws += 1
    assert draws


def test_removed_cards_lie_before_the_side_that_won_one_for_each_round_won() -> None:
    for mode in MODES:
        match = Match(mode, start=1, seed=bytes(32), rounds_to_win=3)
        ends = play_match(match)
        for side, wins in enumerate(match.score.wins, start=1):
            taken = tuple(end.removed for end in ends if end.winner == side)
            assert match.score.removed[side - 1] == taken
            assert match.view(None).position.score.removed[side - 1] == taken
            assert len(taken) == wins


def test_when_the_match_is_over_nobody_is_to_move() -> None:
    match = won_by_line("2p", start=1, seat=1, rounds_to_win=1)
    assert (match.seat, match.card, match.legal_cells) == (None, None, ())
    before = match.copy()
    with pytest.raises(TurnError) as caught:
        match.place("e6")
    assert caught.value.code == "match-over"
    assert caught.value.sentence == "the match is over; side 1 has won it"
    assert match == before


def test_between_rounds_nobody_moves_until_the_next_deal_is_told() -> None:
    match = won_by_line("2p", start=1, seat=1)
    with pytest.raises(TurnError) as caught:
        match.place("e6")
    assert caught.value.code == "not-dealt"
    assert caught.value.sentence == "round 2 has not been dealt yet"


def test_the_seat_that_is_not_to_move_is_refused() -> None:
    match = Match("3p", start=2, seed=bytes(32))
    with pytest.raises(TurnError) as caught:
        match.place("f6", seat=3)
    assert caught.value.code == "not-your-turn"
    assert caught.value.sentence == "it is the turn of seat 2, not of seat 3"
    match.place("f6", seat=2)
    assert match.seat == 3


@pytest.mark.parametrize(
    ("cell", "kind", "code"),
    [
        ("a1", IllegalPlacementError, "touches-nothing"),
        ("z1", UnreadableError, "unreadable-cell"),
        ("f6", IllegalPlacementError, "not-lower"),
    ],
)
def test_a_refused_placement_changes_nothing(cell: str, kind: type[PuntoError], code: str) -> None:
    match = Match("2p", start=1, deals=[rising_decks("2p")], cells="f6")
    before, events, view = match.copy(), match.events, match.view(1)
    with pytest.raises(kind) as caught:
        match.place(cell)
    assert caught.value.code == code
    assert match == before
    assert match.events == events
    assert match.view(1) == view


@pytest.mark.parametrize("start", [0, 3, -1, "1"])
def test_a_seat_that_the_mode_does_not_have_is_unreadable(start: int) -> None:
    for ask in (
        lambda: Match("2p", start=start),
        lambda: Match("2p", start=1).view(start),
    ):
        with pytest.raises(UnreadableError) as caught:
            ask()
        assert caught.value.code == "unreadable-seat"
        assert caught.value.sentence == f"seat: expected 1 to 2 in 2p, got {start!r}"


def test_holds_counts_what_a_side_has_left_of_its_own_colours() -> None:
    match = Match("teams", start=1, deals=[rising_decks("teams")])
    assert match.holds(1).total() == match.holds(2).total() == 36
    place_all(match, "f6 f7 f8")
    assert match.holds(1).total() == 34
    assert match.holds(2).total() == 35
    assert [match.holds(1)[card] for card in match.table.cards] == [1, 0, 1]


def test_holds_does_not_count_neutral_cards_nor_another_sides() -> None:
    match = Match("3p", start=1, seed=bytes(32))
    assert {card.colour.letter for card in match.holds(2)} == {"O"}
    assert match.holds(2).total() == 18


@pytest.mark.parametrize("side", [0, 3])
def test_a_side_that_the_mode_does_not_have_is_unreadable(side: int) -> None:
    with pytest.raises(UnreadableError, match=f"side: expected 1 to 2, got {side}"):
        Match("teams", start=1).holds(side)


def test_cells_given_at_the_start_are_placed_at_once() -> None:
    match = Match("2p", start=1, deals=[rising_decks("2p")], cells=line_cells("2p", 1, 1))
    assert match == won_by_line("2p", start=1, seat=1)


def test_the_last_end_stays_to_be_seen_while_the_next_round_is_played() -> None:
    match = Match("4p", start=1, seed=bytes(32))
    assert not match.last_end
    end = play_round(match)
    assert match.round_number == 2
    assert match.last_end == end == match.rounds[0].end
    match.place("f6")
    assert match.last_end == end


def test_a_match_shows_its_table_its_score_and_its_turn() -> None:
    match = Match("2p", start=1, deals=[rising_decks("2p")], cells="f6")
    assert str(match).splitlines() == [
        " 6  R1",
        "     f",
        "2p, round 1, score 0 : 0, seat 2 has B1",
    ]
    assert match._repr_svg_().startswith("<svg")
    over = won_by_line("2p", start=1, seat=1, rounds_to_win=1)
    assert str(over).endswith("2p, round 1, score 1 : 0, over")

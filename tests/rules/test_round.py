"""A round: who moves when, with which card, and what cannot be asked of it."""

import pytest

import punto
from punto import Card, Cell, IllegalPlacementError, Placement, Round, TurnError, UnreadableError


def small_round() -> Round:
    return Round("3p", ["R5 R6", "O3 G9", "B4 B9"], start=2)


def test_play_goes_round_in_seat_order_from_the_starting_seat() -> None:
    for start, order in {1: [1, 2, 3, 1], 2: [2, 3, 1, 2], 3: [3, 1, 2, 3]}.items():
        round_ = Round("3p", ["R5 R6", "O3 G9", "B4 B9"], start=start)
        seats = []
        for _ in range(4):
            seats.append(round_.seat)
            round_.place(round_.legal_cells[-1])
        assert seats == order


def test_on_a_turn_the_seat_turns_up_its_top_card() -> None:
    round_ = small_round()
    turned_up = []
    while round_.card is not None:
        turned_up.append((round_.seat, str(round_.card)))
        round_.place(round_.legal_cells[-1])
    assert turned_up == [(2, "O3"), (3, "B4"), (1, "R5"), (2, "G9"), (3, "B9"), (1, "R6")]
    assert round_.over


def test_a_placement_says_who_laid_what_where_and_whether_on_top() -> None:
    round_ = small_round()
    assert round_.place("f6") == Placement(2, Card("O3"), Cell("f6"), on_top=False)
    assert round_.place("f6") == Placement(3, Card("B4"), Cell("f6"), on_top=True)
    assert list(map(str, round_.placements)) == ["O3@f6", "B4xf6"]
    assert round_.laid_by(2) == [Card("O3")]
    assert round_.laid_by(1) == []


def test_the_cards_left_are_those_not_laid_yet_the_one_in_hand_included() -> None:
    round_ = small_round()
    round_.place("f6")
    round_.place("g6")
    assert [round_.turns_taken(seat) for seat in (1, 2, 3)] == [0, 1, 1]
    assert round_.cards_left(1) == (Card("R5"), Card("R6"))
    assert round_.cards_left(2) == (Card("G9"),)
    assert round_.cards_left(3) == (Card("B9"),)


def test_the_round_ends_at_the_first_seat_whose_deck_is_empty() -> None:
    round_ = Round("3p", ["R1 R2 R3", "O1", "B1 B2 B3"], start=3)
    seats = []
    while not round_.over:
        seats.append(round_.seat)
        round_.place(round_.legal_cells[0])
    assert seats == [3, 1, 2, 3, 1]
    assert round_.end is not None
    assert round_.end.seat == 2


def test_it_is_refused_to_play_for_another_seat_and_nothing_changes() -> None:
    round_ = small_round()
    before = round_.copy()
    with pytest.raises(TurnError) as caught:
        round_.place("f6", seat=1)
    assert caught.value.code == "not-your-turn"
    assert caught.value.sentence == "it is the turn of seat 2, not of seat 1"
    assert caught.value.values == {"expected": 2, "came": 1}
    assert round_ == before
    assert round_.place("f6", seat=2).seat == 2


def test_an_illegal_placement_changes_nothing() -> None:
    round_ = small_round()
    round_.place("f6")
    before = round_.copy()
    for cell in ("f8", "a1"):
        with pytest.raises(IllegalPlacementError):
            round_.place(cell)
    with pytest.raises(UnreadableError):
        round_.place("z9")
    assert round_ == before
    assert (round_.seat, round_.card, round_.legal_cells) == (
        before.seat,
        before.card,
        before.legal_cells,
    )


def test_undo_takes_placements_back_one_by_one_and_the_end_with_them() -> None:
    round_ = Round("2p", ["R5 R6", "B1 B2"], table="f6:R1,g6:R2,h6:R3,i6:R4")
    states = [round_.copy()]
    for cell in ("f7", "f8", "j6"):
        round_.place(cell)
        states.append(round_.copy())
    assert round_.over
    for state, cell in zip(states[-2::-1], ("j6", "f8", "f7"), strict=True):
        assert round_.undo().cell == Cell(cell)
        assert round_ == state
        assert round_.table == state.table
        assert (round_.seat, round_.card, round_.end) == (state.seat, state.card, state.end)
    with pytest.raises(TurnError) as caught:
        round_.undo()
    assert caught.value.code == "nothing-to-undo"


def test_a_copy_goes_its_own_way() -> None:
    round_ = small_round()
    round_.place("f6")
    twin, before = round_.copy(), repr(round_)
    twin.place("g6")
    twin.place("h6")
    assert repr(round_) == before
    assert len(round_.table) == len(round_.placements) == 1
    round_.undo()
    assert len(twin.table) == 3


def test_the_table_that_is_given_is_copied() -> None:
    table = punto.Table("f6:R1")
    round_ = Round("2p", ["R9", "B9"], table=table)
    round_.place("f7")
    assert table == punto.Table("f6:R1")
    table.undo()
    assert len(round_.table) == 2


def test_a_round_goes_on_from_its_cells_and_its_repr_pastes_back() -> None:
    round_ = Round("2p", ["R5 R6", "B1 ?"], start=2, edition="german-2018", table="f6:R1G2")
    round_.place("g6")
    round_.place("g6")
    pasted = eval(repr(round_), vars(punto))
    assert pasted == round_
    assert pasted.table == round_.table
    assert pasted.placements == round_.placements
    assert (pasted.seat, pasted.card) == (round_.seat, round_.card) == (2, None)
    assert round_ != Round("2p", ["R5 R6", "B1 ?"], start=2, table="f6:R1G2", cells="g6 g6")
    with pytest.raises(TypeError, match="unhashable"):
        hash(round_)


@pytest.mark.parametrize(
    ("decks", "start", "sentence"),
    [
        (["R1"], 1, "decks: expected 2 in 2p, got 1"),
        (["R1", "B1", "O1"], 1, "decks: expected 2 in 2p, got 3"),
        (["B1", "B2"], 1, "deck: expected cards of R O for seat 1, got 'B1'"),
        (["R1", "B1 O2"], 1, "deck: expected cards of B G for seat 2, got 'O2'"),
        (["R1 R1 R1", "B1"], 1, "cards: expected R1 at most 2 times, got 3"),
        (["R1", "B1"], 3, "seat: expected 1 to 2 in 2p, got 3"),
        (["R1", "B1"], 0, "seat: expected 1 to 2 in 2p, got 0"),
    ],
)
def test_decks_that_cannot_be_are_refused(decks: list[str], start: int, sentence: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        Round("2p", decks, start=start)
    assert caught.value.sentence == sentence


def test_copies_on_the_table_count_with_those_in_the_decks() -> None:
    with pytest.raises(UnreadableError, match="R1 at most 2 times, got 3"):
        Round("2p", ["R1 R1", "B1"], table="f6:R1")


@pytest.mark.parametrize(
    ("mode", "decks", "table", "line"),
    [
        ("2p", ["R9", "B9"], "f6:R1,g6:R2,h6:R3,i6:R4,j6:R5", "R1 R2 R3 R4 R5 from f6 to j6"),
        ("3p", ["R9", "O9", "B9"], "f6:O1,f7:O2,f8:O3,f9:G1O4", "O1 O2 O3 O4 from f6 to f9"),
    ],
)
def test_a_table_with_a_finished_line_is_refused(
    mode: str, decks: list[str], table: str, line: str
) -> None:
    with pytest.raises(UnreadableError) as caught:
        Round(mode, decks, table=table)
    assert caught.value.code == "unreadable-table"
    assert caught.value.sentence == f"table: expected no finished line in {mode}, got {line}"


def test_a_neutral_row_and_a_row_of_one_less_are_no_line() -> None:
    Round("3p", ["R9", "O9", "B9"], table="f6:G1,g6:G2,h6:G3,i6:G4")
    Round("2p", ["R9", "B9"], table="f6:R1,g6:R2,h6:R3,i6:R4")


def test_in_3p_every_seat_may_have_neutral_cards() -> None:
    Round("3p", ["G1", "G2", "G3"])
    with pytest.raises(UnreadableError, match="cards of O G for seat 2"):
        Round("3p", ["G1", "R2", "G3"])

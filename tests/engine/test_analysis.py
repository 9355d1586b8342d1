"""What an analysis says of a position."""

import pytest

from punto import MODES, Cell, Match, TurnError
from punto.engine import Analysis, Budget, analyse, choose
from punto.engine.analysis import MIN_VISITS, worth
from punto.rules.kernel import COMPILED

from .positions import puzzle, random_match, random_position

BUDGET = Budget(simulations=3_000 if COMPILED else 15)
PLIES = (1, 8, 21, 55) if COMPILED else (21,)
MOMENTS = [(mode, plies) for mode in MODES for plies in PLIES]


@pytest.fixture(params=MOMENTS, ids=str, scope="module")
def analysis(request: pytest.FixtureRequest) -> Analysis:
    mode, plies = request.param
    return analyse(random_position(mode, plies, plies, open_cards=plies == 21), BUDGET)


def test_has_every_legal_cell_once(analysis: Analysis) -> None:
    cells = [each.cell for each in analysis.estimates]
    assert sorted(cells) == list(analysis.position.legal_cells)
    for cell in cells:
        assert analysis.of(cell).cell == cell


def test_chances_are_shares(analysis: Analysis) -> None:
    for each in analysis.estimates:
        assert len(each.chances) == len(each.errors) == len(analysis.position.mode.sides)
        assert each.draw + sum(each.chances) == pytest.approx(1)
        assert all(0 <= chance <= 1 for chance in (each.draw, *each.chances))
        assert all(0 < error < 1 for error in each.errors)


def test_the_best_is_the_most_visited_and_the_others_follow_by_worth(analysis: Analysis) -> None:
    assert analysis.best is analysis.estimates[0]
    assert analysis.best.visits == max(each.visits for each in analysis.estimates)
    worths = [worth(analysis.position, each) for each in analysis.estimates[1:]]
    assert worths == sorted(worths, reverse=True)


def test_the_continuation_can_be_played(analysis: Analysis) -> None:
    position = analysis.position
    table, seat, mode = position.table.copy(), position.seat, position.mode
    assert seat is not None
    if analysis.best.visits >= MIN_VISITS:
        first = analysis.continuation[0]
        assert (first.cell, first.card) == (analysis.best.cell, position.card)
    shown = list(position.face_up)
    for placement in analysis.continuation:
        assert placement.seat == seat
        assert placement.cell in table.legal_cells(placement.card)
        assert placement.on_top == (table[placement.cell] is not None)
        top = shown[seat - 1]
        assert top in (None, placement.card)
        shown[seat - 1] = None
        side = mode.side_of(seat)
        assert placement.card.colour in (*side.colours, mode.neutral)
        if placement.card.colour in side.colours and top is None:
            assert placement.card in position.unseen[side.number - 1]
        table.place(placement.card, placement.cell)
        seat = mode.after(seat)


@pytest.mark.parametrize(("plies", "seed", "visits"), [(40, 30, 15), (3, 30, 8), (3, 0, 8)])
def test_a_continuation_begins_with_the_best_of_the_cells_that_were_visited_most(
    plies: int, seed: int, visits: int
) -> None:
    position = random_position("2p", seed, plies)
    found = analyse(position, Budget(simulations=visits * len(position.legal_cells)), seed=seed)
    assert [each.visits for each in found.estimates].count(found.best.visits) > 1
    assert found.continuation[0].cell == found.best.cell


@pytest.mark.skipif(not COMPILED, reason="it takes a minute")
def test_more_visits_make_smaller_errors() -> None:
    position = random_position("3p", 4, 12)
    few, many = (analyse(position, Budget(simulations=count)) for count in (100, 3_000))
    for each in many.estimates:
        assert max(each.errors) < max(few.of(each.cell).errors)


def test_takes_a_match_as_well_as_its_position() -> None:
    match = random_match("2p", 3, 10, rounds_to_win=9)
    assert analyse(match, BUDGET) == analyse(match.position(), BUDGET)


def test_nobody_is_to_move_after_the_match() -> None:
    over = random_match("4p", 1, 10_000)
    unknown = Match("2p", start=1, deals=[["? " * 36] * 2])
    for match in (over, unknown):
        with pytest.raises(TurnError, match="no card in hand"):
            analyse(match, BUDGET)
        with pytest.raises(TurnError, match="no card in hand"):
            choose(match.position(), BUDGET)


@pytest.mark.parametrize(
    ("mode", "table", "card"),
    [
        ("2p", "f6:R3,g6:R8,h6:R4,i6:R9,f7:G1,g7:B2", "R1"),
        ("3p", "f6:R3,g6:R8,h6:R4,f7:G1,g7:B2", "R1"),
        ("4p", "f6:R3,g6:R8,h6:R4,f7:G1,g7:B2", "R1"),
        ("teams", "f6:O3,g6:O8,h6:O4,i6:O9,f7:G1,g7:B2", "O1"),
    ],
)
def test_a_line_is_a_certain_win(mode: str, table: str, card: str) -> None:
    analysis = analyse(puzzle(mode, table, card), BUDGET)
    ends = [Cell("e6"), Cell("i6") if mode in ("3p", "4p") else Cell("j6")]
    for cell in ends:
        assert analysis.of(cell).chances[0] == 1
    assert analysis.best.cell in ends
    assert analysis.best.draw == 0


def test_of_two_lines_the_one_that_costs_less_is_chosen() -> None:
    # The row costs the 9, the column no more than the 6.
    table = "f6:R2,g6:R9,h6:R3,e6:B9,e7:R6,e8:R5,e9:R6,f7:G9,g7:B9,h7:O9"
    position = puzzle("4p", table, "R4")
    assert {Cell("i6"), Cell("e10")} <= set(position.legal_cells)
    assert choose(position, BUDGET) == Cell("e10")
    assert choose(puzzle("4p", table.replace("g6:R9", "g6:R5"), "R4"), BUDGET) == Cell("i6")

from dataclasses import replace
from random import Random

import pytest

from punto import Cell, Match, Table, View
from punto.bots.greedy import choose, company, odds_of, risk
from punto.rules.card import Card
from punto.rules.kernel import COMPILED


@pytest.mark.unmeasured
@pytest.mark.parametrize("mode", ["2p", "3p", "4p", "teams"])
def test_always_answers_a_legal_cell(mode: str) -> None:
    random = Random(2)
    for seed in range(3 if COMPILED else 1):
        match = Match(mode, seed=bytes([seed]) * 32, rounds_to_win=1)
        while not match.over and match.round_number < 4:
            assert match.seat is not None
            cell = choose(match.view(match.seat), random)
            assert cell in match.legal_cells
            match.place(cell)


@pytest.mark.unmeasured
def test_wins_far_more_often_than_a_random_player() -> None:
    wins, matches = 0, 20 if COMPILED else 6
    for seed in range(matches):
        random = Random(seed)
        match = Match("4p", seed=bytes([seed]) * 32, rounds_to_win=1)
        while not match.over:
            legal = match.legal_cells
            match.place(choose(match.view(1), random) if match.seat == 1 else random.choice(legal))
        wins += match.winner == 1
    assert wins >= 0.7 * matches


def view_of(table: str, card: str, mode: str = "4p") -> View:
    """Look at a puzzle from seat 1, which has this card."""
    view = Match(mode, seed=bytes(32), start=1).view(1)
    position = replace(view.position, table=Table(table), face_up=(Card(card), None, None, None))
    return replace(view, position=position, legal_cells=tuple(position.legal_cells))


def test_completes_a_line_when_it_can() -> None:
    assert choose(view_of("f6:R3,g6:R8,h6:R4,i6:B4,e6:B9", "R5"), Random(1)) == Cell("i6")


def test_hinders_the_next_seat_from_completing_one() -> None:
    view = view_of("f6:O3,g6:O8,h6:O4,e6:R9,f7:G1,g7:R1", "R9")
    assert risk(view.position, view.position.table) > 0.5
    after = view.position.table.copy()
    after.place("R9", choose(view, Random(1)))
    assert risk(view.position, after) == 0


def test_denies_the_likelier_of_two_losses() -> None:
    # Orange needs a 5 or more to cover R4 on i6, blue any card for i9; R5 can go to either.
    orange = "f6:O9,g6:O9,h6:O8,i6:R4,e6:R9"
    blue = "f9:B9,g9:B9,h9:B8,e9:G9"
    view = view_of(f"{orange},{blue},f7:G9,f8:R9", "R5")
    assert {Cell("i6"), Cell("i9")} <= set(view.legal_cells)
    assert choose(view, Random(1)) == Cell("i9")


def test_builds_where_its_own_cards_are() -> None:
    assert company(Table("f6:R3,g6:R8,h6:R4,i6:B4"), Card("R5"), Cell("i6")) == 2
    chosen = choose(view_of("f6:G9,g6:G9,h6:B9,h7:R9", "R1"), Random(1))
    assert company(Table("f6:G9,g6:G9,h6:B9,h7:R9"), Card("R1"), chosen) == 1


def test_knows_how_likely_a_line_is() -> None:
    position = Match("4p", seed=bytes(32), start=1).position()
    assert risk(position, Table("f6:O3,g6:O8,h6:O4")) == 1
    assert risk(position, Table("f6:R3,g6:R8,h6:R4")) == 0
    blocked = Table("f6:O3,g6:O8,h6:O4,e6:R9,i6:R6")
    assert risk(position, blocked) == pytest.approx(6 / 18)  # an orange 7, 8 or 9 on the 6


def test_a_card_that_lies_open_is_certain() -> None:
    position = Match("4p", seed=bytes(32), start=1, open_cards=True).position()
    assert odds_of(position, 2) == {position.face_up[1]: 1}


def test_neutral_cards_make_lines_less_likely() -> None:
    position = Match("3p", seed=bytes(32), start=1).position()
    assert sum(odds_of(position, 2).values()) == pytest.approx(18 / 24)

"""Looking two cards ahead: the mean over all cards that may come, the same on both kernels."""

from collections import Counter

import pytest

from punto import Position
from punto.engine import evaluate
from punto.engine.evaluation import ANY_STATE, worths
from punto.engine.evaluator import Evaluator
from punto.engine.layout import layout_of
from punto.engine.look_ahead import LookAhead
from punto.engine.network import network_for
from punto.engine.search import choose_by_look_ahead, winning_cells
from punto.engine.simulation import Simulation
from punto.engine.stakes import stakes_for_tree, stakes_of
from punto.rules.cell import Cell
from punto.rules.kernel import COMPILED

from .asking import ON_BOTH_KERNELS, ask
from .positions import puzzle, random_position


def look_ahead_from(position: Position) -> LookAhead:
    layout = layout_of(position)
    evaluator = Evaluator(network_for(position.mode), layout)
    return LookAhead(Simulation(layout, ANY_STATE), evaluator, stakes_for_tree(position))


def worth_by_hand(position: Position, cell: Cell) -> float:
    """Compute the mean from positions after each card that may come, one after the other."""
    assert position.seat is not None
    mine = position.mode.side_of(position.seat).number - 1
    stakes = stakes_of(position)[mine]
    cards = Counter(position.unseen[1 - mine])
    total = 0.0
    for card, count in cards.items():
        after = position.after(cell, next_card=card)
        if winning_cells(after):
            total += count * stakes[2 - mine]
            continue
        opinions = evaluate(after, calibrated=False)
        judged = worths(after, opinions)
        best = opinions[judged.index(max(judged))]
        total += count * sum(
            chance * stake for chance, stake in zip((best.draw, *best.chances), stakes, strict=True)
        )
    return total / cards.total()


@pytest.mark.parametrize("plies", [4, 15, 31] if COMPILED else [31])
def test_a_cell_is_worth_the_mean_over_all_cards_that_may_come(plies: int) -> None:
    position = random_position("2p", seed=plies, plies=plies)
    look_ahead = look_ahead_from(position)
    favourites = look_ahead.favourites(3)
    judged = worths(position, evaluate(position, calibrated=False))
    liked = dict(zip(position.legal_cells, judged, strict=True))
    worst = min(liked[Cell(cell)] for cell, _ in favourites)
    assert sum(worth > worst for worth in judged) < len(favourites) == 3
    for cell, spot in favourites:
        assert look_ahead.judge(spot) == pytest.approx(worth_by_hand(position, Cell(cell)))


def test_a_card_that_lies_open_is_the_only_one_that_may_come() -> None:
    row = "f6:B3,g6:B2,h6:B3,i6:B4,e6:G8,j6:G8,f7:R9"
    wins, harmless = (
        look_ahead_from(puzzle("2p", row, "R1", open_cards=[up])) for up in ("B9", "B5")
    )
    assert all(wins.judge(spot) == 0 for _, spot in wins.favourites(4))
    assert all(harmless.judge(spot) > 0 for _, spot in harmless.favourites(4))


def test_a_win_in_hand_is_taken_and_a_row_of_four_is_stopped() -> None:
    won = puzzle("2p", "f6:R1,g6:R2,h6:R3,i6:R4", "R9")
    assert choose_by_look_ahead(won, 5) in winning_cells(won)
    lost = puzzle("2p", "f6:B1,g6:B2,h6:B3,i6:B4,f7:R1,g7:R2", "R9")
    assert str(choose_by_look_ahead(lost, 5)) in ("f6", "g6", "h6", "i6")


def test_without_time_it_takes_what_the_network_likes_best() -> None:
    position = random_position("2p", seed=9, plies=12)
    first, _ = look_ahead_from(position).favourites(1)[0]
    assert choose_by_look_ahead(position, 8, milliseconds=0) == Cell(first)


@ON_BOTH_KERNELS
def test_both_kernels_look_ahead_alike() -> None:
    interpreted = ask("report_look_ahead", interpreted=True).splitlines()
    ordinary = ask("report_look_ahead", interpreted=False).splitlines()
    assert interpreted[0] == "False"
    assert interpreted[1:] == ordinary[1:]
    assert len(interpreted) == 1 + 3 * 4

"""The learned evaluation: chances for every cell, the same on both kernels."""

from dataclasses import replace

import pytest

from punto import MODES, Match
from punto.engine import evaluate, network, vectors
from punto.engine.evaluation import worths
from punto.engine.search import winning_cells

from .asking import ask
from .positions import puzzle, random_position


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("plies", [1, 7, 15, 30])
def test_every_legal_cell_gets_chances_that_add_up_to_one(mode: str, plies: int) -> None:
    position = random_position(mode, seed=plies, plies=plies)
    found = evaluate(position)
    assert [each.cell for each in found] == list(position.legal_cells)
    for each in found:
        assert len(each.chances) == len(position.mode.sides)
        assert each.draw + sum(each.chances) == pytest.approx(1, abs=0.001)
        assert min(each.draw, *each.chances) >= 0


def test_a_cell_that_wins_is_certain() -> None:
    position = puzzle("2p", "f6:R1,g6:R2,h6:R3,i6:R4", "R9")
    won = set(winning_cells(position))
    assert won
    for each in evaluate(position):
        assert (each.chances[0] == 1) == (each.cell in won)


def test_a_last_card_is_worth_what_the_stalemate_will_be() -> None:
    """The other seat has no card left, so the round ends after this placement."""
    full = puzzle("2p", "f6:R5,g6:R4,h6:B9,g7:B1", "R8", unseen=("R1", "B2"))
    last = replace(full, decks=(full.decks[0], 0), unseen=(full.unseen[0], ()))
    for each in evaluate(last):
        assert {each.draw, *each.chances} <= {0.0, 1.0}


@pytest.mark.parametrize("mode", MODES)
def test_a_view_a_match_and_a_position_are_evaluated_alike(mode: str) -> None:
    match = Match(mode, seed=bytes(32), start=1)
    match.place("f6")
    assert evaluate(match) == evaluate(match.position()) == evaluate(match.view(2))


@pytest.mark.parametrize("mode", ["2p", "teams"])
def test_the_network_stops_a_row_of_four(mode: str) -> None:
    """Blue completes its row on j6 or e6 with any card, unless red covers one of the four."""
    position = puzzle(mode, "f6:B1,g6:B2,h6:B3,i6:B4,f7:R1,g7:R2", "R9")
    best = max(zip(worths(position, evaluate(position)), position.legal_cells, strict=True))[1]
    assert str(best) in ("f6", "g6", "h6", "i6")


def test_somebody_who_overlooks_diagonals_or_threats_sees_other_chances() -> None:
    position = puzzle("2p", "f6:B1,g7:B2,h8:B3,i9:B4,f7:R1,g6:R2", "R9")
    seen = evaluate(position)
    assert evaluate(position, diagonals=False) != seen
    assert evaluate(position, foresees=False) != seen
    across = puzzle("2p", "f6:B1,g6:B2", "R9")
    threats = [evaluate(across, foresees=foresees) for foresees in (True, False)]
    assert threats[0] == threats[1]  # nobody can complete a row yet


@pytest.mark.parametrize("mode", MODES)
def test_a_card_that_is_up_counts_as_known(mode: str) -> None:
    """With open cards it is no matter of chance whether the next seat completes its row."""
    row, colour = "f6:B3,g6:B2,h6:B3,i6:B4,e6:G8,j6:G8", "B"
    if mode in ("3p", "4p"):
        row, colour = "f6:O3,g6:O2,h6:O3,e6:G8,i6:G8", "O"
    wins, harmless = (
        evaluate(puzzle(mode, row, "R1", open_cards=[f"{colour}{value}"])) for value in (9, 5)
    )
    for each, other in zip(wins, harmless, strict=True):
        assert each.chances[1] > other.chances[1]


def test_the_sizes_of_both_kernels_agree() -> None:
    header = (network.FOLDER.parent / "vectors.h").read_text("ascii")
    for name in ("DEPTH", "HIDDEN", "STATES", "STRIDE", "UNIT", "COUNTS_A_SIDE", "PATTERNS"):
        assert f"{name} = {getattr(vectors, name)}" in header
    assert vectors.CERTAIN == 1 << 16


def test_both_kernels_think_alike() -> None:
    interpreted = ask("report_evaluations", interpreted=True).splitlines()
    ordinary = ask("report_evaluations", interpreted=False).splitlines()
    assert interpreted[0] == "False"
    assert interpreted[1:] == ordinary[1:]
    assert len(interpreted) == 1 + 10 * len(MODES)


def test_sums_that_are_updated_card_by_card_are_right() -> None:
    assert ask("report_windows", interpreted=True) == "as it should be\n"

"""How simulations end: as the rules say, with wins taken and denied where that can be done."""

from dataclasses import replace

import pytest

from punto import EDITIONS, MODES, Position
from punto.engine import Budget, analyse
from punto.rules.kernel import COMPILED

from .exact import exact
from .positions import puzzle, random_match


def last_card(mode: str, edition: str, seed: int) -> Position:
    """Take a random moment in which nobody has a card left but the one in hand."""
    position = random_match(mode, seed, 30 + seed, edition=edition, rounds_to_win=4).position()
    return replace(
        position,
        decks=tuple(int(up is not None) for up in position.face_up),
        unseen=((),) * len(position.unseen),
        neutrals=tuple(
            int(up is not None and up.colour is position.mode.neutral) for up in position.face_up
        ),
        kept=((),) * len(position.kept),
        unseen_neutrals=(),
    )


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_the_last_card_ends_the_round_as_the_rules_say(mode: str, edition: str) -> None:
    ends = set()
    for seed in range(25 if COMPILED else 8):
        position = last_card(mode, edition, seed)
        true = exact(position)
        cells = len(true)
        for estimate in analyse(position, Budget(simulations=2 * cells)).estimates:
            assert estimate.visits
            assert (estimate.draw, *estimate.chances) == true[estimate.cell]
            ends.add(true[estimate.cell])
    assert len(ends) > (2 if COMPILED else 1)


WAITING = (
    "e6:R9,f6:O9,g6:O9,h6:O8,f7:G9,g7:B9,h7:R8,i7:G9,j7:B9,j6:R8,j5:G8,"
    "e8:R9,f8:B8,g8:B8,h8:B7,i8:O8"
)
"""Orange wins with any card on i6; else blue has the cheaper row at the end."""


def test_a_playout_takes_an_immediate_win() -> None:
    position = puzzle("4p", WAITING, "R1", unseen=("R22", "O11", "B11", "G11"))
    cells = len(position.legal_cells)
    for estimate in analyse(position, Budget(simulations=2 * cells)).estimates:
        assert estimate.visits
        if str(estimate.cell) != "i6":
            assert estimate.chances == (0, 1, 0, 0)


@pytest.mark.unmeasured
def test_nobody_hands_over_a_win() -> None:
    # Red's 7 must go to i6; orange's 1 does not take it off again.
    position = puzzle("4p", WAITING, "R7", unseen=("R7", "O11", "B11", "G11"))
    analysis = analyse(
        position, Budget(simulations=(40 if COMPILED else 15) * len(position.legal_cells))
    )
    assert str(analysis.best.cell) == "i6"
    assert analysis.best.chances[1] < 0.2
    others = [each for each in analysis.estimates if each is not analysis.best]
    assert all(each.chances[1] == 1 for each in others)


def test_partners_do_not_stop_each_other() -> None:
    # Seat 2 has nothing that can reach j6, so that seat 3 wins for both with any red card.
    table = "e6:B9,f6:R9,g6:R9,h6:R8,i6:R8,j6:G4,f7:G9,j7:B8,i7:G8"
    position = puzzle("teams", table, "O1", unseen=("R77", "B11G11"))
    cells = len(position.legal_cells)
    for estimate in analyse(position, Budget(simulations=2 * cells)).estimates:
        assert estimate.visits
        assert estimate.chances[0] > 0.99  # the network is not quite sure

"""Looks into the evaluator, which only the interpreted kernel allows.

The sums of all windows after a card, updated from those before it, must be what they are when they
are counted anew; and a table that is mirrored or turned must have the same sums.
"""

from typing import Any

from punto import MODES, Position
from punto.engine.evaluator import Evaluator
from punto.engine.layout import layout_of
from punto.engine.network import network_for
from punto.engine.simulation import Simulation

from .positions import random_position


def check_updates(position: Position) -> int:
    """Try every legal cell; return how many left the square fewer places to lie in."""
    layout = layout_of(position)
    network = network_for(position.mode)
    game: Any = Simulation(layout, 7)
    game.deal()
    evaluator: Any = Evaluator(network, layout)
    evaluator.rate(game)
    legal, grown = game.legal, 0
    while legal:
        spot = (legal & -legal).bit_length() - 1
        legal &= legal - 1
        evaluator.try_card(game, spot)
        anew: Any = Evaluator(network, layout)
        anew.look(evaluator.board)
        assert evaluator.trial == anew.sums
        size = evaluator.board.width, evaluator.board.height
        grown += size != (game.board.width, game.board.height)
    return grown


if __name__ == "__main__":
    grown = 0
    for mode in MODES:
        for plies in (1, 4, 9, 16, 24):
            grown += check_updates(random_position(mode, seed=plies, plies=plies))
    assert grown > 20
    print("as it should be")

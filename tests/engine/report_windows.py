"""Looks into the evaluator, which only the interpreted kernel allows.

The sums of all windows after a card, updated from those before it, must be what they are when they
are counted anew; and what a card is to a colour must follow from the cards that can cover it.
"""

from typing import Any

from punto import MODES, Card, Position
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
        anew.packed = evaluator.packed
        anew.look(evaluator.board)
        assert evaluator.trial == anew.sums
        size = evaluator.board.width, evaluator.board.height
        grown += size != (game.board.width, game.board.height)
    return grown


def check_states(position: Position) -> set[int]:
    """Compare the states of all cards with cards counted one by one; return what came up."""
    game: Any = Simulation(layout_of(position), 7)
    evaluator: Any = Evaluator(network_for(position.mode), layout_of(position))
    game.deal()
    evaluator.rate(game)
    seen = set()
    for side in position.mode.sides:
        own = list(position.unseen[side.number - 1])
        rivals = [card for cards in position.unseen for card in cards]
        rivals = [card for card in rivals if card not in own]
        for seat, top in enumerate(position.face_up, start=1):
            if top is not None and seat != position.seat:
                (own if position.mode.side_of(seat) is side else rivals).append(top)
        for colour in side.colours:
            for card in map(Card, ALL_CARDS):
                if card.colour is colour:
                    whole = 72 - 18 * len(side.colours)
                    state = 4 - amount_of(rivals, card, whole)
                else:
                    state = 8 - amount_of([each for each in own if each.colour is colour], card, 18)
                assert evaluator.packed[card] >> 16 * colour & 0xFFFF == state
                seen.add(state)
    return seen


def amount_of(cards: list[Card], covered: Card, whole: int) -> int:
    """Tell none, few, some and many of the cards that could cover another."""
    count = sum(card.value > covered.value for card in cards)
    return 0 if not count else 1 if count / whole <= 1 / 9 else 2 if count / whole <= 4 / 9 else 3


ALL_CARDS = [f"{colour}{value}" for colour in "RBGO" for value in range(1, 10)]


if __name__ == "__main__":
    states = set()
    for mode in ("2p", "4p", "teams"):  # in 3p, nobody knows which neutral cards are left
        for plies in (0, 5, 16, 24, 40):
            states |= check_states(random_position(mode, seed=plies, plies=plies))
    assert states == set(range(1, 9))
    grown = 0
    for mode in MODES:
        for plies in (1, 4, 9, 16, 24):
            grown += check_updates(random_position(mode, seed=plies, plies=plies))
    assert grown > 20
    print("as it should be")

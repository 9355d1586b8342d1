"""Prints what the network thinks of positions, to be compared with another kernel."""

from punto import MODES
from punto.engine import evaluate
from punto.rules.kernel import COMPILED

from .positions import random_position

if __name__ == "__main__":
    print(COMPILED)
    for mode in MODES:
        for plies, open_cards in ((1, False), (6, False), (12, True), (25, False), (90, False)):
            position = random_position(mode, seed=plies, plies=plies, open_cards=open_cards)
            print(evaluate(position))
            print(evaluate(position, diagonals=False, foresees=False))

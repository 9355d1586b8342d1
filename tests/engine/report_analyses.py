"""Prints analyses, to be compared with those of another kernel."""

from punto import MODES
from punto.engine import Budget, analyse
from punto.rules.kernel import COMPILED

from .positions import random_position

if __name__ == "__main__":
    print(COMPILED)
    for mode in MODES:
        for plies, open_cards in ((3, False), (12, True), (22, False)):
            position = random_position(mode, seed=plies, plies=plies, open_cards=open_cards)
            print(analyse(position, Budget(simulations=40), seed=plies))

"""Prints what a look two cards ahead finds, to be compared with another kernel."""

from punto import MODES
from punto.engine.evaluation import ANY_STATE
from punto.engine.evaluator import Evaluator
from punto.engine.layout import layout_of
from punto.engine.look_ahead import LookAhead
from punto.engine.network import network_for
from punto.engine.simulation import Simulation
from punto.engine.stakes import stakes_for_tree
from punto.rules.kernel import COMPILED

from .positions import random_position

if __name__ == "__main__":
    print(COMPILED)
    for mode in MODES:
        for plies, open_cards in ((6, False), (20, True), (90, False)):
            position = random_position(mode, seed=plies, plies=plies, open_cards=open_cards)
            layout = layout_of(position)
            look_ahead = LookAhead(
                Simulation(layout, ANY_STATE),
                Evaluator(network_for(position.mode), layout),
                stakes_for_tree(position),
            )
            print([(cell, look_ahead.judge(spot)) for cell, spot in look_ahead.favourites(2)])

"""Searches run at the same time as all else."""

from threading import Event, Thread
from time import sleep

import pytest

from punto.engine import Budget
from punto.engine.layout import layout_of
from punto.engine.search import MAX_EDGES, search
from punto.engine.simulation import Simulation
from punto.engine.stakes import stakes_for_tree
from punto.engine.tree import Tree
from punto.rules.kernel import COMPILED

from .positions import random_position


@pytest.mark.skipif(not COMPILED, reason="plain Python runs one thread at a time")
def test_python_goes_on_during_one_call_of_a_search() -> None:
    position = random_position("2p", 2, 5)
    tree = Tree(Simulation(layout_of(position), 1), stakes_for_tree(position), MAX_EDGES)
    begun, done = Event(), Event()

    def run() -> None:
        begun.set()
        tree.search(400_000)
        done.set()

    thread = Thread(target=run)
    thread.start()
    begun.wait()
    steps = 0
    while not done.is_set():
        sleep(0.001)
        steps += 1
    thread.join()
    assert steps > 20  # if the call kept all others waiting there would be two or three


@pytest.mark.skipif(not COMPILED, reason="plain Python runs one thread at a time")
def test_a_short_search_ends_while_a_long_one_is_running() -> None:
    position = random_position("3p", 2, 5)
    tree = Tree(Simulation(layout_of(position), 1), stakes_for_tree(position), MAX_EDGES)
    thread = Thread(target=tree.search, args=(400_000,))
    thread.start()
    search(position, Budget(simulations=100), 1)
    assert thread.is_alive()
    thread.join()

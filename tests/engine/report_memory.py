"""Prints by how many bytes the memory of a process grows with its searches."""

import gc
import sys
from pathlib import Path
from resource import getpagesize

from punto import MODES
from punto.engine import Budget, analyse, choose
from punto.engine.layout import layout_of
from punto.engine.search import max_edges, search_by_value
from punto.engine.simulation import Simulation
from punto.engine.stakes import stakes_for_tree
from punto.engine.tree import Tree

from .positions import random_position

TINY = Budget(simulations=2)


def resident() -> int:
    """Read how many bytes of memory this process has now."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * getpagesize()


def many(count: int) -> int:
    """Search often: one in 200 from a position, the others from its layout, to save time."""
    positions = [random_position(mode, 2, 9) for mode in MODES]
    prepared = [(layout_of(each), stakes_for_tree(each)) for each in positions]

    def run(count: int) -> None:
        for number in range(count):
            layout, stakes = prepared[number % 4]
            tree = Tree(Simulation(layout, number + 1), stakes, max_edges(TINY))
            tree.search(2)
            if number % 200 == 0:
                choose(positions[number // 200 % 4], TINY, seed=number)
                analyse(positions[number // 200 % 4], TINY, seed=number)

    run(count // 50)
    gc.collect()
    before = resident()
    run(count)
    gc.collect()
    return resident() - before


def long(count: int) -> int:
    """Search long, and look at the memory before anything is given back."""
    position = random_position("2p", 2, 5)
    analyse(position, TINY)
    before = resident()
    tree = search_by_value(position, Budget(simulations=count), 1, detailed=True)
    grown = resident() - before
    assert sum(visits for _, visits, _ in tree.ranking()) == count
    return grown


def after(count: int) -> int:
    """Search long three times, and look at the memory once all is given back."""
    position = random_position("2p", 2, 5)
    analyse(position, TINY)
    before = resident()
    for seed in range(3):
        search_by_value(position, Budget(simulations=count // 3), seed, detailed=True)
    gc.collect()
    return resident() - before


if __name__ == "__main__":
    print({"many": many, "long": long, "after": after}[sys.argv[1]](int(sys.argv[2])))

"""What tree.py offers, compiled or interpreted."""

from array import array

from punto.engine.simulation import Simulation

class Tree:
    def __init__(self, game: Simulation, stakes: array[float], room: int) -> None: ...
    def search(self, count: int) -> int: ...
    def counts(self) -> list[int]: ...

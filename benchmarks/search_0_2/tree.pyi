"""What tree.py offers."""

from array import array

from .simulation import Simulation

class Tree:
    def __init__(self, game: Simulation, stakes: array[float], room: int) -> None: ...
    def search(self, count: int) -> int: ...
    def counts(self) -> list[int]: ...

"""What value_tree.py offers, compiled or interpreted."""

from array import array

from punto.engine.evaluator import Evaluator
from punto.engine.simulation import Simulation

class ValueTree:
    def __init__(
        self, game: Simulation, evaluator: Evaluator, stakes: array[float], room: int
    ) -> None: ...
    def search(self, count: int) -> int: ...
    def ranking(self) -> list[tuple[int, int, float]]: ...

"""What value_tree.py offers, compiled or interpreted."""

from array import array
from typing import Any

from punto.engine.evaluator import Evaluator
from punto.engine.simulation import Simulation

class ValueTree:
    trust: float
    def __init__(
        self,
        game: Simulation,
        evaluator: Evaluator,
        stakes: array[float],
        room: int,
        detailed: bool = False,
    ) -> None: ...
    def search(self, count: int) -> int: ...
    def ranking(self) -> list[tuple[int, int, float]]: ...
    def outlooks(self) -> list[Any]: ...
    def continuation(self, cell: int, least: int) -> list[tuple[int, int]]: ...

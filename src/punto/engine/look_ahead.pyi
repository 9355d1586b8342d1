"""What look_ahead.py offers, compiled or interpreted."""

from array import array

from punto.engine.evaluator import Evaluator
from punto.engine.simulation import Simulation

class LookAhead:
    def __init__(self, game: Simulation, evaluator: Evaluator, stakes: array[float]) -> None: ...
    def favourites(self, most: int) -> list[tuple[int, int]]: ...
    def judge(self, spot: int) -> float: ...

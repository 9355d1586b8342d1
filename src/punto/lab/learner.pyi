"""What learner.py offers, compiled or interpreted."""

from array import array
from typing import Any

from punto.engine.evaluator import Evaluator
from punto.engine.simulation import Simulation
from punto.rules.kernel import Chance

class Learner:
    def __init__(
        self,
        sides: int,
        numbers: array[int],
        rows: array[float],
        squares: array[float],
        weights: array[float],
        moments: tuple[array[float], array[float]],
        steps: int,
    ) -> None: ...
    def learn(
        self,
        game: Simulation,
        evaluator: Evaluator,
        chance: Chance,
        rounds: int,
        rate: float,
        row_rate: float,
        trace: float,
        exploring: float,
        noise: float,
        exact: bool,
    ) -> None: ...
    def export(self, rows: array[int], limit: int) -> None: ...
    def report(self) -> dict[str, Any]: ...

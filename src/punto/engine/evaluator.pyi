"""What evaluator.py offers, compiled or interpreted."""

from array import array

from punto.engine.layout import Layout
from punto.engine.network import Network
from punto.engine.simulation import Simulation

def inputs_of(sides: int) -> int: ...
def canonical_patterns() -> array[int]: ...

class Evaluator:
    def __init__(self, network: Network, layout: Layout, foresees: bool = True) -> None: ...
    def chances(self, game: Simulation) -> list[list[float]]: ...

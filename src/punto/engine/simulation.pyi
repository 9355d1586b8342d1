"""What simulation.py offers, compiled or interpreted."""

from punto.engine.layout import Layout

class Simulation:
    def __init__(self, layout: Layout, seed: int) -> None: ...

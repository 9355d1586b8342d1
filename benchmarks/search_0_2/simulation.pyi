"""What simulation.py offers."""

from .layout import Layout

class Simulation:
    def __init__(self, layout: Layout, seed: int) -> None: ...

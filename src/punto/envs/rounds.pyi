"""What rounds.py offers, compiled or interpreted."""

from array import array
from collections.abc import Mapping

from punto.rules.kernel import Playouts

DISABLED: int
NEXT_STEP: int
SAME_STEP: int
RESET: int
STEP: int
CHOOSE: int

class Rounds:
    def __init__(
        self,
        deals: Playouts,
        colours: bytearray,
        prizes: array[float],
        states: array[int],
        autoreset: int,
        symmetric: bool,
        buffers: Mapping[str, memoryview],
    ) -> None: ...
    def run(self, job: int, others: list[Rounds]) -> None: ...
    def serve(self) -> None: ...
    def stop(self) -> None: ...
    def observe(self, i: int, seat: int, out: memoryview | bytearray) -> None: ...
    def card(self, i: int) -> int: ...
    def visible(self, i: int) -> list[tuple[int, int]]: ...

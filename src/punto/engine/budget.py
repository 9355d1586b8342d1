"""How long a search may go on."""

from dataclasses import dataclass

from punto.rules.errors import UnreadableError

MOST_SIMULATIONS = 10**9


@dataclass(frozen=True, slots=True)
class Budget:
    """A number of simulations, a number of milliseconds, or both: whichever is used up first.

    With simulations alone, the same seed gives the same answer on every machine.
    """

    simulations: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if self.simulations is None and self.milliseconds is None:
            raise UnreadableError("budget", expected="simulations or milliseconds", came=None)
        if self.simulations is not None and not 0 < self.simulations <= MOST_SIMULATIONS:
            expected = f"1 to {MOST_SIMULATIONS:,} simulations"
            raise UnreadableError("budget", expected=expected, came=self.simulations)
        if self.milliseconds is not None and not 0 < self.milliseconds < float("inf"):
            raise UnreadableError("budget", expected="above 0 ms", came=self.milliseconds)

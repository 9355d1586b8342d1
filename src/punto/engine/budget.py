"""How long a search may go on."""

from dataclasses import dataclass

from punto.rules.errors import UnreadableError

MOST_SIMULATIONS = 10**9
LONGEST = 24 * 60 * 60 * 1000
"""A day, in milliseconds."""


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
        if self.simulations is not None and not is_within(self.simulations, int, MOST_SIMULATIONS):
            expected = f"1 to {MOST_SIMULATIONS:,} simulations"
            raise UnreadableError("budget", expected=expected, came=self.simulations)
        if self.milliseconds is not None and not is_within(
            self.milliseconds, (int, float), LONGEST
        ):
            expected = f"above 0 and at most {LONGEST:,} ms"
            raise UnreadableError("budget", expected=expected, came=self.milliseconds)


def is_within(number: object, kind: type | tuple[type, ...], most: float) -> bool:
    """Tell whether something is a number of a kind, above 0 and not too large."""
    return isinstance(number, kind) and not isinstance(number, bool) and 0 < number <= most  # type: ignore[operator]

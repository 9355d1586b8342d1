"""The aims of the project's bots: the rows that `bench strength` plays without names."""

from dataclasses import dataclass
from itertools import pairwise

from benchmarks._opponents import is_there
from benchmarks._pairing import SEATINGS, Pairing
from benchmarks._strength_result import Result

from punto.bots.levels import LEVELS

MASTER = "master"
"""The strongest bot."""

QUICK_BOT = "expert"
"""The bot that is to be level with a long plain search in a millisecond a move."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What the share of the first party should be, and how long it may think."""

    least: float
    most: float = 1.0
    low_above: float = 0.0
    """The whole interval should be above this."""
    max_ms: float | None = None
    """The longest mean processor time a move."""

    def is_met(self, result: Result) -> bool:
        """Whether a result is as it should be."""
        found = result.estimate
        if found is None or not self.least <= found.share <= self.most:
            return False
        return found.low > self.low_above and (
            self.max_ms is None or result.first_times.processor <= self.max_ms
        )

    def __str__(self) -> str:
        words = [f"{self.least:.0%}"]
        if self.most < 1:
            words.append(f"to {self.most:.0%}")
        if self.low_above:
            words.append(f"with the interval above {self.low_above:.0%}")
        if self.max_ms is not None:
            words.append(f"in at most {self.max_ms:g} ms")
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Row:
    """A pairing and its aims."""

    name: str
    pairing: Pairing
    aims: tuple[Aim, ...]

    def missing_bots(self) -> list[str]:
        """Name the bots that do not exist."""
        return [name for name in (self.pairing.first, self.pairing.second) if not is_there(name)]


def line_up_of(mode: str) -> str:
    """Return the line-up of a mode; the first of two in `3p`."""
    return next(iter(SEATINGS[mode]))


def level_rows() -> list[Row]:
    """Let each level meet the one below: by how much it should win in `2p`, and in which order."""
    rows = []
    for mode in SEATINGS:
        for below, level in pairwise(LEVELS):
            pairing = Pairing(level.name, below.name, mode, line_up_of(mode))
            aim = Aim(0.65, 0.75) if mode == "2p" else Aim(pairing.even)
            rows.append(Row(f"levels-{mode}-{level.name}", pairing, (aim,)))
    return rows


ROWS = (
    Row(
        "equal-time",
        Pairing(MASTER, "plain-equal"),
        (Aim(0.70), Aim(0.60, low_above=0.55)),
    ),
    Row("quick", Pairing(QUICK_BOT, "plain-20000"), (Aim(0.48, max_ms=1.0),)),
    Row("4p", Pairing(MASTER, "plain-2000", "4p", line_up_of("4p")), (Aim(0.60),)),
    Row("3p", Pairing(MASTER, "plain-2000", "3p", line_up_of("3p")), (Aim(0.45),)),
    Row("teams", Pairing(MASTER, "plain-2000", "teams", line_up_of("teams")), (Aim(0.65),)),
    Row("match", Pairing(MASTER, "expert-0.2", rounds_to_win=2), (Aim(0.75),)),
    *level_rows(),
    Row("ten-times-3ms", Pairing("engine-30ms", "engine-3ms"), (Aim(0.60),)),
    Row("ten-times-30ms", Pairing("engine-300ms", "engine-30ms"), (Aim(0.60),)),
)

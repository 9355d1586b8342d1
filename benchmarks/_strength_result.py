"""The result of a pairing: the share with its interval, the test's verdict, and times."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import ceil
from typing import Any

from benchmarks._pairing import Deal, MoveTime, Pairing

from punto.lab.interval import Estimate, Sets, estimate
from punto.lab.sprt import Sprt


@dataclass(slots=True)
class Result:
    """What the deals so far say about a pairing."""

    pairing: Pairing
    deals: list[Deal] = field(default_factory=list)

    @property
    def sets(self) -> Sets:
        """The tallies, deal by deal."""
        return [deal.tallies for deal in self.deals]

    @property
    def matches(self) -> int:
        """How many matches, or single rounds, were played."""
        return sum(len(deal.tallies) for deal in self.deals)

    @property
    def estimate(self) -> Estimate | None:
        """The share of the first party, with its 95 % interval; None if nothing was decided."""
        return estimate([self.sets])

    @property
    def draws(self) -> int:
        """How many rounds nobody won."""
        return sum(deal.draws for deal in self.deals)

    @property
    def faults(self) -> list[str]:
        """What bots did instead of choosing a legal cell: each lost a round by it."""
        return [fault for deal in self.deals for fault in deal.faults]

    @property
    def first_times(self) -> "Times":
        """How long the first party thought."""
        return Times.of([time for deal in self.deals for time in deal.first_times])

    @property
    def second_times(self) -> "Times":
        """How long the second party thought."""
        return Times.of([time for deal in self.deals for time in deal.second_times])

    def as_json(self, sprt: Sprt | None) -> dict[str, Any]:
        """Return everything that is worth keeping."""
        found = self.estimate
        return {
            **asdict(self.pairing),
            "deals": len(self.deals),
            "matches": self.matches,
            "even": self.pairing.even,
            "share": found and found.share,
            "low": found and found.low,
            "high": found and found.high,
            "draws": self.draws,
            "faults": self.faults,
            "first_ms": asdict(self.first_times),
            "second_ms": asdict(self.second_times),
            "sprt": sprt
            and {**asdict(sprt), "llr": sprt.ratio(self.sets), "accepts": sprt.accepts(self.sets)},
        }


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds a move: by the clock, and what of it the processor worked."""

    mean: float
    p99: float
    processor: float

    @classmethod
    def of(cls, times: Sequence[MoveTime]) -> "Times":
        """Sum up the times of moves."""
        if not times:
            return cls(0.0, 0.0, 0.0)
        clock, processor = (sorted(each) for each in zip(*times, strict=True))
        count = len(times)
        return cls(sum(clock) / count, clock[ceil(0.99 * count) - 1], sum(processor) / count)

    def __str__(self) -> str:
        return f"{short(self.processor)} ({short(self.mean)}, {short(self.p99)})"


def short(milliseconds: float) -> str:
    """Write a time with as many digits as it deserves."""
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.2f}"

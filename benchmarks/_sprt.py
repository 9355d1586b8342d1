"""A sequential probability ratio test of a share, on paired deals.

It decides between two hypotheses about the share of decided rounds that the first party takes: H0,
the share is `low`, and H1, it is `high`. After n deals, of which deal i had d_i decided rounds and
w_i of them were won, let p = sum(w) / sum(d) and

    V = (n / (n - 1) * sum((w_i - p * d_i)**2) + CAUTION) / sum(d)**2
    LLR = (high - low) * (p - (low + high) / 2) / V

This is the logarithm of the likelihood ratio if p is normally distributed with variance V (the
generalised test that chess engines are developed with). V is the variance between deals, so the
luck of the cards, which all seatings of a deal share, cancels out. `CAUTION`, the same number as in
the intervals, keeps V above 0. The test accepts H1 when LLR reaches log((1 - beta) / alpha), and H0
when it falls to log(beta / (1 - alpha)). Deals count in the order of their numbers, not in that in
which processes finish them, so the same seed gives the same verdict.
"""

from dataclasses import dataclass
from math import log

from punto.lab.interval import CAUTION, POSSIBLE, TAKEN, Sets, spread, total

ALPHA = BETA = 0.05
"""The probability of accepting H1 where H0 is true, and of accepting H0 where H1 is true."""

MIN_DEALS = 10
"""Fewer deals say too little about the variance."""

LIMIT = log((1 - BETA) / ALPHA)
"""Both limits, as alpha and beta are equal."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two shares to decide between."""

    low: float
    high: float

    def ratio(self, deals: Sets) -> float:
        """Return the logarithm of the likelihood ratio; above 0 speaks for the higher share."""
        decided = total([deals], POSSIBLE)
        if not decided or len(deals) < MIN_DEALS:
            return 0.0
        share = total([deals], TAKEN) / decided
        variance = (spread(deals) + CAUTION) / decided**2
        return (self.high - self.low) * (share - (self.low + self.high) / 2) / variance

    def accepts(self, deals: Sets) -> float | None:
        """Return the share that is accepted; None while the test is undecided."""
        ratio = self.ratio(deals)
        if ratio >= LIMIT:
            return self.high
        return self.low if ratio <= -LIMIT else None

    def verdict(self, deals: Sets) -> str:
        """Put the state of the test into words."""
        accepted = self.accepts(deals)
        found = "undecided" if accepted is None else f"accepts {accepted:.0%}"
        return f"SPRT {self.low:.0%} or {self.high:.0%}: {found}, LLR {self.ratio(deals):.2f}"

"""A sequential probability ratio test (SPRT) of a share, on paired deals.

It decides between two hypotheses about the share that the first party takes: H0, the share is
`low`, and H1, it is `high`. The sample consists of deals: all matches that were played with the
same decks, once with every seating. After n deals, of which deal i had d_i matches to score and the
first party scored w_i, let p = sum(w) / sum(d) and

    V = (n / (n - 1) * sum((w_i - p * d_i)**2) + CAUTION) / sum(d)**2
    LLR = (high - low) * (p - (low + high) / 2) / V

This is the logarithm of the likelihood ratio if p is normally distributed with variance V (the
generalised test that chess engines are developed with). V is the variance between deals, so the
luck of the cards, which all seatings of a deal share, cancels out. `CAUTION`, the same number as in
the intervals, keeps V above 0. The test accepts H1 when LLR reaches log((1 - beta) / alpha), and H0
when it falls to log(beta / (1 - alpha)), but not before MIN_DEALS deals. Deals count in the order
of their numbers, not in that in which processes finish them, so the same seed gives the same
verdict.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, log10

from punto.lab.interval import CAUTION, POSSIBLE, TAKEN, Sets, Tally
from punto.rules.errors import UnreadableError

ALPHA = BETA = 0.05
"""The probability of accepting H1 where H0 is true, and of accepting H0 where H1 is true."""

MIN_DEALS = 10
"""Fewer deals say too little about the variance."""

ELO, SHARE = "elo", "share"
EXPECTED = "elo=LOW:HIGH or share=LOW:HIGH, as in elo=0:20 or share=0.5:0.55"
BOUNDS = re.compile(r"(elo|share)=(-?\d+(?:\.\d+)?):(-?\d+(?:\.\d+)?)", re.ASCII)
MAX_ELO = 2000.0
MAX_ERROR = 0.4


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two shares to decide between, and how often the verdict may be wrong."""

    low: float
    high: float
    alpha: float = ALPHA
    beta: float = BETA
    unit: str = SHARE
    """How the two shares are written: as shares, or as differences in Elo."""

    def __post_init__(self) -> None:
        if not 0 < self.low < self.high < 1:
            raise UnreadableError("sprt", expected=EXPECTED, came=(self.low, self.high))
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error <= MAX_ERROR:
                expected = f"more than 0 and at most {MAX_ERROR}"
                raise UnreadableError(name, expected=expected, came=error)

    @property
    def limits(self) -> tuple[float, float]:
        """The ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, deals: Sets) -> float:
        """Return the logarithm of the likelihood ratio; above 0 speaks for the higher share."""
        return Course(self, deals).ratio

    def accepts(self, deals: Sets) -> float | None:
        """Return the share that is accepted; None while the test is undecided."""
        return self.accepted_at(self.ratio(deals))

    def accepted_at(self, ratio: float) -> float | None:
        """Return the share that is accepted at a ratio, if any."""
        reject, accept = self.limits
        if ratio >= accept:
            return self.high
        return self.low if ratio <= reject else None

    def verdict(self, deals: Sets) -> str:
        """Put the state of the test into words."""
        ratio = self.ratio(deals)
        accepted = self.accepted_at(ratio)
        found = "undecided" if accepted is None else f"accepts {self.write(accepted)}"
        return f"SPRT {self.write(self.low)} or {self.write(self.high)}: {found}, LLR {ratio:.2f}"

    def write(self, share: float) -> str:
        """Write one of the two shares in its unit."""
        return f"{elo_of(share):.4g} Elo" if self.unit == ELO else f"{100 * share:.4g} %"


class Course:
    """A test in progress, deal by deal."""

    def __init__(self, test: Sprt, deals: Iterable[Sequence[Tally]] = ()) -> None:
        self.test = test
        self.deals = 0
        self.ratio = 0.0
        self.ratios: list[float] = []
        """The ratio after each deal."""
        self._taken = self._possible = 0.0
        self._squares = (0.0, 0.0, 0.0)
        for deal in deals:
            self.add(deal)

    @property
    def accepted(self) -> float | None:
        """The share that is accepted; None while the test is undecided."""
        return self.test.accepted_at(self.ratio)

    @property
    def share(self) -> float | None:
        """The share that the first party took so far."""
        return self._taken / self._possible if self._possible else None

    def add(self, deal: Sequence[Tally]) -> None:
        """Count one deal."""
        won = sum(match[TAKEN] for match in deal)
        of = sum(match[POSSIBLE] for match in deal)
        self.deals += 1
        self._taken += won
        self._possible += of
        added = (won * won, won * of, of * of)
        self._squares = tuple(map(sum, zip(self._squares, added, strict=True)))  # type: ignore[assignment]
        self.ratio = self._ratio()
        self.ratios.append(self.ratio)

    def _ratio(self) -> float:
        share, test = self.share, self.test
        if share is None or self.deals < MIN_DEALS:
            return 0.0
        won, both, of = self._squares
        squares = max(0.0, won - 2 * share * both + share * share * of)
        spread = squares * self.deals / (self.deals - 1)
        variance = (spread + CAUTION) / self._possible**2
        return (test.high - test.low) * (share - (test.low + test.high) / 2) / variance


def read_sprt(text: str, alpha: float = ALPHA, beta: float = BETA) -> Sprt:
    """Read the two bounds of a test: ``elo=0:20`` or ``share=0.5:0.55``."""
    found = BOUNDS.fullmatch(text)
    if found is None:
        raise UnreadableError("sprt", expected=EXPECTED, came=text)
    unit, low, high = found[1], float(found[2]), float(found[3])
    if not low < high:
        raise UnreadableError("sprt", expected="the lower bound first", came=text)
    if unit == ELO:
        if max(-low, high) > MAX_ELO:
            raise UnreadableError("sprt", expected=f"at most {MAX_ELO:g} Elo", came=text)
        low, high = share_of(low), share_of(high)
    elif not 0 < low < high < 1:
        raise UnreadableError("sprt", expected="shares between 0 and 1", came=text)
    return Sprt(low, high, alpha, beta, unit)


def share_of(elo: float) -> float:
    """Return the share of matches that a difference in Elo stands for."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the difference in Elo that a share of matches stands for."""
    return 400 * log10(share / (1 - share)) + 0.0

"""The answer to a question: a table of estimates, for people and for programs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from punto.lab.study.record import Deal
from punto.lab.study.series import Series
from punto.lab.study.statistics import Estimate

PERCENT, POINTS, NUMBER = "%", "points", ""
"""Units: a share, a difference of shares in percentage points, a plain number."""

NOTHING, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"
DECIMALS = 1
JSON_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Measure:
    """What a column of figures says; its figures are stored as shares or plain numbers."""

    name: str
    unit: str = PERCENT

    def text(self, found: Estimate | None) -> str:
        """Write an estimate with its interval; a minus sign is a minus, not a hyphen."""
        if found is None:
            return NOTHING
        shown = found if self.unit == NUMBER else found.scaled(100)
        sign = "+" if self.unit == POINTS else ""
        value, low, high = (
            f"{number:{sign}.{DECIMALS}f}".replace("-", MINUS)
            for number in (shown.value, shown.low, shown.high)
        )
        unit = " %" if self.unit == PERCENT else ""
        return f"{value}{unit} ({low} to {high})"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of an answer."""

    labels: tuple[str, ...]
    deals: int
    """The number of deals that it was estimated from."""
    found: tuple[Estimate | None, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A table of estimates."""

    question: str
    labels: tuple[str, ...]
    """The headings of the columns that say what a row is about."""
    measures: tuple[Measure, ...]
    rows: tuple[Row, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "question": self.question,
            "labels": list(self.labels),
            "measures": [{"name": each.name, "unit": each.unit} for each in self.measures],
            "rows": [
                {
                    "labels": list(row.labels),
                    "deals": row.deals,
                    "found": [each and rounded(each) for each in row.found],
                }
                for row in self.rows
            ],
        }

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> "Answer":
        """Read what `as_json` returned."""
        return cls(
            facts["question"],
            tuple(facts["labels"]),
            tuple(Measure(each["name"], each["unit"]) for each in facts["measures"]),
            tuple(
                Row(
                    tuple(row["labels"]),
                    row["deals"],
                    tuple(each and Estimate(*each) for each in row["found"]),
                )
                for row in facts["rows"]
            ),
        )

    def to_markdown(self) -> str:
        """Write it as a table in Markdown."""
        heads = [*self.labels, *(each.name for each in self.measures), "deals"]
        lines = [heads, ["---"] * len(heads)]
        for row in self.rows:
            texts = map(Measure.text, self.measures, row.found)
            lines.append([*row.labels, *texts, f"{row.deals:,}"])
        return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def rounded(found: Estimate) -> list[float]:
    """Round an estimate to the digits that are stored."""
    return [round(number, JSON_DECIMALS) for number in (found.value, found.low, found.high)]


Played = dict[Series, list[Deal]]
"""The deals of every series that a question asked for."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the game: which series it needs, and how the answer follows from them."""

    name: str
    asks: str
    """The question in words."""
    series: Callable[[Series], bool]
    """Which series of the plan it needs."""
    answer: Callable[[Played], Answer]
    """The analysis: a pure function of recorded rounds."""

    def needs(self, series: Sequence[Series]) -> list[Series]:
        """List the series that it needs."""
        return [each for each in series if self.series(each)]

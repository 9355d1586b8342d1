"""The editions: how each booklet settles ties, who starts and how cards are dealt again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from punto.rules.errors import UnreadableError
from punto.rules.facts import check_is_known

Starter = Literal["winner", "ender"]
"""Who starts after a stalemate: the seat after the winner, or after the one that could not play."""

Redeal = Literal["even", "from-winner"]
"""How neutral cards are dealt again: the same number each, or one by one from the winner."""

Tie = Literal["total", "lowest"]
"""How a tie in the number of runs is broken: the fewest points win, of all runs or of the lowest.

`Edition.tie_points` computes it; the kernel (`many_rounds`, `engine.layout`) and the page follow.
"""


@dataclass(frozen=True, slots=True, repr=False)
class Edition:
    """How one booklet settles the points on which the booklets disagree."""

    name: str
    booklet: str
    languages: tuple[str, ...]
    """The languages of the booklet, by their ISO codes."""
    starter: Starter
    redeal: Redeal
    tie: Tie

    def tie_points(self, points: Iterable[int]) -> int:
        """Combine the points of a side's runs into what it has in a tie; the fewest win."""
        return sum(points) if self.tie == "total" else min(points)

    def __repr__(self) -> str:
        return f"edition_named({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return edition_named, (self.name,)


EDITIONS = {
    edition.name: edition
    for edition in (
        Edition(
            "english-2018",
            "English, Game Factory",
            ("en",),
            starter="winner",
            redeal="even",
            tie="total",
        ),
        Edition(
            "german-2018",
            "German, Game Factory",
            ("de",),
            starter="ender",
            redeal="even",
            tie="lowest",
        ),
        Edition(
            "nordic-2019",
            "Danish, Finnish, Icelandic, Norwegian, Swedish",
            ("da", "fi", "is", "nb", "sv"),
            starter="winner",
            redeal="from-winner",
            tie="lowest",
        ),
    )
}
DEFAULT_EDITION = "english-2018"


def edition_named(name: str | Edition) -> Edition:
    """Return the edition that has this name in records."""
    if isinstance(name, Edition):
        return check_is_known("edition", name, name.name, EDITIONS)
    if not isinstance(name, str) or name not in EDITIONS:
        raise UnreadableError("edition", expected=f"one of {', '.join(EDITIONS)}", came=name)
    return EDITIONS[name]

"""Numbers without digits that mean nothing, for programs and for people."""

from collections.abc import Iterable

from punto.cli.language import language
from punto.words import MARKS, SPACE_AND_COMMA

DECIMALS = 4


def rounded(numbers: Iterable[float]) -> list[float]:
    """Round chances."""
    return [round(number, DECIMALS) for number in numbers]


def decimal(number: float) -> str:
    """Write a number with one decimal, also where that is 0, as the reader does."""
    return f"{number:.1f}".replace(".", MARKS.get(language(), SPACE_AND_COMMA)[1])

"""Numbers for programs, without digits that mean nothing."""

from collections.abc import Iterable

DECIMALS = 4


def rounded(numbers: Iterable[float]) -> list[float]:
    """Round chances."""
    return [round(number, DECIMALS) for number in numbers]

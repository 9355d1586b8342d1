"""What is each card worth? A regression of results on the cards that come early in a deck.

Every deck has the same cards, and chance alone decides which come early. So the regression says
what an early card of each value does to the result, compared with the mean card of its owner.
The result is the mean over all plays of the deal, each with another seat starting.
"""

from itertools import product

from punto.lab.study.answer import POINTS, Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal
from punto.lab.study.series import STANDARD_PLAYER, Kind
from punto.lab.study.statistics import Estimate, Sums, jackknife, least_squares
from punto.rules.facts import MODES, VALUES, Mode

EARLY_CARDS = {"2p": 15, "3p": 10, "4p": 7, "teams": 8}
"""How many cards at the top of a deck count as early: about as many as most rounds reach."""

REFERENCE = 5
"""The value that all others are compared with, before the mean is taken off."""

CLASSES = len(VALUES) + 1
"""The values, and neutral cards, which only `3p` has."""


def answer(played: Played) -> Answer:
    """Estimate the worth of an early card of each value, for each mode."""
    found = {
        series.mode: (
            len(deals),
            estimates_of(deals, MODES[series.mode]),
        )
        for series, deals in played.items()
    }
    names = [str(value) for value in VALUES] + ["neutral"]
    modes = tuple(found)
    rows = tuple(
        Row(
            (name,),
            min(count for count, _ in found.values()),
            tuple(
                None if name == "neutral" and MODES[mode].neutral is None else found[mode][1][place]
                for mode in modes
            ),
        )
        for place, name in enumerate(names)
    )
    return Answer("cards", ("early card",), tuple(Measure(mode, POINTS) for mode in modes), rows)


def estimates_of(deals: list[Deal], mode: Mode) -> list[Estimate]:
    """Estimate by how much one more early card of each value raises its owner's share.

    The regression is on the excess over the mean of all sides, to which the card itself adds.
    """
    found = jackknife([sums_of(deal, mode) for deal in deals], worths)
    return [each.scaled(1 - 1 / len(mode.sides)) for each in found]


def sums_of(deal: Deal, mode: Mode) -> list[float]:
    """Sum up the normal equations of one deal: a square matrix, then the moments."""
    sides = len(mode.sides)
    counts = [[0.0] * CLASSES for _ in mode.sides]
    for seat in mode.seats:
        mine = counts[mode.side_of(seat).number - 1]
        for card in deal.cards(seat)[: EARLY_CARDS[mode.name]]:
            mine[CLASSES - 1 if card.colour is mode.neutral else card.value - 1] += 1
    means = [sum(column) / sides for column in zip(*counts, strict=True)]
    normal, moments = [0.0] * CLASSES**2, [0.0] * CLASSES
    for side, mine in zip(mode.sides, counts, strict=True):
        excess = [count - usual for count, usual in zip(mine, means, strict=True)]
        result = sum(play.score(side.number) for play in deal.plays) / len(deal.plays) - 1 / sides
        for place, (one, other) in enumerate(product(excess, excess)):
            normal[place] += one * other
        for place, one in enumerate(excess):
            moments[place] += one * result
    return [*normal, *moments]


def worths(sums: Sums) -> list[float]:
    """Solve the regression; the worths of the nine values have the mean 0."""
    normal = [list(sums[row * CLASSES : (row + 1) * CLASSES]) for row in range(CLASSES)]
    moments = sums[CLASSES**2 :]
    used = [place for place in range(CLASSES) if normal[place][place] and place != REFERENCE - 1]
    solved = least_squares(
        [[normal[row][column] for column in used] for row in used], [moments[row] for row in used]
    )
    found = [0.0] * CLASSES
    for place, worth in zip(used, solved, strict=True):
        found[place] = worth
    usual = sum(found[: len(VALUES)]) / len(VALUES)
    return [worth - usual for worth in found]


QUESTION = Question(
    "cards",
    "What is each card worth?",
    lambda series: series.kind is Kind.EQUALS and series.players == (STANDARD_PLAYER,),
    answer,
)

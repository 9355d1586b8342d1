"""How much is luck, and how much is skill?

The result of a side in a round (1 for a win, an equal share for a draw) varies. Part of it stays
with the decks, whoever plays them and whoever starts: luck. Part goes with the better player:
skill. Part goes with the order of play. The rest comes of how the players used these cards,
including their slips.

With `y` the result less the even share, `P` plays of each deal and `n` sides, the model is

    y = order effect + skill * z + luck of the side's decks + rest

where z is 1 for the first player and -1 / (n - 1) for the others, who play equally well. The mean
of y * y' over two plays of the same deal and side is the variance of the luck, plus what order
and skill add to it. These are known, because either of them takes every side once in a deal.
"""

from collections.abc import Sequence

from punto.lab.study.answer import Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal
from punto.lab.study.series import DUELS, Kind, Series
from punto.lab.study.statistics import Sums, jackknife

MEASURES = (
    Measure("luck of the decks"),
    Measure("skill"),
    Measure("order of play"),
    Measure("rest"),
)
MIN_DEALS = 20
"""With fewer deals, all of them may have ended alike, and the interval would be far too narrow."""

SQUARES, RESULTS, PRODUCTS, PAIRS, MINE, TURNS, FIRST_PLACE = range(7)
"""Indexes in the sums of a deal; from FIRST_PLACE on, the results by order of play."""


def answer(played: Played) -> Answer:
    """Split the variance of results for every pair of players."""
    rows = []
    for series, deals in played.items():
        is_duel = series.kind is Kind.DUEL
        sides, plays = len(deals[0].plays[0].players), len(deals[0].plays)

        def split(
            sums: Sums, sides: int = sides, plays: int = plays, is_duel: bool = is_duel
        ) -> Sequence[float]:
            return split_variance(sums, sides, plays, is_duel=is_duel)

        is_enough = len(deals) >= MIN_DEALS
        found = jackknife([sums_of(deal, series) for deal in deals], split) if is_enough else None
        one, *others = series.players
        rows.append(
            Row((series.mode, one, *(others or [one])), len(deals), tuple(found or [None] * 4))
        )
    return Answer("luck", ("mode", "player", "against"), MEASURES, tuple(rows))


def sums_of(deal: Deal, series: Series) -> list[float]:
    """Sum up squares, products and results of one deal."""
    sides = len(deal.plays[0].players)
    even = 1 / sides
    results = [[play.score(side + 1) - even for side in range(sides)] for play in deal.plays]
    sums = [0.0] * (FIRST_PLACE + sides)
    for place, (play, row) in enumerate(zip(deal.plays, results, strict=True)):
        for side, result in enumerate(row):
            sums[SQUARES] += result * result
            sums[RESULTS] += 1
            sums[FIRST_PLACE + play.order(side + 1)] += result
            if len(series.players) > 1 and play.players[side] == series.players[0]:
                sums[MINE] += result
                sums[TURNS] += 1
            for earlier in results[:place]:
                sums[PRODUCTS] += result * earlier[side]
                sums[PAIRS] += 1
    return sums


def split_variance(sums: Sums, sides: int, plays: int, *, is_duel: bool) -> list[float]:
    """Return the shares of luck, skill, order of play and the rest in the variance of results."""
    total = sums[SQUARES] / sums[RESULTS]
    if not total:
        return [0.0, 0.0, 0.0, 0.0]
    effects = [result * sides / sums[RESULTS] for result in sums[FIRST_PLACE:]]
    order = sum(effect * effect for effect in effects) / sides
    lead = sums[MINE] / sums[TURNS] if is_duel else 0.0
    skill = lead * lead / (sides - 1)
    # Two plays of a deal have the same order in a duel; among equals a side has every place once.
    by_order = order if is_duel else -order / (plays - 1)
    by_skill = -lead * lead / (sides - 1) ** 2
    luck = sums[PRODUCTS] / sums[PAIRS] - by_order - by_skill
    parts = [luck / total, skill / total, order / total]
    return [*parts, 1 - sum(parts)]


def is_needed(series: Series) -> bool:
    """Whether it is a series of levels, against themselves or against each other."""
    return series.kind is Kind.EQUALS or (series.kind is Kind.DUEL and series.players in DUELS)


QUESTION = Question("luck", "How much is luck, and how much is skill?", is_needed, answer)

"""Which mode is fairest? The order of play, the decks and the better player, mode by mode."""

from punto.lab.study.answer import Answer, Measure, Played, Question, Row
from punto.lab.study.questions import luck
from punto.lab.study.record import Deal
from punto.lab.study.series import STANDARD_PLAYER, Kind, Series
from punto.lab.study.statistics import Estimate, Sums, jackknife

WEAKER_PLAYER = "medium"
MEASURES = (
    Measure("starting gains, of an even share"),
    Measure("best place ahead of the worst, of an even share"),
    Measure("luck of the decks among equals"),
    Measure("skill, `hard` against `medium`"),
)


def answer(played: Played) -> Answer:
    """Compare the modes by what is fair about them."""
    equals = {each.mode: deals for each, deals in played.items() if each.kind is Kind.EQUALS}
    duels = {each.mode: deals for each, deals in played.items() if each.kind is Kind.DUEL}
    series = {(each.kind, each.mode): each for each in played}
    rows = []
    for mode, deals in equals.items():
        decks, *_ = luck_of(deals, series[Kind.EQUALS, mode])
        _, skill, *_ = luck_of(duels[mode], series[Kind.DUEL, mode])
        rows.append(Row((mode,), len(deals), (*gaps(deals), decks, skill)))
    return Answer("fairest-mode", ("mode",), MEASURES, tuple(rows))


def luck_of(deals: list[Deal], series: Series) -> list[Estimate]:
    """Split the variance of a series, as the question about luck does."""
    sides, plays = len(deals[0].plays[0].players), len(deals[0].plays)
    return jackknife(
        [luck.sums_of(deal, series) for deal in deals],
        lambda sums: luck.split_variance(sums, sides, plays, is_duel=series.kind is Kind.DUEL),
    )


def gaps(deals: list[Deal]) -> list[Estimate]:
    """Estimate what starting gains, and how far the best place is ahead of the worst."""
    sides = len(deals[0].plays[0].players)

    def statistic(sums: Sums) -> list[float]:
        rounds, *shares = (each / sums[0] for each in sums)
        return [sides * shares[0] - rounds, sides * (max(shares) - min(shares))]

    rows = []
    for deal in deals:
        scores = [0.0] * sides
        for play in deal.plays:
            for side in range(1, sides + 1):
                scores[play.order(side)] += play.score(side)
        rows.append([float(len(deal.plays)), *scores])
    return jackknife(rows, statistic)


def is_needed(series: Series) -> bool:
    """Whether it is the standard player against itself, or against the weaker one."""
    return (series.kind is Kind.EQUALS and series.players == (STANDARD_PLAYER,)) or (
        series.kind is Kind.DUEL and series.players == (STANDARD_PLAYER, WEAKER_PLAYER)
    )


QUESTION = Question("fairest-mode", "Which mode is fairest?", is_needed, answer)

"""How often does the stronger player win? One of them, against weaker ones on all other sides."""

from punto.lab.study.answer import POINTS, Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal
from punto.lab.study.series import DUELS, Kind
from punto.lab.study.statistics import Estimate, share


def answer(played: Played) -> Answer:
    """Estimate the share of rounds of the stronger player, and its lead over an even share."""
    rows = []
    for series, deals in played.items():
        one, other = series.players
        found = share_and_lead(deals, one)
        rows.append(Row((series.mode, one, other), len(deals), found))
    measures = Measure("share of rounds"), Measure("more than an even share", POINTS)
    return Answer("stronger-player", ("mode", "player", "against"), measures, tuple(rows))


def share_and_lead(deals: list[Deal], player: str) -> tuple[Estimate, Estimate]:
    """Estimate the share of rounds that a player wins, and how far it is above that of equals."""
    found = share([[(score_of(deal, player), len(deal.plays))] for deal in deals])
    return found, found.less(1 / len(deals[0].plays[0].players))


def score_of(deal: Deal, player: str) -> float:
    """Sum what a player scored in all plays of a deal."""
    return sum(play.score(play.players.index(player) + 1) for play in deal.plays)


QUESTION = Question(
    "stronger-player",
    "How often does the stronger player win?",
    lambda series: series.kind is Kind.DUEL and series.players in DUELS,
    answer,
)

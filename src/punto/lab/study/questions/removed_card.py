"""How often does the card that a winner loses cost the next round?

The next round is played twice with the same decks: with the card, and without it.
"""

from punto.lab.study.answer import NUMBER, POINTS, Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal
from punto.lab.study.series import Kind
from punto.lab.study.statistics import mean, share
from punto.rules.card import Card

MEASURES = (
    Measure("value of the card", NUMBER),
    Measure("it is a nine"),
    Measure("winner wins again, with the card"),
    Measure("without it"),
    Measure("difference", POINTS),
)


def answer(played: Played) -> Answer:
    """Estimate how often the last winner wins again, with the removed card and without it."""
    rows = []
    for series, deals in played.items():
        lost = [deal for deal in deals if len(deal.plays) > 1]
        values = [Card(deal.plays[0].removed).value for deal in lost]
        found = (
            mean([(value, 1) for value in values]),
            share([[(value == 9, 1)] for value in values]),
            share([[(wins_again(deal, 1), 1)] for deal in lost]),
            share([[(wins_again(deal, 2), 1)] for deal in lost]),
            mean([(wins_again(deal, 2) - wins_again(deal, 1), 1) for deal in lost]),
        )
        rows.append(Row((series.mode,), len(lost), found))
    return Answer("removed-card", ("mode",), MEASURES, tuple(rows))


def wins_again(deal: Deal, place: int) -> float:
    """Return what the winner of the first round scored in one of the rounds after it."""
    return deal.plays[place].score(deal.plays[0].winner)


QUESTION = Question(
    "removed-card",
    "How often does the removed card cost the next round?",
    lambda series: series.kind is Kind.REMOVED,
    answer,
)

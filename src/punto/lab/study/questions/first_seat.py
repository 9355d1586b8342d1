"""Does it help to start? Equal players, every deal with every seat starting."""

from punto.lab.study.answer import Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal
from punto.lab.study.series import Kind
from punto.lab.study.statistics import Estimate, share

MOST_SIDES = 4
NAMES = ("starts", "second", "third", "last of four")


def answer(played: Played) -> Answer:
    """Estimate the share of rounds for each place in the order of play."""
    rows = []
    for series, deals in played.items():
        sides = len(deals[0].plays[0].players)
        found = [share_of_place(deals, place) for place in range(sides)]
        nothing = [None] * (MOST_SIDES - sides)
        rows.append(Row((series.mode, series.players[0]), len(deals), (*found, *nothing)))
    return Answer("first-seat", ("mode", "level"), tuple(map(Measure, NAMES)), tuple(rows))


def share_of_place(deals: list[Deal], place: int) -> Estimate:
    """Estimate the share of rounds that the side with this place in the order wins."""
    return share(
        [
            [
                (play.score(side), 1)
                for play in deal.plays
                for side in range(1, len(play.players) + 1)
                if play.order(side) == place
            ]
            for deal in deals
        ]
    )


QUESTION = Question(
    "first-seat",
    "Does it help to start?",
    lambda series: series.kind is Kind.EQUALS,
    answer,
)

"""What does it cost to be without a nine, a five or a one? The same decks, whole and without it."""

from punto.lab.study.answer import POINTS, Answer, Measure, Played, Question, Row
from punto.lab.study.play import MISSING_VALUES
from punto.lab.study.record import Deal, Play
from punto.lab.study.series import Kind
from punto.lab.study.statistics import mean

MEASURES = (Measure("share of rounds, whole"), Measure("change without it", POINTS))


def answer(played: Played) -> Answer:
    """Estimate by how much a side's share changes without one card."""
    rows = []
    for series, deals in played.items():
        whole = mean([(score_of(deal.plays[0]), 1) for deal in deals])
        for place, value in enumerate(MISSING_VALUES, start=1):
            change = mean([(change_by(deal, place), 1) for deal in deals])
            rows.append(Row((series.mode, str(value)), len(deals), (whole, change)))
    return Answer("missing-card", ("mode", "missing"), MEASURES, tuple(rows))


def score_of(play: Play) -> float:
    """Return what the side scored that misses a card in the other plays."""
    return play.score(int(play.label.split()[1]))


def change_by(deal: Deal, place: int) -> float:
    """Return how the result changes from the whole decks to one of the other plays."""
    return score_of(deal.plays[place]) - score_of(deal.plays[0])


QUESTION = Question(
    "missing-card",
    "What does it cost to be without a nine?",
    lambda series: series.kind is Kind.MISSING,
    answer,
)

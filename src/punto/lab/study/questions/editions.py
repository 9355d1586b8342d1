"""What do the editions change? Matches from the same seeds in every edition."""

from punto.lab.study.answer import NUMBER, Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal, Play
from punto.lab.study.series import Kind
from punto.lab.study.statistics import mean, share
from punto.rules.editions import EDITIONS, Edition

MEASURES = (
    Measure("rounds a match", NUMBER),
    Measure("match won by the side that started it"),
    Measure("rounds that another tie rule gives to another side"),
)


def answer(played: Played) -> Answer:
    """Estimate the length of matches, the advantage of starting, and the weight of the tie rule."""
    rows = []
    for series, deals in played.items():
        won = [deal for deal in deals if winner_of(deal)]
        found = (
            mean([(len(deal.plays), 1) for deal in deals]),
            share([[(starter_won(deal), 1)] for deal in won]),
            share([[(depends_on_tie(play), 1) for play in deal.plays] for deal in deals]),
        )
        rows.append(Row((series.mode, series.edition), len(deals), found))
    return Answer("editions", ("mode", "edition"), MEASURES, tuple(rows))


def winner_of(deal: Deal) -> int:
    """Return the side that won most rounds of a match; 0 if nobody won any."""
    wins = [play.winner for play in deal.plays if play.winner]
    return max(set(wins), key=wins.count) if wins else 0


def starter_won(deal: Deal) -> bool:
    """Whether the side that started the first round won the match."""
    first = deal.plays[0]
    return first.order(winner_of(deal)) == 0


def depends_on_tie(play: Play) -> bool:
    """Whether the editions award this stalemate differently."""
    return len({winner_by(play, edition) for edition in EDITIONS.values()}) > 1


def winner_by(play: Play, edition: Edition) -> int:
    """Return the side to which an edition gives a round; 0 is a draw."""
    standings = sorted(
        (-len(points), edition.tie_points(points), side)
        for side, points in enumerate(play.runs, start=1)
        if points
    )
    if play.end == "line" or not standings:
        return play.winner
    if len(standings) > 1 and standings[0][:2] == standings[1][:2]:
        return 0
    return standings[0][2]


QUESTION = Question(
    "editions",
    "What do the editions change?",
    lambda series: series.kind is Kind.MATCH,
    answer,
)

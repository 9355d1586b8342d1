"""How do rounds end: by a line, by a stalemate, or drawn?"""

from punto.lab.study.answer import Answer, Measure, Played, Question, Row
from punto.lab.study.series import Kind
from punto.lab.study.statistics import share

ENDS = ("line", "stalemate", "draw")


def answer(played: Played) -> Answer:
    """Estimate the share of every kind of end."""
    rows = [
        Row(
            (series.mode, series.players[0]),
            len(deals),
            tuple(
                share([[(play.end == end, 1) for play in deal.plays] for deal in deals])
                for end in ENDS
            ),
        )
        for series, deals in played.items()
    ]
    return Answer("endings", ("mode", "level"), tuple(map(Measure, ENDS)), tuple(rows))


QUESTION = Question(
    "endings", "How do rounds end?", lambda series: series.kind is Kind.EQUALS, answer
)

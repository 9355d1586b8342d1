"""What are covering, the centre and nines on top worth? Players with one habit against `hard`."""

from collections.abc import Callable

from punto.lab.study.answer import POINTS, Answer, Measure, Played, Question, Row
from punto.lab.study.habits import HABITS
from punto.lab.study.questions.stronger_player import share_and_lead
from punto.lab.study.series import Kind, Series


def answer_for(name: str) -> Callable[[Played], Answer]:
    """Return the analysis of a question about habits."""

    def answer(played: Played) -> Answer:
        rows = []
        for series, deals in played.items():
            habit = series.players[0]
            found = share_and_lead(deals, habit)
            rows.append(Row((HABITS[habit][0], series.mode), len(deals), found))
        measures = Measure("share of rounds"), Measure("more than an even share", POINTS)
        return Answer(name, ("a player who", "mode"), measures, tuple(rows))

    return answer


def plays_with(*habits: str) -> Callable[[Series], bool]:
    """Choose the series of some habits."""
    return lambda series: series.kind is Kind.DUEL and series.players[0] in habits


COVERING = Question(
    "covering",
    "Is it good to cover?",
    plays_with("never-covers", "always-covers"),
    answer_for("covering"),
)
CENTRE = Question(
    "centre",
    "Is the centre worth anything?",
    plays_with("likes-the-centre", "likes-the-edge"),
    answer_for("centre"),
)
PLACING_NINES = Question(
    "placing-nines",
    "Should a nine go on top of another card?",
    plays_with("nines-on-top", "nines-beside"),
    answer_for("placing-nines"),
)

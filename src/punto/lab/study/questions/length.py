"""How long is a round, and how many of its cards are covered?"""

from punto.lab.study.answer import NUMBER, Answer, Measure, Played, Question, Row
from punto.lab.study.record import Deal, Play
from punto.lab.study.series import Kind
from punto.lab.study.statistics import Estimate, mean, share

MEASURES = (
    Measure("cards placed", NUMBER),
    Measure("cards placed, if a line ends it", NUMBER),
    Measure("placed on top"),
)


def answer(played: Played) -> Answer:
    """Estimate how many cards are placed, and which share of them on top of others."""
    rows = []
    for series, deals in played.items():
        lines = [deal for deal in deals if any(play.end == "line" for play in deal.plays)]
        on_top = share(
            [[(covering(play), len(play.cells)) for play in deal.plays] for deal in deals]
        )
        found = cards_placed(deals), cards_placed(lines, "line") if len(lines) > 1 else None, on_top
        rows.append(Row((series.mode, series.players[0]), len(deals), found))
    return Answer("length", ("mode", "level"), MEASURES, tuple(rows))


def cards_placed(deals: list[Deal], end: str | None = None) -> Estimate:
    """Estimate how many cards are placed in a round, or in those that end in one way."""
    return mean(
        [
            (sum(lengths), len(lengths))
            for deal in deals
            for lengths in [[len(play.cells) for play in deal.plays if end in (None, play.end)]]
        ]
    )


def covering(play: Play) -> int:
    """Count the cards that were placed on top of others."""
    return len(play.cells) - len(set(play.cells))


QUESTION = Question(
    "length", "How long is a round?", lambda series: series.kind is Kind.EQUALS, answer
)

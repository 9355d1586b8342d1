"""What the real match says, in the naive model's words."""

from collections import Counter

from naive import NaiveEnd
from punto import Card, IllegalPlacementError, Match, RoundEnd

CODES = {
    "not the origin": "not-origin",
    "not lower": "not-lower",
    "touches nothing": "touches-nothing",
    "too wide": "too-wide",
    "too high": "too-high",
}


def code_of_refusal(match: Match, cell: str) -> str:
    """Try to place, and give the code of the error."""
    try:
        match.place(cell)
    except IllegalPlacementError as error:
        return error.code
    return "taken"


def names(cards: Counter[Card]) -> Counter[str]:
    """Count cards by their names."""
    return Counter({str(card): count for card, count in cards.items()})


def naive_end(end: RoundEnd) -> NaiveEnd:
    """Tell an end in the naive model's words."""
    runs = dict(enumerate(end.runs, start=1))
    is_line = end.kind == "line"
    return NaiveEnd(
        end.kind,
        end.seat,
        end.winner,
        None if end.removed is None else str(end.removed),
        {} if is_line else {side: [run.points for run in own] for side, own in runs.items()},
        {
            side: {frozenset(map(str, run.cells)) for run in own}
            for side, own in runs.items()
            if own or not is_line
        },
    )

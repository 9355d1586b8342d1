"""A finished match, as one line of the arena's list."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from punto.lab.fault import Fault
from punto.lab.play import Outcome


@dataclass(frozen=True, slots=True)
class Finished:
    """What the results need to know of a match; the tuples have an item for each side."""

    match: int
    set: int
    sides: tuple[str, ...]
    scores: tuple[float, ...]
    """What each side took of the match: all, nothing, or its part of a match that is shared."""
    wins: tuple[int, ...]
    """The rounds that each side has won, and those that another side forfeited."""
    rounds: int
    faults: tuple[Fault, ...]
    records: tuple[str, ...]
    """The names of its files."""
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """How long all moves of a side took together: the only thing that chance has a hand in."""

    @classmethod
    def of(cls, outcome: Outcome, rounds_to_win: int, records: list[str]) -> "Finished":
        """Judge a match: who has enough rounds wins it, and nobody's match is everybody's."""
        enough = [won >= rounds_to_win for won in outcome.wins]
        winners = enough if any(enough) else [True] * len(enough)
        return cls(
            match=outcome.fixture.number,
            set=outcome.fixture.set,
            sides=outcome.fixture.sides,
            scores=tuple(won / sum(winners) for won in winners),
            wins=tuple(outcome.wins),
            rounds=outcome.rounds,
            faults=tuple(outcome.faults),
            records=tuple(records),
            moves=tuple(outcome.moves),
            seconds=tuple(round(seconds, 6) for seconds in outcome.seconds),
        )

    def line(self) -> str:
        """Write it as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def read_line(line: bytes) -> Finished | None:
    """Read it back; None if the line was not written to its end."""
    if not line.endswith(b"\n"):
        return None
    try:
        found: dict[str, Any] = json.loads(line)
        found["faults"] = [Fault(**fault) for fault in found["faults"]]
        for name, value in found.items():
            found[name] = tuple(value) if isinstance(value, list) else value
        return Finished(**found)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None

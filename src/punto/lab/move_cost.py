"""What moves cost: time and simulations, as comments in the records of an arena.

Behind a line of moves, the comment has an item for each of them: ``0.412 ms 400 simulations``, with
the simulations only if the bot counts any, or ``-`` for a card of an opening, which nobody chose.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

GAP, NOBODY = ", ", "-"
ITEM = re.compile(r"(?P<ms>\d+\.\d{3}) ms(?: (?P<simulations>\d+) simulations)?")
MOVES = re.compile(r"\d+\. (?P<moves>[^;]+) ; (?P<costs>.+)")


@dataclass(frozen=True, slots=True)
class MoveCost:
    """How long a bot thought about a card, and how many simulations it ran."""

    milliseconds: float
    simulations: int = 0

    def __str__(self) -> str:
        counted = f" {self.simulations} simulations" if self.simulations else ""
        return f"{self.milliseconds:.3f} ms{counted}"


Costs = Sequence[MoveCost | None]
"""The cost of each move; None if nobody chose it."""


def cost_comments(rounds: Sequence[Costs], seats: int) -> dict[tuple[int, int], str]:
    """Return the comments of a record, by the number of the round and of the turn."""
    return {
        (number, turn): GAP.join(str(cost or NOBODY) for cost in costs[first : first + seats])
        for number, costs in enumerate(rounds, start=1)
        for turn, first in enumerate(range(0, len(costs), seats), start=1)
        if any(costs[first : first + seats])
    }


def read_costs(record: str) -> list[list[MoveCost | None]]:
    """Read the cost of every move from the text of a record, round by round."""
    rounds: list[list[MoveCost | None]] = []
    for line in record.splitlines():
        if line.startswith("round "):
            rounds.append([])
        elif found := re.match(r"\d+\. ([^;]+)", line):
            count = len(found[1].split())
            commented = MOVES.fullmatch(line)
            items = list(read_items(commented["costs"])) if commented else []
            rounds[-1] += items if len(items) == count else [None] * count
    return rounds


def read_items(text: str) -> Iterator[MoveCost | None]:
    """Read the items of a comment; anything else than a cost is None."""
    for item in text.split(GAP):
        found = ITEM.fullmatch(item)
        yield found and MoveCost(float(found["ms"]), int(found["simulations"] or 0))

"""Adjudication: ending a round early because a side is as good as sure to win it."""

from dataclasses import dataclass

from punto.engine import evaluate
from punto.engine.evaluation import worths
from punto.rules.position import Position


@dataclass(frozen=True, slots=True)
class Verdict:
    """The side that is given a round, and its chance to win it."""

    side: int
    chance: float


class Adjudicator:
    """Watches one round, position by position.

    A side is given the round once it has had at least `limit` chances to win it, by the package's
    calibrated network, on as many turns in a row as there are seats.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.leader, self.turns = 0, 0

    def begin_round(self) -> None:
        """Forget what was seen."""
        self.leader, self.turns = 0, 0

    def look_at(self, position: Position) -> Verdict | None:
        """Look at the next position; return the verdict if there is one."""
        chances = chances_in(position)
        side = max(range(1, len(chances) + 1), key=lambda number: chances[number - 1])
        chance = chances[side - 1]
        if chance < self.limit:
            self.begin_round()
            return None
        self.leader, self.turns = side, self.turns + 1 if side == self.leader else 1
        return Verdict(side, chance) if self.turns >= len(position.mode.seats) else None


def chances_in(position: Position) -> tuple[float, ...]:
    """Return every side's chance to win the round if the best cell is chosen now."""
    opinions = evaluate(position)
    judged = worths(position, opinions)
    return opinions[judged.index(max(judged))].chances

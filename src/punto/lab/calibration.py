"""Calibration: of positions in which a side has a chance of 70 %, does it win 70 %?

Matches are played that no network learned from. Placements are predicted, for every side, and
compared with how their rounds ended.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import NamedTuple

from punto.bots import load_bot
from punto.bots.levels import LEVELS
from punto.engine import Budget, analyse, evaluate
from punto.engine.evaluation import worths
from punto.rules.cell import Cell
from punto.rules.editions import EDITIONS
from punto.rules.match import Match
from punto.rules.position import Position

DECILES = 10

EQUALS, MIXED = "equals", "mixed"
FIELDS = {EQUALS: "hard against itself", MIXED: "all levels up to expert, drawn at random"}
"""Who plays: equals, as an estimate assumes, or anybody."""

MISJUDGEMENT = next(level.misjudgement for level in LEVELS if level.name == "hard")
MIXED_LEVELS = tuple(level.name for level in LEVELS if level.name != "master")

Ends = tuple[float, ...]
"""The chance of a draw, then of each side's win."""

Predict = Callable[[Position, Cell], Ends]
"""Predicts the end of the round once the card in hand lies on a cell."""


class Prediction(NamedTuple):
    """What was predicted after a placement, and what happened."""

    ends: Ends
    winner: int
    """The side that won; 0 after a draw."""
    next_side: int
    """The side that moves next."""


def by_network(position: Position, cell: Cell, *, calibrated: bool = True) -> Ends:
    """Predict by the network alone, without a search."""
    opinions = evaluate(position, calibrated=calibrated)
    return next((each.draw, *each.chances) for each in opinions if each.cell == cell)


def by_analysis(simulations: int) -> Predict:
    """Predict by an analysis of so many simulations."""

    def predict(position: Position, cell: Cell) -> Ends:
        found = analyse(position, Budget(simulations=simulations)).of(cell)
        return found.draw, *found.chances

    return predict


def play_match(
    mode: str, field: str, seed: int, number: int, predict: Predict = by_network, every: int = 1
) -> list[Prediction]:
    """Play a match, and predict one placement in `every`, drawn at random."""
    random = Random(f"calibration/{seed}/{mode}/{field}/{number}")
    edition = random.choice(list(EDITIONS))
    match = Match(mode, edition=edition, seed=random.randbytes(32))
    bots = [load_bot(random.choice(MIXED_LEVELS)) for _ in match.mode.seats]
    said: list[tuple[int, Ends, int]] = []
    while not match.over:
        seat, position = match.seat, match.position()
        assert seat is not None
        if field == EQUALS:
            cell = choose_well(position, random)
        else:
            cell = bots[seat - 1].choose(match.view(seat), random)
        if random.randrange(every) == 0:
            after = match.mode.side_of(match.mode.after(seat)).number
            said.append((match.round_number, predict(position, cell), after))
        match.place(cell)
    ends = [round_.end for round_ in match.rounds]
    return [
        Prediction(chances, end.winner or 0, after)
        for number, chances, after in said
        if (end := ends[number - 1])
    ]


def choose_well(position: Position, random: Random) -> Cell:
    """Choose as the level `hard` does."""
    opinions = evaluate(position, calibrated=False)
    judged = [
        worth + MISJUDGEMENT * random.gauss(0, 1) * (worth < 1)
        for worth in worths(position, opinions)
    ]
    return max(zip(judged, position.legal_cells, strict=True))[1]


@dataclass(frozen=True, slots=True)
class Group:
    """Predictions that belong together, and what came of them."""

    count: int
    said: float
    """The mean prediction."""
    won: float
    """The share that came true."""
    error: float
    """Half the width of the difference's 95 % interval; predictions of one match are dependent."""

    @property
    def difference(self) -> float:
        """By how much more often it came true than was said."""
        return self.won - self.said


Outcome = tuple[float, bool]
"""The chance of a side, and whether it won."""


def deciles(matches: Sequence[Sequence[Prediction]]) -> dict[int, Group]:
    """Group the predictions for all sides by tens of per cent: 7 is 70 % to 80 %."""
    sides = [outcomes(match) for match in matches]
    groups = {
        number: grouped([[each for each in match if decile_of(each) == number] for match in sides])
        for number in range(DECILES)
    }
    return {number: group for number, group in groups.items() if group.count}


def of_movers(matches: Sequence[Sequence[Prediction]]) -> Group:
    """Group the predictions for the side that has just placed a card."""
    return grouped(
        [
            [
                (each.ends[mover], each.winner == mover)
                for each in match
                for mover in [each.next_side - 1 or len(each.ends) - 1]
            ]
            for match in matches
        ]
    )


def outcomes(match: Sequence[Prediction]) -> list[Outcome]:
    """List the chances of all sides in a match."""
    return [
        (chance, side == each.winner)
        for each in match
        for side, chance in enumerate(each.ends)
        if side
    ]


def decile_of(outcome: Outcome) -> int:
    """Return the tens of per cent of a chance; 100 % belongs to the last."""
    return min(DECILES - 1, int(DECILES * outcome[0]))


def grouped(matches: Sequence[Sequence[Outcome]]) -> Group:
    """Sum up outcomes, match by match."""
    counts = [len(match) for match in matches]
    excess = [sum(won - chance for chance, won in match) for match in matches]
    count = sum(counts) or 1
    mean = sum(excess) / count
    spread = sum((each - mean * size) ** 2 for each, size in zip(excess, counts, strict=True))
    won = sum(won for match in matches for _, won in match) / count
    return Group(sum(counts), won - mean, won, 1.96 * sqrt(spread) / count)

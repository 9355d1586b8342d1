"""The proof of a puzzle: searches that agree on one cell, by more than their error bars."""

from dataclasses import dataclass
from random import Random

from punto.bots.levels import LEVELS
from punto.engine import Analysis, Budget, analyse
from punto.engine.analysis import worth
from punto.engine.search import search, search_by_value, winning_cells
from punto.puzzles.puzzle import Kind
from punto.puzzles.threats import only_defence
from punto.rules.cell import Cell
from punto.rules.match import Match
from punto.rules.position import Position

BUDGET = Budget(simulations=5_000)
FIRST_BUDGET = Budget(simulations=800)
PLAYOUT_BUDGET = Budget(simulations=5_000)
SEEDS = (1, 2)

MIN_MARGIN = 0.08
"""How much better than every other cell the answer must be: in chances to win the round."""

MIN_DEFENCE_MARGIN = 0.01
"""The same for the only defence: what it prevents follows from the rules, but it must be best."""

MIN_FIRST_MARGIN = 0.06
"""The same for a short search, which saves time."""

MIN_LOSS_CHANCE = 0.2
"""A puzzle about a loss: how likely it is at least after every other cell."""

CONTINUATIONS = 10
MAX_CARDS_LEFT = 24
"""A round with more cards left may still end with a line."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proved: the kind, and by how much the answer is better than the next best cell."""

    kind: Kind
    margin: float


def prove(position: Position, answer: Cell, seed: str) -> Proof | None:
    """Prove that a cell is the only right one; None if it is not, or not clearly.

    A win needs no search. All others must be found by two analyses with different seeds, and by a
    search that plays rounds out and knows no network. The margin must be beyond the error bars,
    except for the only defence, which follows from the rules: it only has to be the best.
    """
    won = winning_cells(position)
    if won:
        return Proof(Kind.WIN, 1.0) if won == [answer] else None
    if not (is_first_choice(position, answer) and is_choice_of_playouts(position, answer)):
        return None
    is_defence = only_defence(position, MIN_LOSS_CHANCE) == answer
    margin = 1.0
    for each in SEEDS:
        found = analyse(position, BUDGET, seed=each)
        if found.best.cell != answer or not (is_defence or is_beyond_errors(found)):
            return None
        margin = min(margin, margin_of(found))
    if margin < (MIN_DEFENCE_MARGIN if is_defence else MIN_MARGIN):
        return None
    return Proof(Kind.STOP if is_defence else kind_of(position, answer, seed), margin)


def is_first_choice(position: Position, answer: Cell) -> bool:
    """Whether a short search of the strongest player prefers a cell clearly."""
    ranking = search_by_value(position, FIRST_BUDGET, SEEDS[0]).ranking()
    best, _, worth_of_best = max(ranking, key=lambda each: each[1:])
    others = (mean for cell, _, mean in ranking if cell != best)
    return best == answer and worth_of_best - max(others, default=0.0) >= MIN_FIRST_MARGIN


def is_choice_of_playouts(position: Position, answer: Cell) -> bool:
    """Whether a search by playouts alone chooses a cell: the network may have blind spots."""
    counts = search(position, PLAYOUT_BUDGET, SEEDS[0]).counts()
    return max(zip(counts, position.legal_cells, strict=True))[1] == answer


def margin_of(found: Analysis) -> float:
    """Return by how much the best cell is better than every other one."""
    position = found.position
    others = (worth(position, other) for other in found.estimates[1:])
    return worth(position, found.best) - max(others)


def is_beyond_errors(found: Analysis) -> bool:
    """Whether the error bars of the best cell and of every other one do not touch."""
    position, best = found.position, found.best
    assert position.seat is not None
    side = position.mode.side_of(position.seat).number - 1
    return all(
        worth(position, best) - worth(position, other) > best.errors[side] + other.errors[side]
        for other in found.estimates[1:]
    )


def kind_of(position: Position, answer: Cell, seed: str) -> Kind:
    """Return the kind of a puzzle whose answer was found by searches, not by the rules."""
    if ends_without_line(position, answer, seed):
        return Kind.STALEMATE
    return Kind.BEST if position.table[answer] is None else Kind.COVER


def ends_without_line(position: Position, answer: Cell, seed: str) -> bool:
    """Whether the round ends without a line however the unseen cards lie, as far as tried."""
    if sum(position.decks) > MAX_CARDS_LEFT:
        return False
    random = Random(seed)
    return all(continue_round(position, answer, random) != "line" for _ in range(CONTINUATIONS))


def continue_round(position: Position, answer: Cell, random: Random) -> str:
    """Let a strong level play the round to its end; return how it ended."""
    match = Match.from_position(position, seed=random.randbytes(32))
    match.advance(answer)
    while match.last_end is None:
        match.advance(PLAYER.choose_at_a_glance(match.position(), random))
    return match.last_end.kind


PLAYER = next(level for level in LEVELS if level.name == "hard")
"""The strongest level that looks one card ahead: it plays a thousand moves a second."""

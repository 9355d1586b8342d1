"""Candidates for puzzles: positions of self-play in which one cell seems to be the only right one.

Everything here is cheap, so that the deep searches of the proof are spent on few positions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from punto.engine import Budget, evaluate
from punto.engine.evaluation import worths
from punto.engine.search import search_by_value, winning_cells
from punto.lab.puzzle_proof import MAX_CARDS_LEFT, MIN_LOSS_CHANCE, PLAYER
from punto.puzzles.puzzle import Kind
from punto.puzzles.threats import only_defence
from punto.rules.cell import Cell
from punto.rules.facts import Mode
from punto.rules.match import Match
from punto.rules.position import Position

MIN_CARDS = 5
"""Cards on the table; with fewer, there is nothing to find."""

MIN_CELLS = 6
"""Legal cells; with fewer, guessing is too easy."""

GLANCE_MARGIN = 0.09
"""How clear a cell must be to the network alone."""

SHALLOW_BUDGET = Budget(simulations=200)
SHALLOW_SHARE = 0.5
SHALLOW_MARGIN = 0.07
"""Some other positions are searched a little: those that the network misjudges are hard."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A position, the cell that seems right, and what it seems to be about."""

    position: Position
    answer: Cell
    kind: Kind
    is_plain: bool = True
    """Whether the rules or the network alone show the answer; others are harder."""


def candidates_in_round(mode: Mode, random: Random) -> list[Candidate]:
    """Play one round, and return what may be a puzzle, in random order."""
    match = Match(mode, rounds_to_win=1, start=random.choice(mode.seats), seed=random.randbytes(32))
    found: list[Candidate] = []
    while match.last_end is None:
        position = match.position()
        if len(position.table) >= MIN_CARDS and len(position.legal_cells) >= MIN_CELLS:
            found += candidates_at(position, random)
        match.advance(PLAYER.choose_at_a_glance(position, random))
    random.shuffle(found)
    return found


def candidates_at(position: Position, random: Random) -> Iterator[Candidate]:
    """Yield a candidate if one cell stands out."""
    won = winning_cells(position)
    if won:
        if len(won) == 1 and not is_plain_to_see(position, won[0]):
            yield Candidate(position, won[0], Kind.WIN)
        return
    defence = only_defence(position, MIN_LOSS_CHANCE)
    if defence is not None:
        yield Candidate(position, defence, Kind.STOP)
        return
    judged = zip(worths(position, evaluate(position)), position.legal_cells, strict=True)
    (best, answer), (second, _) = sorted(judged, reverse=True)[:2]
    if best - second >= GLANCE_MARGIN:
        yield Candidate(position, answer, likely_kind(position, answer))
    elif random.random() < SHALLOW_SHARE:
        found = searched_cell(position, random)
        if found is not None:
            yield Candidate(position, found, likely_kind(position, found), found == answer)


def is_plain_to_see(position: Position, answer: Cell) -> bool:
    """Whether a card is only added to the end of a row or column that everybody sees."""
    table, card = position.table.copy(), position.card
    assert card is not None
    table.lay(card, answer)
    return any(
        answer in (run.cells[0], run.cells[-1])
        and (run.cells[0].row == run.cells[-1].row or run.cells[0].column == run.cells[-1].column)
        for run in table.runs_through(answer, position.mode.line)
    )


def searched_cell(position: Position, random: Random) -> Cell | None:
    """Return the cell that stands out to a short search; None if none does."""
    ranking = search_by_value(position, SHALLOW_BUDGET, random.getrandbits(64)).ranking()
    (_, best, number), (_, second, _) = sorted(
        ((visits, mean, number) for number, visits, mean in ranking), reverse=True
    )[:2]
    return Cell(number) if best - second >= SHALLOW_MARGIN else None


def likely_kind(position: Position, answer: Cell) -> Kind:
    """Guess what the puzzle is about; the proof decides."""
    if sum(position.decks) <= MAX_CARDS_LEFT and not position.mode.neutral:
        return Kind.STALEMATE
    return Kind.BEST if position.table[answer] is None else Kind.COVER

"""Every puzzle of the package: legal, with one answer, and unlike all others."""

from collections import Counter
from random import Random

import pytest

from punto.engine.search import winning_cells
from punto.lab.puzzle_making import HEAD_START, LOTS_A_BATCH, MAX_SHARE
from punto.lab.puzzle_proof import MIN_LOSS_CHANCE, MIN_MARGIN, prove
from punto.puzzles import Kind, Puzzle, all_puzzles
from punto.puzzles.canonical import canonical_form
from punto.puzzles.collection import FILE
from punto.puzzles.threats import loss_chance
from punto.rules.facts import MODES
from punto.rules.kernel import COMPILED

SHIPPED = 1_000
"""At least so many puzzles are in the file."""

SAMPLE = 12
"""How many puzzles are proved again by searches; each takes a second or two."""


def of_kind(kind: Kind) -> list[Puzzle]:
    return [puzzle for puzzle in all_puzzles() if puzzle.kind is kind]


def test_there_are_many_in_a_small_file() -> None:
    assert len(all_puzzles()) >= SHIPPED
    assert FILE.stat().st_size < 400 * max(1000, len(all_puzzles()))


def test_all_modes_have_puzzles_of_several_kinds() -> None:
    for mode in MODES:
        kinds = Counter(puzzle.kind for puzzle in all_puzzles() if puzzle.mode == mode)
        assert len(kinds) >= 3, mode
        # No kind crowds out the others.
        assert max(kinds.values()) <= MAX_SHARE * kinds.total() + HEAD_START + LOTS_A_BATCH, mode


def test_they_are_graded_from_easy_to_hard() -> None:
    ratings = [puzzle.rating for puzzle in all_puzzles()]
    assert max(ratings) - min(ratings) > 400
    assert all(0 < puzzle.deviation < 200 for puzzle in all_puzzles())


def test_every_answer_is_a_legal_cell_of_a_valid_position() -> None:
    for puzzle in all_puzzles():
        assert puzzle.answer in puzzle.position.legal_cells, puzzle.name


def test_only_the_answer_wins_at_once() -> None:
    for puzzle in all_puzzles():
        expected = [puzzle.answer] if puzzle.kind is Kind.WIN else []
        assert winning_cells(puzzle.position) == expected, puzzle.name


def test_only_the_answer_stops_a_line() -> None:
    for puzzle in of_kind(Kind.STOP):
        for cell in puzzle.position.legal_cells:
            chance = loss_chance(puzzle.position, cell)
            expected = chance == 0 if cell == puzzle.answer else chance >= MIN_LOSS_CHANCE
            assert expected, (puzzle.name, cell)


def test_cards_are_covered_where_that_is_asked_for() -> None:
    for puzzle in of_kind(Kind.COVER):
        assert puzzle.position.table[puzzle.answer] is not None, puzzle.name


def test_the_margins_are_clear() -> None:
    for puzzle in all_puzzles():
        least = 1 if puzzle.kind is Kind.STOP else 100 * MIN_MARGIN  # a loss is proved by the rules
        assert puzzle.margin >= least, puzzle.name


def test_no_puzzle_is_another_one_turned_mirrored_or_in_other_colours() -> None:
    forms = Counter(canonical_form(puzzle.position) for puzzle in all_puzzles())
    assert len(forms) == len(all_puzzles())
    assert len({puzzle.name for puzzle in all_puzzles()}) == len(all_puzzles())


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="deep searches")
def test_searches_prove_a_sample_again() -> None:
    sample = Random(17).sample(all_puzzles(), SAMPLE)
    for puzzle in sample:
        proof = prove(puzzle.position, puzzle.answer, "again")
        assert proof is not None, puzzle.name
        assert proof.kind is puzzle.kind or Kind.STALEMATE in (proof.kind, puzzle.kind)

"""Files of puzzles, the puzzle of the day, and the choice of the next one."""

from datetime import date, timedelta
from random import Random

import pytest

from punto.notation.position import write_position
from punto.puzzles import (
    all_puzzles,
    choose_puzzle,
    puzzle_named,
    puzzle_of_the_day,
    read_puzzles,
    write_puzzles,
)
from punto.puzzles.collection import NEARBY
from punto.rules.errors import UnreadableError


def test_a_file_is_read_as_it_was_written() -> None:
    some = all_puzzles()[::7]
    data = write_puzzles(reversed(some))
    assert read_puzzles(data) == some
    assert write_puzzles(some) == data  # no time or order of making in it


@pytest.mark.parametrize("data", [b"", b"nonsense", write_puzzles([])[:-9], b"\x1f\x8b"])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="punto puzzles make"):
        read_puzzles(data)


def test_a_puzzle_is_known_by_the_name_that_follows_from_its_position() -> None:
    puzzle = all_puzzles()[5]
    assert puzzle_named(puzzle.name) is puzzle
    assert write_position(puzzle.position) == puzzle.text
    assert puzzle.position.mode.name == puzzle.mode
    with pytest.raises(UnreadableError):
        puzzle_named("nobody")


def test_the_puzzle_of_the_day_is_the_documented_one() -> None:
    day = date(2026, 12, 24)
    number = 7919 * (day - date(1, 1, 1) + timedelta(1)).days % len(all_puzzles())
    assert puzzle_of_the_day(day) == all_puzzles()[number]


def test_no_puzzle_comes_twice_before_all_others_came() -> None:
    days = [date(2026, 1, 1) + timedelta(days) for days in range(len(all_puzzles()))]
    assert len({puzzle_of_the_day(day).name for day in days}) == len(all_puzzles())


def test_the_next_puzzle_is_about_as_hard_as_the_player_is_strong() -> None:
    easy = choose_puzzle(all_puzzles(), 600, Random(1))
    hard = choose_puzzle(all_puzzles(), 2400, Random(1))
    assert easy is not None
    assert hard is not None
    ratings = sorted(puzzle.rating for puzzle in all_puzzles())
    assert easy.rating <= ratings[NEARBY - 1]
    assert hard.rating >= ratings[-NEARBY]


def test_the_next_puzzle_is_of_the_kind_and_mode_that_are_wanted() -> None:
    random, wanted = Random(2), all_puzzles()[-1]
    for _ in range(50):
        found = choose_puzzle(all_puzzles(), 1200, random, kind=wanted.kind, mode=wanted.mode)
        assert found is not None
        assert (found.kind, found.mode) == (wanted.kind, wanted.mode)
    assert choose_puzzle((), 1200, random) is None


def test_solved_puzzles_come_again_only_after_all_others() -> None:
    few = all_puzzles()[:4]
    solved: set[str] = set()
    for _ in few:
        found = choose_puzzle(few, 1500, Random(3), solved=solved)
        assert found is not None
        assert found.name not in solved
        solved.add(found.name)
    assert choose_puzzle(few, 1500, Random(3), solved=solved) in few

"""Solving puzzles one after the other: which comes next, what is said, and what is kept.

The line mode (`_puzzle_session.py`) and the full screen (`punto.tui`) share it.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

from punto.cli._language import card_name, colour_name, say
from punto.cli._puzzle_progress import default_path, load_progress
from punto.cli._reasons import describe_reason
from punto.cli._sentences import list_colours
from punto.engine import explain
from punto.puzzles import Kind, Puzzle, all_puzzles, choose_puzzle, puzzle_of_the_day
from punto.rules.cell import Cell
from punto.rules.position import Position

Following = Callable[[], Puzzle | None]
"""Returns the next puzzle, or None if there is none."""


class PuzzleTrainer:
    """Chooses puzzles, judges answers, and keeps the player's rating in a file."""

    def __init__(self, path: Path | None, seed: int) -> None:
        self.path = path or default_path()
        self.progress = load_progress(self.path)
        self.random = Random(f"{seed}/{len(self.progress.solved)}/{self.progress.rating}")

    def fitting(self, kind: Kind | None, mode: str | None) -> Following:
        """Return what chooses puzzles about as hard as the player is strong."""

        def following() -> Puzzle | None:
            return choose_puzzle(
                all_puzzles(),
                self.progress.rating.value,
                self.random,
                solved=self.progress.solved,
                kind=kind,
                mode=mode,
            )

        return following

    def of_day(self, day: date) -> Following:
        """Return what gives the puzzle of a day, once."""
        puzzles = iter([puzzle_of_the_day(day)])
        return lambda: next(puzzles, None)

    def answer(self, puzzle: Puzzle, cell: Cell) -> list[str]:
        """Count an answer, save the progress, and say whether it is right, and why."""
        before, is_right = self.progress, cell == puzzle.answer
        self.progress = before.after(puzzle, is_right)
        self.progress.save(self.path)
        told = [say("puzzle.right" if is_right else "puzzle.wrong", cell=str(puzzle.answer))]
        if puzzle.kind is not Kind.WIN:
            told.append(say("puzzle.margin", margin=puzzle.margin))
        told += reasons(puzzle.position, puzzle.answer)
        if not is_right:
            told += [say("puzzle.why_not", cell=str(cell)), *reasons(puzzle.position, cell)]
        value = round(self.progress.rating.value)
        change = value - round(before.rating.value)
        told.append(say("puzzle.rating_change", rating=str(value), change=f"{change:+}"))
        told.append(say("puzzle.streak_is", count=self.progress.streak))
        return told


def describe_kind(puzzle: Puzzle) -> str:
    """Say what kind of puzzle this is, for how many players, and how hard."""
    return (
        f"{say(f'puzzle.kind.{puzzle.kind}')}. {say(f'mode.{puzzle.position.mode.name}')}. "
        + say("puzzle.hardness", rating=str(puzzle.rating))
    )


def describe_sides(puzzle: Puzzle) -> list[str]:
    """Say whose colours are whose, and in which order the sides play."""
    mode, seat = puzzle.position.mode, puzzle.position.seat
    assert seat is not None
    colours = mode.side_of(seat).colours
    order = [mode.side_of(each) for each in mode.order_from(seat)[: len(mode.sides)]]
    return [
        say("puzzle.colours", count=len(colours), colours=list_colours(colours)),
        f"{say('puzzle.order')}: {' > '.join(list_colours(it.colours) for it in order)}.",
    ]


def describe_task(puzzle: Puzzle) -> str:
    """Say what to find."""
    card = puzzle.position.card
    assert card is not None
    return say(f"puzzle.task.{puzzle.kind}", card=card_name(card))


def reasons(position: Position, cell: Cell) -> list[str]:
    """Say in words why a cell is good or bad; sides are called by their colours."""
    mode, seat = position.mode, position.seat
    assert seat is not None
    names = ["" for _ in mode.seats]
    for side in mode.sides:
        colours = list(map(colour_name, side.colours))
        if not mode.is_teams and len(colours) > 1:
            colours = [say("pair", first=colours[0], second=colours[1])]
        for member, colour in zip(side.seats, colours, strict=True):
            names[member - 1] = colour
    mover = mode.side_of(seat).number
    told = (describe_reason(reason, mode, mover, names) for reason in explain(position, cell))
    return [f"- {sentence[:1].upper()}{sentence[1:]}" for sentence in told]

"""Puzzles, in pages by mode and kind, and why a cell is right or wrong.

Nothing here is about a table: the puzzles are a file of the package. The routes are plain
functions, which FastAPI runs in threads, because reading fifty positions takes a noticeable time.
"""

from collections import Counter
from datetime import date
from functools import cache
from typing import Annotated, cast

from fastapi import APIRouter, Path

from punto.engine import explain
from punto.puzzles import Kind, Puzzle, all_puzzles, puzzle_named, puzzle_of_the_day
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, UnreadableError
from punto.rules.facts import MODES
from punto.rules.position import Position
from punto.server.api.dependencies import ERROR_RESPONSES
from punto.server.offload.analyst import reason_shape, spaced
from punto.server.wire.analysis import ReasonShape
from punto.server.wire.puzzles import PuzzleReasons, Puzzles, PuzzleShape

router = APIRouter(prefix="/api/puzzles", responses=ERROR_RESPONSES)

Name = Annotated[str, Path(description="The name of a puzzle", max_length=8, examples=["1f0c9a7e"])]
Day = Annotated[
    str,
    Path(description="A date", pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2026-12-24"]),
]
"""Not a `date`: that would also be read from a number of seconds."""

CellName = Annotated[str, Path(description="A cell", max_length=3, examples=["g6"])]
NO_SUCH_PUZZLE = PuntoError("not-found", "there is no such puzzle or cell")


@router.get("")
def count() -> Puzzles:
    """Say how many puzzles there are, by mode and kind; kinds that a mode has not are left out."""
    counts = Counter((puzzle.mode, puzzle.kind) for puzzle in all_puzzles())
    return {
        "counts": {
            mode: {kind: counts[mode, kind] for kind in Kind if counts[mode, kind]}
            for mode in MODES
        }
    }


@router.get("/days/{day}")
def of_day(day: Day) -> PuzzleShape:
    """Return the puzzle of a day."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise NO_SUCH_PUZZLE from None
    return puzzle_shape(puzzle_of_the_day(found))


@router.get("/{mode}/{kind}")
def page(mode: str, kind: Kind) -> list[PuzzleShape]:
    """List all puzzles of a mode and a kind, the easiest first."""
    if mode not in MODES:
        raise NO_SUCH_PUZZLE
    return shapes_of(mode, kind)


@router.get("/{name}/cells/{cell}")
def reasons(name: Name, cell: CellName) -> PuzzleReasons:
    """Say why the answer of a puzzle is right, and what is good or bad about a cell."""
    try:
        puzzle = puzzle_named(name)
        tried = puzzle.position.legal_cells[puzzle.position.legal_cells.index(Cell(cell))]
    except (UnreadableError, ValueError):
        raise NO_SUCH_PUZZLE from None
    return {
        "answer": reason_shapes(puzzle.position, puzzle.answer),
        "tried": reason_shapes(puzzle.position, tried),
    }


def reason_shapes(position: Position, cell: Cell) -> list[ReasonShape]:
    """Describe the reasons for and against a cell."""
    assert position.seat is not None
    mover = position.mode.side_of(position.seat).number
    return [cast("ReasonShape", reason_shape(one, mover)) for one in explain(position, cell)]


@cache
def shapes_of(mode: str, kind: Kind) -> list[PuzzleShape]:
    """Describe the puzzles of a mode and a kind, once."""
    return [
        puzzle_shape(puzzle)
        for puzzle in all_puzzles()
        if puzzle.mode == mode and puzzle.kind is kind
    ]


def puzzle_shape(puzzle: Puzzle) -> PuzzleShape:
    """Describe a puzzle, with its answer."""
    position = puzzle.position
    assert position.seat is not None
    return {
        "name": puzzle.name,
        "kind": puzzle.kind,
        "mode": puzzle.mode,
        "rating": puzzle.rating,
        "deviation": puzzle.deviation,
        "margin": puzzle.margin,
        "seat": position.seat,
        "card": str(position.card),
        "cells": spaced(position.legal_cells),
        "answer": str(puzzle.answer),
        "stacks": {str(cell): spaced(cards) for cell, cards in position.table.stacks().items()},
    }

"""Reasons of the engine in words: the same that the page uses."""

from collections.abc import Sequence
from typing import Any

from punto.cli._language import card_name, colour_name, say
from punto.cli._sentences import side_name
from punto.engine import Kind, Reason
from punto.rules.cell import Cell
from punto.rules.facts import Mode

IDEAS = (
    *(Kind.WINS, Kind.BLOCKS, Kind.REDUCES, Kind.OPENS, Kind.COUNTS, Kind.JOINS, Kind.HAMPERS),
    *(Kind.BUILDS, Kind.CONNECTS, Kind.NARROWS, Kind.STARTS, Kind.SPARES, Kind.COVERS),
)
"""The reasons for a cell that make an idea; the first one that is there counts."""

OWN = {Kind.COVERS: "covers_own", Kind.NARROWS: "narrows_own"}
"""Kinds with other words where they are about the side that places the card."""


def describe_reason(reason: Reason, mode: Mode, mover: int, names: Sequence[str]) -> str:
    """Describe a reason for or against a cell; `mover` is the side that places the card."""
    kind = OWN.get(reason.kind, reason.kind) if reason.side == mover else reason.kind
    cells = reason.instead if reason.kind is Kind.MISSES else reason.cells
    return say(
        f"reason.{kind}",
        name="" if reason.side is None else side_name(mode, reason.side, names),
        colour=colour_of(reason),
        row=row_name(reason.cells),
        cells=", ".join(map(str, cells)),
        card=", ".join(map(card_name, reason.cards)) if reason.kind is Kind.COVERS else "",
        count=count_of(reason),
        total=reason.out_of,
        before=reason.before,
        now=reason.now,
        length=len(reason.cells),
    )


def count_of(reason: Reason) -> int:
    """Return how many cards or lines a reason is about."""
    if reason.kind is Kind.NARROWS:
        return reason.before - reason.now
    return len(reason.cards) if reason.cards else reason.now


def describe_idea(reasons: Sequence[Reason]) -> str:
    """Describe what the best cell is about, without naming the cell."""
    kind = idea_of(reasons)
    reason = next((each for each in reasons if each.kind == kind), Reason(Kind.SPARES))
    text = say(
        f"idea.{kind}",
        colour=colour_of(reason),
        row=row_name(reason.cells),
        lane=lane_name(reason.cells),
        cells=", ".join(map(str, reason.cells)),
        count=len(reason.cells),
        length=len(reason.cells),
    )
    return text[0].upper() + text[1:]


def idea_of(reasons: Sequence[Reason]) -> str:
    """Return the kind of reason that makes the idea, or `quiet`."""
    kinds = {reason.kind for reason in reasons}
    return next((str(kind) for kind in IDEAS if kind in kinds), "quiet")


def reason_facts(reason: Reason) -> dict[str, Any]:
    """Return a reason as JSON data."""
    return {
        "kind": str(reason.kind),
        "side": reason.side,
        "colour": reason.colour if reason.colour is None else reason.colour.letter,
        "cells": [str(cell) for cell in reason.cells],
        "gaps": [str(cell) for cell in reason.gaps],
        "cards": [str(card) for card in reason.cards],
        "out_of": reason.out_of,
        "instead": [str(cell) for cell in reason.instead],
        "before": reason.before,
        "now": reason.now,
    }


def colour_of(reason: Reason) -> str:
    """Name the colour that a reason is about."""
    return "" if reason.colour is None else colour_name(reason.colour)


def row_name(cells: Sequence[Cell]) -> str:
    """Name a row by its direction, its first and its last card: column g4-g8."""
    if not cells:
        return ""
    return say(f"along.{direction_of(cells)}", cells=f"{cells[0]}-{cells[-1]}")


def lane_name(cells: Sequence[Cell]) -> str:
    """Name where a row lies, but not which of its cells: column g."""
    if not cells:
        return ""
    direction, name = direction_of(cells), str(cells[0])
    return say(f"lane.{direction}", place=name[0] if direction == "column" else name[1:])


def direction_of(cells: Sequence[Cell]) -> str:
    """Return whether cells, which are sorted, form a row, a column or a diagonal."""
    if cells[0].row == cells[-1].row:
        return "row"
    return "column" if cells[0].column == cells[-1].column else "diagonal"

"""Puzzles that only look different have the same canonical form."""

from dataclasses import replace

import pytest

from punto.puzzles import all_puzzles
from punto.puzzles.canonical import canonical_form, turn
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.facts import MODES, Colour
from punto.rules.position import Position
from punto.rules.table import Table


def redrawn(position: Position, symmetry: int, colours: dict[Colour, Colour]) -> Position:
    """Turn a table about the first card, which stays on f6, and exchange colours."""
    stacks = {
        Cell.at(*(5 + steps for steps in turn(cell.column - 5, cell.row - 5, symmetry))): tuple(
            recoloured(card, colours) for card in cards
        )
        for cell, cards in position.table.stacks().items()
    }
    face_up = tuple(card and recoloured(card, colours) for card in position.face_up)
    return replace(position, table=Table.of_stacks(stacks), face_up=face_up)


def recoloured(card: Card, colours: dict[Colour, Colour]) -> Card:
    return Card(f"{colours.get(card.colour, card.colour).letter}{card.value}")


def first_of(mode: str) -> Position:
    return next(puzzle.position for puzzle in all_puzzles() if puzzle.mode == mode)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("symmetry", range(8))
def test_symmetries_give_the_same_form(mode: str, symmetry: int) -> None:
    position = first_of(mode)
    assert canonical_form(redrawn(position, symmetry, {})) == canonical_form(position)


@pytest.mark.parametrize("mode", ["2p", "teams"])
def test_the_two_colours_of_a_side_can_be_exchanged(mode: str) -> None:
    position = first_of(mode)
    swap = {Colour.RED: Colour.ORANGE, Colour.ORANGE: Colour.RED}
    assert canonical_form(redrawn(position, 0, swap)) == canonical_form(position)


@pytest.mark.parametrize("mode", MODES)
def test_all_seats_can_be_moved_on_by_one(mode: str) -> None:
    position = first_of(mode)
    rules, seat = position.mode, position.seat
    assert seat is not None
    sides = [*rules.sides[1:], rules.sides[0]]
    colours = {
        old: new
        for side, after in zip(rules.sides, sides, strict=True)
        for old, new in zip(side.colours, after.colours, strict=True)
    }
    moved = redrawn(position, 3, colours)
    face_up = (moved.face_up[-1], *moved.face_up[:-1])
    moved = replace(moved, seat=rules.after(seat), face_up=face_up)
    assert canonical_form(moved) == canonical_form(position)


def test_another_order_of_play_is_another_puzzle() -> None:
    position = first_of("4p")
    swap = {Colour.RED: Colour.ORANGE, Colour.ORANGE: Colour.RED}
    assert canonical_form(redrawn(position, 0, swap)) != canonical_form(position)

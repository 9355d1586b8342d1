"""Reasons about possible lines and counted runs, against definitions that try everything."""

from collections.abc import Iterator
from itertools import permutations

import pytest

from punto import MODES, Card, Cell, Colour, IllegalPlacementError, Position, Table, read_position
from punto.engine import Kind, Reason, explain

from .late import LATE
from .positions import random_position
from .test_explain_by_force import EVERY, checked, straight_rows, with_card

MOMENTS = [
    (mode, seed, plies) for mode in MODES for seed, plies in ((1, 2), (2, 7), (3, 19), (4, 38))
]

STOPPING = {Kind.BLOCKS, Kind.REDUCES, Kind.HAMPERS}

Step = tuple[int, int]
Lines = dict[tuple[Step, frozenset[Cell]], frozenset[Cell]]
"""Possible lines by their direction and cells, with the cells of their present cards."""


@pytest.fixture(params=[*MOMENTS, *LATE[::6]][::EVERY], ids=str, scope="module")
def position(request: pytest.FixtureRequest) -> Position:
    if isinstance(request.param, str):
        return read_position(request.param)
    return random_position(*request.param)


def possible_lines(table: Table, position: Position, colour: Colour) -> Lines:
    """Find the lines of a colour that can come about: its highest cards are placed in all orders.

    Where lower cards fit, they do too.
    """
    tops = [
        top
        for seat, top in enumerate(position.face_up, start=1)
        if top is not None and seat != position.seat
    ]
    unseen = [card for cards in position.unseen for card in cards]
    held = sorted((card for card in (*unseen, *tops) if card.colour is colour), reverse=True)
    shown = {cell: cards[-1] for cell, cards in table.stacks().items()}
    own = {cell for cell, top in shown.items() if top.colour is colour}
    found: Lines = {}
    for step, line in straight_rows(position.mode.line):
        present = own.intersection(line)
        gaps = [cell for cell in line if cell not in present]
        if present and len(gaps) <= len(held) and can_be_laid(table, held[: len(gaps)], gaps):
            found[step, frozenset(line)] = frozenset(present)
    return found


def can_be_laid(table: Table, cards: list[Card], gaps: list[Cell]) -> bool:
    """Whether cards can be placed in these gaps, in some order and one way or another."""
    pairs = sorted(zip(cards, by_value(table, gaps), strict=True), key=lambda pair: pair[1])
    for order in permutations(pairs):
        laid = table.copy()
        try:
            for card, cell in order:
                laid.lay(card, cell)
        except IllegalPlacementError:
            continue
        return True
    return False


def by_value(table: Table, cells: list[Cell]) -> list[Cell]:
    """Sort cells by the value of their visible card, the highest first."""
    return sorted(cells, key=lambda cell: -getattr(table[cell], "value", 0))


def of_kind(reasons: tuple[Reason, ...], kind: Kind) -> list[Reason]:
    return [reason for reason in reasons if reason.kind is kind]


def moments(position: Position) -> Iterator[tuple[Cell, Table, tuple[Reason, ...]]]:
    """Yield cells that do not win, with the table after the placement and the reasons."""
    assert position.card is not None
    for cell in checked(position):
        reasons = explain(position, cell)
        if not of_kind(reasons, Kind.WINS):
            yield cell, with_card(position.table, position.card, cell), reasons


def test_lines_through_the_card(position: Position) -> None:
    card, mode = position.card, position.mode
    assert card is not None
    for cell, table, reasons in moments(position):
        joins, connects, starts = (
            [(each.now, set(each.cells)) for each in of_kind(reasons, kind)]
            for kind in (Kind.JOINS, Kind.CONNECTS, Kind.STARTS)
        )
        if card.colour is mode.neutral:
            assert not joins + connects + starts
            continue
        lines = possible_lines(table, position, card.colour).items()
        through = [(step, present) for (step, _), present in lines if cell in present]
        nearly = [each for each in through if len(each[1]) >= mode.line - 2]
        two = [each for each in through if len(each[1]) >= 2]
        steps = {step for step, _ in nearly}
        is_new = getattr(position.table[cell], "colour", None) is not card.colour
        others = {each for _, present in nearly or two for each in present} - {cell}
        assert joins == ([(len(steps), others)] if is_new and len(steps) > 1 else [])
        assert connects == ([(len(two), others)] if is_new and two and not nearly else [])
        assert starts == ([(len(through), {cell})] if through and not two else [])


def test_lines_that_are_taken(position: Position) -> None:
    assert position.card is not None
    mover = position.mode.side_of(position.seat or 1)
    colours = [(side, colour) for side in position.mode.sides for colour in side.colours]
    before = {colour: possible_lines(position.table, position, colour) for _, colour in colours}
    for cell, table, reasons in moments(position):
        told = {
            (each.side, each.colour): (each.before, each.now, set(each.cells))
            for each in of_kind(reasons, Kind.NARROWS)
        }
        is_spared, is_connected = True, False
        for side, colour in colours:
            after = possible_lines(table, position, colour)
            most = min(2, max(map(len, before[colour].values()), default=1))
            then = {line for line, present in before[colour].items() if len(present) >= most}
            now = {line for line, present in after.items() if len(present) >= most}
            lost = {each for line in then - now for each in before[colour][line]}
            is_told = any(each.kind in STOPPING and each.colour is colour for each in reasons)
            is_less = len(now) < len(then) and not is_told
            expected = (len(then), len(now), lost) if is_less else None
            assert told.pop((side.number, colour), None) == expected
            is_spared &= side is not mover or before[colour].keys() <= after.keys()
            if colour is position.card.colour:
                is_connected = any(cell in each and len(each) > 1 for each in after.values())
        assert not told
        if of_kind(reasons, Kind.SPARES):
            assert is_spared
            assert not is_connected
            assert any(is_costly(position, other, before) for other in position.legal_cells)
        elif is_spared and not is_connected:
            assert not any(is_costly(position, other, before) for other in checked(position))


def is_costly(position: Position, cell: Cell, before: dict[Colour, Lines]) -> bool:
    """Whether the card takes a possible line from its own side on a cell."""
    assert position.card is not None
    table = with_card(position.table, position.card, cell)
    return any(
        before[colour].keys() - possible_lines(table, position, colour).keys()
        for colour in position.mode.side_of(position.seat or 1).colours
    )


def test_a_card_that_holds_cannot_be_covered(position: Position) -> None:
    mover = position.mode.side_of(position.seat or 1).number
    others = [
        card
        for side, cards in enumerate(position.unseen, start=1)
        if side != mover
        for card in cards
    ]
    others += [card for cards in (*position.kept, position.unseen_neutrals) for card in cards]
    others += [
        top
        for seat, top in enumerate(position.face_up, start=1)
        if top is not None and position.mode.side_of(seat).number != mover
    ]
    for cell, table, reasons in moments(position):
        can_be_covered = any(cell in table.legal_cells(card) for card in set(others))
        holding = of_kind(reasons, Kind.HOLDS)
        assert not (holding and can_be_covered)
        if of_kind(reasons, Kind.NARROWS) or of_kind(reasons, Kind.CONNECTS):
            assert len(holding) == (not can_be_covered)


def counted(table: Table, position: Position, side: int) -> set[tuple[Colour, frozenset[Cell]]]:
    """Find a side's unbroken runs of one card less than a line, cell by cell."""
    shown = {cell: cards[-1].colour for cell, cards in table.stacks().items()}
    places = {(cell.column, cell.row): colour for cell, colour in shown.items()}
    found = set()
    for (column, row), colour in places.items():
        if colour not in position.mode.sides[side - 1].colours:
            continue
        for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            if places.get((column - across, row - up)) is colour:
                continue
            run: list[Cell] = []
            while places.get((column + across * len(run), row + up * len(run))) is colour:
                run.append(Cell.at(column + across * len(run), row + up * len(run)))
            if len(run) == position.mode.line - 1:
                found.add((colour, frozenset(run)))
    return found


def test_runs_that_a_stalemate_counts(position: Position) -> None:
    for _, table, reasons in moments(position):
        told = {each.side: each for each in of_kind(reasons, Kind.COUNTS)}
        for side in (each.number for each in position.mode.sides):
            before, now = (counted(each, position, side) for each in (position.table, table))
            reason = told.get(side)
            if reason is not None:
                assert (reason.before, reason.now) == (len(before), len(now))
                assert (reason.colour, frozenset(reason.cells)) in before ^ now
            elif min(position.decks) <= 5:
                assert len(before) == len(now)

"""Reasons against a definition that tries every card on every cell, on random positions."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest

from punto import MODES, Card, Cell, Colour, IllegalPlacementError, Position, Table, read_position
from punto.engine import Kind, Reason, explain
from punto.lab.futures import futures
from punto.rules.kernel import COMPILED

from .late import LATE
from .positions import random_position

MOMENTS = [
    (mode, seed, plies, open_cards)
    for mode in MODES
    for seed, plies, open_cards in ((1, 7, False), (2, 19, False), (3, 27, True), (4, 38, False))
]
CHECKED_CELLS = 6 if COMPILED else 3

Step = tuple[int, int]


EVERY = 1 if COMPILED else 3
"""Take every so many of the moments; 3 leaves all modes in."""


@pytest.fixture(params=[*MOMENTS, *LATE[::4]][::EVERY], ids=str, scope="module")
def position(request: pytest.FixtureRequest) -> Position:
    if isinstance(request.param, str):
        return read_position(request.param)
    mode, seed, plies, open_cards = request.param
    return random_position(mode, seed, plies, open_cards=open_cards)


def checked(position: Position) -> tuple[Cell, ...]:
    legal = position.legal_cells
    return tuple(legal[:: max(1, len(legal) // CHECKED_CELLS)])


def with_card(table: Table, card: Card, cell: Cell) -> Table:
    changed = table.copy()
    changed.lay(card, cell)
    return changed


def step_of(cells: tuple[Cell, ...]) -> Step:
    """Return the direction of cells in a row, which are sorted."""
    across, up = cells[-1].column - cells[0].column, cells[-1].row - cells[0].row
    return ((across > 0) - (across < 0), (up > 0) - (up < 0))


def lines(table: Table, card: Card, cell: Cell, length: int) -> Iterator[tuple[Cell, ...]]:
    """List the lines that a card makes on a cell, if nothing forbids it."""
    if cell in table.legal_cells(card):
        for run in with_card(table, card, cell).runs_through(cell, length):
            yield run.cells


def next_cards(position: Position, side: int) -> tuple[list[Card], int]:
    """List what a side may turn up next, and say of how many cards it comes."""
    mover, mode = position.seat, position.mode
    assert mover is not None
    seat = mode.after(mover)
    while mode.side_of(seat).number != side:
        seat = mode.after(seat)
    top = position.face_up[seat - 1] if seat != mover else None
    if top is not None:
        return [top], 1
    if position.decks[seat - 1] == (seat == mover):
        return [], 0
    members = mode.sides[side - 1].seats
    left = sum(position.decks[each - 1] for each in members)
    shown = sum(position.face_up[each - 1] is not None for each in members)
    return list(position.unseen[side - 1]), left - shown


def completing(table: Table, position: Position, reason: Reason) -> Counter[Card]:
    """Count the next cards that complete a line with a card of the reason's row."""
    assert reason.side is not None
    possible, _ = next_cards(position, reason.side)
    step, row = step_of(reason.cells), set(reason.cells)
    return Counter(
        card
        for card in possible
        if card.colour is reason.colour
        and any(
            step_of(line) == step and not row.isdisjoint({*line} - {cell})
            for cell in table.legal_cells(card)
            for line in lines(table, card, cell, position.mode.line)
        )
    )


def winners(table: Table, position: Position, side: int) -> set[Card]:
    """Return the next cards with which a side completes any line."""
    return {
        card
        for card in set(next_cards(position, side)[0])
        if position.mode.line_by_colour[card.colour]
        and any(
            any(lines(table, card, cell, position.mode.line)) for cell in table.legal_cells(card)
        )
    }


def named(reasons: tuple[Reason, ...], side: int, *kinds: Kind) -> set[Card]:
    return {
        card
        for reason in reasons
        if reason.side == side and reason.kind in kinds
        for card in reason.cards
    }


def test_wins_and_misses(position: Position) -> None:
    assert position.card is not None
    is_own = position.mode.line_by_colour[position.card.colour] > 0
    winning = {
        cell: set(lines(position.table, position.card, cell, position.mode.line))
        for cell in position.legal_cells
        if is_own
    }
    won = tuple(cell for cell in winning if winning[cell])
    for cell in position.legal_cells:
        found = explain(position, cell)
        assert {each.cells for each in found if each.kind is Kind.WINS} == winning.get(cell, set())
        misses = [each.instead for each in found if each.kind is Kind.MISSES]
        assert misses == ([won] if won and cell not in won else [])


def test_every_card_that_completes_a_line_is_named_and_no_other(position: Position) -> None:
    card, seat = position.card, position.seat
    assert card is not None
    assert seat is not None
    mover = position.mode.side_of(seat).number
    for cell in checked(position):
        found = explain(position, cell)
        if any(reason.kind is Kind.WINS for reason in found):
            continue
        table = with_card(position.table, card, cell)
        for side in (each.number for each in position.mode.sides):
            before = winners(position.table, position, side)
            after = winners(table, position, side)
            if side == mover:
                assert after - before <= named(found, side, Kind.OPENS) <= after
                assert before - after <= named(found, side, Kind.SPOILS) <= before
            else:
                standing = (Kind.REDUCES, Kind.LEAVES, Kind.HANDS_OVER)
                assert named(found, side, *standing) == after
                assert named(found, side, Kind.BLOCKS) <= before
                if before - after and not any(each.before > each.now for each in found):
                    assert before - after <= named(found, side, Kind.BLOCKS)
                assert not named(found, side, Kind.OPENS, Kind.SPOILS)


def test_each_row_is_what_trying_its_cards_shows(position: Position) -> None:
    card = position.card
    assert card is not None
    tables = {cell: with_card(position.table, card, cell) for cell in position.legal_cells}
    won = {
        cell
        for cell in tables
        if any(reason.kind is Kind.WINS for reason in explain(position, cell))
    }
    for cell in checked(position):
        for reason in explain(position, cell):
            if not reason.cards or reason.kind is Kind.COVERS:
                continue
            assert reason.side is not None
            assert reason.out_of == next_cards(position, reason.side)[1]
            before = completing(position.table, position, reason)
            after = completing(tables[cell], position, reason)
            said = Counter(reason.cards)
            if reason.kind is Kind.SPOILS:
                assert said == before - after
            elif reason.kind is Kind.BLOCKS:
                assert (said, after.total()) == (before, 0)
            else:
                assert said == after
            if reason.kind is Kind.OPENS:
                assert after - before
            if reason.kind in (Kind.REDUCES, Kind.LEAVES, Kind.HANDS_OVER):
                assert (reason.before, reason.now) == (before.total(), after.total())
                left = {
                    other: completing(tables[other], position, reason).total()
                    for other in position.legal_cells
                    if other not in won
                }
                fewest = min(left.values())
                better = tuple(other for other in left if left[other] == fewest)
                assert reason.instead == (better if fewest < after.total() else ())
                assert (reason.kind is Kind.LEAVES) == (fewest < after.total())
                if reason.kind is not Kind.LEAVES:
                    assert (reason.kind is Kind.REDUCES) == (after.total() < before.total())


def test_counts_are_chances(position: Position) -> None:
    """The card of the next seat comes as often as the futures of a review say."""
    assert position.seat is not None
    after = position.mode.after(position.seat)
    side = position.mode.side_of(after).number
    for cell in checked(position)[:3]:
        for reason in explain(position, cell):
            if reason.side == side and reason.kind in (Kind.REDUCES, Kind.LEAVES, Kind.HANDS_OVER):
                comes = sum(
                    future.share
                    for future in futures(position, cell)
                    if future.position is not None and future.position.card in reason.cards
                )
                assert comes == pytest.approx(reason.chance)


def two_card_lines(
    table: Table, position: Position, colour: Colour, side: int
) -> set[tuple[Step, frozenset[Cell]]]:
    """Find the lines that two more cards of a colour make: their direction and present cards.

    The two highest cards are tried, in both orders: where a lower one fits, they do too.
    """
    tops = [
        top
        for seat, top in enumerate(position.face_up, start=1)
        if top is not None and seat != position.seat
    ]
    held = sorted(card for card in (*position.unseen[side - 1], *tops) if card.colour is colour)
    own = {cell for cell in table.stacks() if getattr(table[cell], "colour", None) is colour}
    found = set()
    for step, line in straight_rows(position.mode.line):
        present = frozenset(own.intersection(line))
        if len(line) - len(present) == 2 <= len(held):
            for cells in permutations(set(line) - present):
                laid = table.copy()
                try:
                    for card, cell in zip(held[-2:], cells, strict=True):
                        laid.lay(card, cell)
                except IllegalPlacementError:
                    continue
                found.add((step, present))
    return found


@cache
def straight_rows(length: int) -> list[tuple[Step, tuple[Cell, ...]]]:
    found = []
    for across, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        for start in range(121):
            places = [(start % 11 + across * i, start // 11 + up * i) for i in range(length)]
            if all(0 <= x < 11 and 0 <= y < 11 for x, y in places):
                found.append(((across, up), tuple(Cell.at(x, y) for x, y in places)))
    return found


def test_rows_that_lack_two_cards(position: Position) -> None:
    card, seat = position.card, position.seat
    assert card is not None
    assert seat is not None
    mover = position.mode.side_of(seat)
    for cell in checked(position):
        reasons = explain(position, cell)
        if any(reason.kind is Kind.WINS for reason in reasons):
            continue
        table = with_card(position.table, card, cell)
        for side in position.mode.sides:
            for colour in side.colours:
                before = two_card_lines(position.table, position, colour, side.number)
                after = two_card_lines(table, position, colour, side.number)
                if side is not mover:
                    check_hampers(reasons, colour, before, after)
                elif colour is card.colour:
                    check_builds(reasons, colour, cell, position.table[cell], after)


def check_builds(
    reasons: tuple[Reason, ...],
    colour: Colour,
    cell: Cell,
    covered: Card | None,
    after: set[tuple[Step, frozenset[Cell]]],
) -> None:
    """Each direction in which the placed card and two more make a line is named, and no other."""
    built = {step_of(each.cells) for each in reasons if each.kind is Kind.BUILDS}
    opened = {step_of(each.cells) for each in reasons if each.kind is Kind.OPENS}
    possible = {step for step, present in after if cell in present}
    assert built <= possible
    if covered is None or covered.colour is not colour:
        assert possible - opened <= built | {
            step_of(each.cells) for each in reasons if each.kind is Kind.SPOILS
        }


def check_hampers(
    reasons: tuple[Reason, ...],
    colour: Colour,
    before: set[tuple[Step, frozenset[Cell]]],
    after: set[tuple[Step, frozenset[Cell]]],
) -> None:
    """A row that is hampered had a way to become a line, and has none left."""
    hampered = [each for each in reasons if each.kind is Kind.HAMPERS and each.colour is colour]
    for reason in hampered:
        step, row = step_of(reason.cells), set(reason.cells)
        assert any(each == step and present <= row for each, present in before)
        assert not any(each == step and present & row for each, present in after)

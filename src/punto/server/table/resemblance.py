"""Whether a position is that of a match in play, so that nobody gets help in it by a detour.

Only the cards on top are compared: everything else of a position can be changed without changing
the advice much. A table that is turned, mirrored or moved, or whose colours are exchanged, is the
same. In the matches of who asks, a few cards may differ, too.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.server.table.table import Table

MANY_CARDS = 6
"""From so many cells with cards on, two tables hardly ever look alike by chance."""

MAX_DIFFERENT = 2
"""How many cells may differ between such tables, in the matches of who asks."""

FEW_CARDS = 2
"""With fewer, all tables look alike."""


class Top(NamedTuple):
    """The card on top of a cell, whose column and row count from anywhere."""

    column: int
    row: int
    colour: int
    value: int


Tops = tuple[Top, ...]


def tops_in_text(position: str) -> Tops:
    """Find the cards on top in a position in one line."""
    stacks = position.split(" ")[7]
    if stacks == "-":
        return ()
    found = (stack.partition(":") for stack in stacks.split(","))
    return tops_of({Cell(cell): Card(cards[-2:]) for cell, _, cards in found})


def tops_at(table: Table) -> Tops:
    """Find the cards on top at a table."""
    if table.match is None:
        return ()
    cards, cells = table.match.stage.round.table.numbers()
    # A later card on a cell replaces the one before it.
    return tops_of({Cell(cell): Card(card) for card, cell in zip(cards, cells, strict=True)})


def tops_of(cards: Mapping[Cell, Card]) -> Tops:
    """List cards by their cells."""
    return tuple(
        Top(cell.column, cell.row, card.colour, card.value) for cell, card in cards.items()
    )


def is_between_people(table: Table) -> bool:
    """Whether people on several devices are playing a match here."""
    return table.phase == "playing" and len(table.people) > 1


def resembles(asked: Tops, played: Tops, *, is_own: bool) -> bool:
    """Whether a position that is asked about is that of a match in play.

    `is_own` says whether who asks plays in it. Only then are positions with few cards compared.
    """
    size = max(len(asked), len(played))
    if size < (FEW_CARDS if is_own else MANY_CARDS):
        return False
    most = MAX_DIFFERENT if is_own and size >= MANY_CARDS else 0
    return differences(asked, played, most) <= most


def differences(one: Tops, other: Tops, most: int) -> int:
    """Count the cells that differ between two tables, at best; more than `most` may be any number.

    Both may be turned, mirrored, moved, and have their colours exchanged.
    """
    size = max(len(one), len(other))
    if size - min(len(one), len(other)) > most:
        return most + 1
    values = Counter(top.value for top in one) & Counter(top.value for top in other)
    if size - values.total() > most:
        return most + 1
    return min(
        size - matching(placed, other, offset)
        for placed in symmetric(one)
        for offset in likely_offsets(placed, other, size - most)
    )


def symmetric(tops: Tops) -> Iterator[Tops]:
    """Turn and mirror a table in all eight ways."""
    for _ in range(2):
        for _ in range(4):
            tops = tuple(top._replace(column=-top.row, row=top.column) for top in tops)
            yield tops
        tops = tuple(top._replace(column=-top.column) for top in tops)


def likely_offsets(one: Tops, other: Tops, least: int) -> list[tuple[int, int]]:
    """Find how to move a table so that at least so many values agree with another; or no way."""
    votes = Counter(
        (theirs.column - ours.column, theirs.row - ours.row)
        for ours in one
        for theirs in other
        if ours.value == theirs.value
    )
    return [offset for offset, count in votes.items() if count >= least] or [(1000, 1000)]


def matching(one: Tops, other: Tops, offset: tuple[int, int]) -> int:
    """Count the cells that agree after moving one table, with colours exchanged as fits best."""
    across, up = offset
    there = {(top.column, top.row): top for top in other}
    pairs: Counter[tuple[int, int]] = Counter()
    for top in one:
        theirs = there.get((top.column + across, top.row + up))
        if theirs is not None and theirs.value == top.value:
            pairs[top.colour, theirs.colour] += 1
    found, ours, used = 0, set(), set()
    for (colour, theirs_colour), count in pairs.most_common():
        if colour not in ours and theirs_colour not in used:
            ours.add(colour)
            used.add(theirs_colour)
            found += count
    return found

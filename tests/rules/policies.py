"""Ways to choose where a card goes, so that random rounds reach every corner of the rules."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from punto import Card, Cell

Stacks = Mapping[tuple[int, int], Sequence[str]]
"""By column and row, the names of the cards on a cell, the top one last."""
Policy = Callable[[list[Cell], Card, Stacks, Random], Cell]


def anywhere(cells: list[Cell], card: Card, stacks: Stacks, chance: Random) -> Cell:
    """Choose any legal cell."""
    return cells[int(chance.random() * len(cells))]


def in_line(cells: list[Cell], card: Card, stacks: Stacks, chance: Random) -> Cell:
    """Choose, of a few cells, the one with the most cards of the same colour around it."""
    colour = str(card)[0]
    few = cells if len(cells) < 8 else chance.sample(cells, 8)
    return max(few, key=lambda cell: same_around(cell, colour, stacks))


def same_around(cell: Cell, colour: str, stacks: Stacks) -> int:
    column, row = cell.column, cell.row
    found = 0
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for way in (1, -1):
            for far in (1, 2, 3):
                stack = stacks.get((column + way * far * right, row + way * far * up))
                if not stack or stack[-1][0] != colour:
                    break
                found += far
    return found


def on_top(cells: list[Cell], card: Card, stacks: Stacks, chance: Random) -> Cell:
    """Cover a card where that is possible."""
    covered = [cell for cell in cells if (cell.column, cell.row) in stacks]
    return anywhere(covered or cells, card, stacks, chance)


def on_the_highest(cells: list[Cell], card: Card, stacks: Stacks, chance: Random) -> Cell:
    """Pile up: cover the tallest stack with the highest card that is lower."""
    return max(cells, key=lambda cell: height(stacks.get((cell.column, cell.row), ())))


def height(stack: Sequence[str]) -> tuple[int, str]:
    return (len(stack), stack[-1][1]) if stack else (0, "")


def apart(cells: list[Cell], card: Card, stacks: Stacks, chance: Random) -> Cell:
    """Spread out, so that the square is settled and filled early."""
    empty = [cell for cell in cells if (cell.column, cell.row) not in stacks]
    few = empty if len(empty) < 4 else chance.sample(empty, 4)
    return max(few, key=far_from_the_middle) if few else anywhere(cells, card, stacks, chance)


def far_from_the_middle(cell: Cell) -> int:
    return abs(cell.column - 5) + abs(cell.row - 5)


def packed(cells: list[Cell], card: Card, stacks: Stacks, chance: Random) -> Cell:
    """Stay close to the first card, on empty cells before covered ones."""
    return min(
        cells, key=lambda cell: ((cell.column, cell.row) in stacks, far_from_the_middle(cell))
    )


POLICIES: dict[str, Policy] = {
    "anywhere": anywhere,
    "in line": in_line,
    "on top": on_top,
    "on the highest": on_the_highest,
    "apart": apart,
    "packed": packed,
}


def mixed(policies: Sequence[str], chance: Random) -> Policy:
    """Take turns between policies, and now and then any cell."""
    chosen = [POLICIES[name] for name in policies]

    def choose(cells: list[Cell], card: Card, stacks: Stacks, chance_: Random) -> Cell:
        policy = chosen[int(chance.random() * len(chosen))] if chance.random() < 0.9 else anywhere
        return policy(cells, card, stacks, chance_)

    return choose

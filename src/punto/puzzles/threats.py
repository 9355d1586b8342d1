"""What the next player can do at once, by the rules alone: the proof of puzzles about a loss."""

from punto.bots.greedy import cheapest_line, odds_of
from punto.rules.cell import Cell
from punto.rules.position import Position
from punto.rules.table import Table


def loss_chance(position: Position, cell: Cell) -> float:
    """Return the next seat's chance to turn up a card that completes a line.

    That is after the card in hand was placed on a cell. It is exact: every card that is unseen is
    equally likely to be on top.
    """
    assert position.card is not None
    table = position.table.copy()
    table.lay(position.card, cell)
    return line_chance(position, table)


def line_chance(position: Position, table: Table) -> float:
    """Return the next seat's chance to complete a line on a table."""
    mode = position.mode
    assert position.seat is not None
    rival = mode.after(position.seat)
    odds, total = odds_of(position, rival), 0.0
    for colour in mode.side_of(rival).colours:
        cards = [card for card in odds if card.colour is colour]
        least = cheapest_line(table, cards, mode.line)
        if least is not None:
            total += sum(odds[card] for card in cards if card.value >= least)
    return round(total, 9)


def only_defence(position: Position, min_chance: float) -> Cell | None:
    """Return the only cell after which the next player cannot complete a line at once.

    After every other cell the chance must be at least `min_chance`. None if there is no such cell.
    """
    if line_chance(position, position.table) < min_chance:
        return None
    found = None
    for cell in position.legal_cells:
        chance = loss_chance(position, cell)
        if chance == 0 and found is None:
            found = cell
        elif chance < min_chance:
            return None
    return found

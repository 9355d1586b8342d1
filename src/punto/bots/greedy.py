"""The bot that looks at this turn alone: it wins if it can, else denies, else builds."""

from random import Random

from punto.bots.bot import Bot
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.kernel import LINE
from punto.rules.position import Position
from punto.rules.table import Table
from punto.rules.view import View


def choose(view: View, random: Random) -> Cell:
    """Choose a cell for the card in hand."""
    position, card = view.position, view.position.card
    assert card is not None
    best: list[Cell] = []
    best_worth: tuple[float, ...] = ()
    for cell in view.legal_cells:
        worth = worth_of(position, card, cell)
        if not best or worth > best_worth:
            best, best_worth = [], worth
        if worth == best_worth:
            best.append(cell)
    return random.choice(best)


def worth_of(position: Position, card: Card, cell: Cell) -> tuple[float, ...]:
    """Weigh a placement: a line first, then fewer lines for the others, then own company."""
    table = position.table.copy()
    line = position.mode.line_by_colour[card.colour]
    if table.lay(card, cell, line) & LINE:
        return (1, 0, 0, 0)
    covered = position.table[cell]
    wasted = 0 if covered is None or covered.colour is not card.colour else 1
    return (0, -threats(position, table), -wasted, company(table, card, cell))


def threats(position: Position, table: Table) -> int:
    """Count the ways in which the seat that is next could complete a line."""
    assert position.seat is not None
    rival = position.mode.after(position.seat)
    dearest: dict[int, Card] = {}
    for card in position.possible_cards(rival):
        if position.mode.line_by_colour[card.colour]:
            dearest[card.colour] = max(card, dearest.get(card.colour, card))
    count = 0
    for card in dearest.values():
        for cell in table.legal_cells(card):
            trial = table.copy()
            count += bool(trial.lay(card, cell, position.mode.line) & LINE)
    return count


def company(table: Table, card: Card, cell: Cell) -> int:
    """Count the visible cards of the same colour within two cells in a straight line."""
    count = 0
    for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for steps in (-2, -1, 1, 2):
            column, row = cell.column + steps * right, cell.row + steps * up
            if 0 <= column < 11 and 0 <= row < 11:
                near = table[Cell.at(column, row)]
                count += near is not None and near.colour is card.colour
    return count


BOT = Bot("greedy", "Takes every win, spoils yours, and never looks further than one card.", choose)

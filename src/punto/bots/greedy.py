"""A bot that looks at this turn only: it wins if it can, else blocks, else builds."""

from random import Random

from punto.bots.bot import Bot, check_turn
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.kernel import LINE
from punto.rules.position import Position
from punto.rules.table import Table
from punto.rules.view import View


def choose(view: View, random: Random) -> Cell:
    """Choose a cell for the card in hand."""
    check_turn(view)
    worths = [worth_of(view.position, cell) for cell in view.legal_cells]
    best = max(worths)
    return random.choice(
        [cell for cell, worth in zip(view.legal_cells, worths, strict=True) if worth == best]
    )


def worth_of(position: Position, cell: Cell) -> tuple[float, ...]:
    """Rate a placement: a line first, then the risk of losing, then waste, then company."""
    card, covered, table = position.card, position.table[cell], position.table.copy()
    assert card is not None
    if table.lay(card, cell, position.mode.line_by_colour[card.colour]) & LINE:
        return (1, 0, 0, 0)
    wasted = covered is not None and covered.colour is card.colour
    return (0, -risk(position, table), -wasted, company(table, card, cell))


def risk(position: Position, table: Table) -> float:
    """Add up each rival's chance to complete a line before this side's next turn."""
    mode, seat = position.mode, position.seat
    assert seat is not None
    mine, total = mode.side_of(seat), 0.0
    rival = mode.after(seat)
    while mode.side_of(rival) is not mine:
        odds = odds_of(position, rival)
        for colour in mode.side_of(rival).colours:
            least = cheapest_line(
                table, [card for card in odds if card.colour is colour], mode.line
            )
            total += sum(
                chance
                for card, chance in odds.items()
                if card.colour is colour and least is not None and card.value >= least
            )
        rival = mode.after(rival)
    return round(total, 9)  # so that equal risks compare equal, in whatever order they were added


def odds_of(position: Position, seat: int) -> dict[Card, float]:
    """Return how likely each card of its own colours is on top of a seat's deck."""
    up, left = position.face_up[seat - 1], position.decks[seat - 1]
    if up is not None:
        return {up: 1.0}
    unseen = position.unseen[position.mode.side_of(seat).number - 1]
    own = left - position.neutrals[seat - 1]
    return {card: unseen.count(card) * own / left / len(unseen) for card in unseen} if own else {}


def cheapest_line(table: Table, cards: list[Card], line: int) -> int | None:
    """Return the lowest value that completes a line of these cards' one colour, if any does."""
    if not cards:
        return None
    highest = max(cards)
    values = []
    for cell in table.legal_cells(highest):
        if table.copy().lay(highest, cell, line) & LINE:
            covered = table[cell]
            values.append(1 if covered is None else covered.value + 1)
    return min(values, default=None)


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


BOT = Bot(
    "greedy",
    "Takes every win, blocks yours, and never looks more than one card ahead.",
    choose,
    names=("Rex", "Foxy", "Dax", "Trix"),
)

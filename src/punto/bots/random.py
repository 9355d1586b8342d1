"""A bot that plays at random."""

from random import Random

from punto.bots.bot import Bot, check_turn
from punto.rules.cell import Cell
from punto.rules.view import View


def choose(view: View, random: Random) -> Cell:
    """Choose any legal cell."""
    check_turn(view)
    return random.choice(view.legal_cells)


BOT = Bot(
    "random",
    "Places its cards wherever there is room, without a thought.",
    choose,
    names=("Jojo", "Kuku", "Zaza", "Lulu"),
)

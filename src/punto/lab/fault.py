"""Faults: what a bot did instead of choosing a legal cell."""

from dataclasses import dataclass
from random import Random

from punto.bots.bot import Bot
from punto.rules.cell import KNOWN, Cell
from punto.rules.errors import shortened
from punto.rules.view import View

LONGEST = 200


@dataclass(frozen=True, slots=True)
class Fault:
    """Where and how a bot failed; `punto show` draws the moment from the same numbers."""

    bot: str
    seat: int
    part: int
    """Which of the records of the match, from 1."""
    round: int
    ply: int
    """How many cards were laid in the round."""
    what: str
    """What happened, to be read after the bot's name."""


def choice_of(bot: Bot, view: View, random: Random) -> Cell | str:
    """Ask a bot for a cell; where none comes that is legal, tell what came instead."""
    try:
        answer: object = bot.choose_by_seed(view, random)
        # Wherever a cell is asked for, its name or number will do.
        cell = KNOWN.get(answer) if isinstance(answer, str | int) else None
        if cell is not None and cell in view.legal_cells:
            return cell
        return one_line(f"answered {shortened(answer)}, which is not a legal cell")
    except BaseException as error:  # whatever a bot does, the arena goes on
        return raised(error)


def raised(error: BaseException) -> str:
    """Tell of an exception, even of one that cannot be printed."""
    try:
        sentence = str(error)
    except BaseException:  # the bot's own exception may do anything
        sentence = ""
    kind = type(error).__name__
    return one_line(f"raised {kind}: {sentence}" if sentence else f"raised {kind}")


def one_line(text: str) -> str:
    """Keep what stands on one line of a table and of a file."""
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(plain.split())[:LONGEST]

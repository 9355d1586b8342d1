"""What the engine can be asked about: anything that a card is to be placed in."""

from punto.rules.errors import UnreadableError
from punto.rules.match import Match
from punto.rules.position import Position
from punto.rules.round import Round
from punto.rules.view import View

Source = Match | Round | Position | View
"""A match, a round by itself, a position, or what a seat may see of a match."""


def position_in(source: Source) -> Position:
    """Return the position: what everybody may know, and so all that the engine may know."""
    if isinstance(source, Position):
        return source
    if isinstance(source, View):
        return source.position
    if isinstance(source, Match | Round):
        return source.position()
    raise UnreadableError("position", expected="a Match, Round, Position or View", came=source)

"""A view: exactly what one person at a match, or a spectator, may know."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.events import Event
from punto.rules.position import Position, position_of

if TYPE_CHECKING:
    from punto.rules.match import Match


@dataclass(frozen=True, slots=True)
class View:
    """What may be sent, shown or logged of a match.

    Nobody knows the order of any deck, its owner no more than a spectator; so views differ
    only in whose they are.
    """

    seat: int | None
    """Who looks: a seat, or None for a spectator."""
    position: Position
    legal_cells: tuple[Cell, ...]
    """Where the card in hand can lie; empty for all but the seat to move."""
    events: tuple[Event, ...]
    last_end: RoundEnd | None
    """How the last finished round ended."""
    winner: int | None
    """The side that won the match."""
    commitment: str | None
    """The seed's SHA-256, where all deals follow from a seed."""
    seed: str | None
    """The seed itself, once the match is over and it is no secret any more."""

    @property
    def is_my_turn(self) -> bool:
        """Whether who looks is to move."""
        return self.seat is not None and self.seat == self.position.seat


def view_of(match: "Match", seat: int | None) -> View:
    """Look at a match from a seat, or as a spectator."""
    mine = seat is not None and seat == match.seat
    return View(
        seat=seat,
        position=position_of(match),
        legal_cells=tuple(match.legal_cells()) if mine else (),
        events=match.events,
        last_end=match.last_end,
        winner=match.winner,
        commitment=match.commitment,
        seed=match.seed.hex() if match.over and match.seed is not None else None,
    )

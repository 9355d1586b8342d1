"""A view: exactly what a player or a spectator may know of a match."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.rules.cell import Cell
from punto.rules.ending import RoundEnd
from punto.rules.events import Event
from punto.rules.legal_cells import NO_CELLS
from punto.rules.position import Position, position_of

if TYPE_CHECKING:
    from punto.rules.match import Match


@dataclass(frozen=True, slots=True)
class View:
    """What may be sent, shown or logged of a match.

    Nobody knows the order of any deck, not even its owner, so views differ only in the viewer and
    in the legal cells.
    """

    seat: int | None
    """The viewer: a seat, or None for a spectator."""
    position: Position
    legal_cells: tuple[Cell, ...]
    """Where the card in hand may be placed; empty unless the viewer is the seat to move."""
    events: Sequence[Event]
    """All events so far, made when they are asked for."""
    last_end: RoundEnd | None
    """How the last finished round ended."""
    winner: int | None
    """The side that won the match."""
    commitment: str | None
    """The seed's SHA-256, if the deals follow from a seed."""
    seed: str | None
    """The seed itself, but only once the match is over."""

    @property
    def is_my_turn(self) -> bool:
        """Whether the viewer is the seat to move."""
        return self.seat is not None and self.seat == self.position.seat


def view_of(match: "Match", seat: int | None) -> View:
    """Return the view of a match from a seat, or of a spectator."""
    mine = seat is not None and seat == match.seat
    return View(
        seat=seat,
        position=position_of(match),
        legal_cells=match.legal_cells if mine else NO_CELLS,
        events=match.events,
        last_end=match.last_end,
        winner=match.winner,
        commitment=match.commitment,
        seed=match.seed.hex() if match.over and match.seed is not None else None,
    )

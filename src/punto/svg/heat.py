"""A heat map of cells: how good each one is, as a tint and as a number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from punto.svg.element import group, moved, square
from punto.svg.face import CORNER, HALF
from punto.svg.figures import figure, star_at
from punto.svg.frame import Frame
from punto.svg.palette import Palette, mix
from punto.svg.pieces import Cell

BORDER = 6
"""How far the tint looks out from under a card."""
LEAST_SPREAD = 0.1
"""Shares that differ by less than this are not painted as if they were poles apart."""
SIZE = 24
SMALL = 19
"""The height of a number on a card, which must leave the dots alone."""
EDGE = HALF + 3.3
"""How far above the middle of a card its number stands."""
STAR = 11.5
STAR_HEIGHT = -27

Place = tuple[int, int]
"""The column and row of a cell."""


@dataclass(frozen=True, slots=True)
class Heat:
    """Shares of cells, and how they are painted."""

    shares: Mapping[Place, float]
    best: Place | None
    depths: Mapping[Place, float]
    """How far each stack reaches below the card on top."""
    frame: Frame
    colours: Palette

    def below(self) -> str:
        """Tint free cells, and a border round stacks, under the cards."""
        return group(
            *(
                square(
                    HALF + (BORDER if place in self.depths else 0),
                    CORNER + (BORDER if place in self.depths else 0),
                    drop=self.depths.get(place, 0),
                    fill=self.paint(share),
                    transform=self.at(place),
                    data_mark="heat",
                )
                for place, share in self.shares.items()
            )
        )

    def above(self) -> str:
        """Write the shares: in the middle of a free cell, at the upper edge of a card."""
        return "".join(self._figure(place, share) for place, share in self.shares.items())

    def _figure(self, place: Place, share: float) -> str:
        colours, paint = self.colours, self.paint(share)
        if place == self.best and place in self.depths:
            drawn = figure(share, SMALL, ink=colours.ground, plate=colours.ink, star=STAR / 1.7)
        elif place == self.best:
            drawn = figure(share, SIZE, ink=colours.ground, plate=colours.ink) + star_at(
                0, STAR_HEIGHT, STAR, colours.ink
            )
        else:
            is_card = place in self.depths
            drawn = figure(
                share,
                SMALL if is_card else SIZE,
                ink=colours.ink,
                plate=paint if is_card else None,
            )
        return group(
            drawn,
            transform=self.at(place, EDGE if place in self.depths else 0),
            data_mark="best" if place == self.best else "share",
        )

    def at(self, place: Place, up: float = 0) -> str:
        """Write the transform that moves a drawing onto a cell."""
        column, row = place
        return moved(self.frame.x(column), self.frame.y(row) - up)

    def paint(self, share: float) -> str:
        """Find the tint of a share, stretched over the shares there are."""
        hottest = max(self.shares.values())
        coldest = min(*self.shares.values(), hottest - LEAST_SPREAD)
        warmth = (share - coldest) / (hottest - coldest)
        return mix(self.colours.cold, self.colours.hot, warmth)


def shares_of(heat: Iterable[tuple[Cell, float]], best: Cell | None) -> dict[Place, float]:
    """Check what a heat map is made of, and give it the order in which it is drawn."""
    shares: dict[Place, float] = {}
    for cell, share in heat:
        if not 0 <= share <= 1:
            raise ValueError(f"heat: expected 0 to 1 for {cell}, got {share!r}")
        shares[cell.column, cell.row] = share
    if best is not None and (best.column, best.row) not in shares:
        raise ValueError(f"best: expected a cell of the heat map, got {str(best)!r}")
    return dict(sorted(shares.items(), key=lambda item: (-item[0][1], item[0][0])))

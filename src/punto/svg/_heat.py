"""A heat map of cells: how good each one is, as a tint and as a number in per cent."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import cos, pi, sin

from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.svg.drawing import Frame, element, group, number, rounded_square, translate
from punto.svg.face import CORNER, HALF
from punto.svg.palette import Palette, mix

BORDER = 6
"""How far the tint looks out from under a card."""
MIN_SPREAD = 0.1
"""The tints span at least this difference, so that shares nearly alike look nearly alike."""
SIZE = 24
SMALL = 19
"""The height of a number on a card, which must leave the dots alone."""
EDGE = HALF + 3.3
"""How far above the middle of a card its number stands."""
STAR = 11.5
STAR_HEIGHT = -27

WIDTHS = {"%": 1.0, "<": 0.85, ">": 0.85}
"""Of the characters that are wider than a digit, in the broadest typeface that systems have."""
DIGIT = 0.7
ESCAPED = {"<": "&lt;", ">": "&gt;"}


@dataclass(frozen=True, slots=True)
class Heat:
    """The shares of cells, from 0 to 1, and how they are painted."""

    shares: Mapping[Cell, float]
    best: Cell | None
    depths: Mapping[Cell, float]
    """How far each stack reaches below the card on top."""
    frame: Frame
    colours: Palette

    def below(self) -> str:
        """Tint free cells, and a border round stacks, under the cards."""
        return group(
            *(
                rounded_square(
                    HALF + (BORDER if cell in self.depths else 0),
                    CORNER + (BORDER if cell in self.depths else 0),
                    drop=self.depths.get(cell, 0),
                    fill=self.paint(share),
                    transform=self.at(cell),
                    data_mark="heat",
                )
                for cell, share in self.shares.items()
            )
        )

    def above(self) -> str:
        """Write the shares: in the middle of a free cell, at the upper edge of a card."""
        return "".join(self._figure(cell, share) for cell, share in self.shares.items())

    def _figure(self, cell: Cell, share: float) -> str:
        colours, is_card = self.colours, cell in self.depths
        if cell == self.best and is_card:
            drawn = figure(share, SMALL, ink=colours.ground, plate=colours.ink, star=STAR / 1.7)
        elif cell == self.best:
            drawn = figure(share, SIZE, ink=colours.ground, plate=colours.ink)
            drawn += star_at(0, STAR_HEIGHT, STAR, colours.ink)
        elif is_card:
            drawn = figure(share, SMALL, ink=colours.ink, plate=self.paint(share))
        else:
            drawn = figure(share, SIZE, ink=colours.ink, plate=None)
        return group(
            drawn,
            transform=self.at(cell, EDGE if is_card else 0),
            data_mark="best" if cell == self.best else "share",
        )

    def at(self, cell: Cell, up: float = 0) -> str:
        """Write the transform that moves a drawing onto a cell."""
        x, y = self.frame.middle(cell)
        return translate(x, y - up)

    def paint(self, share: float) -> str:
        """Return the tint of a share, on a scale stretched over the shares there are."""
        hottest = max(self.shares.values())
        coldest = min(*self.shares.values(), hottest - MIN_SPREAD)
        warmth = (share - coldest) / (hottest - coldest)
        return mix(self.colours.cold, self.colours.hot, warmth)


def checked_shares(heat: Mapping[Cell, float], best: Cell | None) -> dict[Cell, float]:
    """Check a heat map and sort it in reading order, in which it is drawn."""
    for cell, share in heat.items():
        if not isinstance(share, int | float) or not 0 <= share <= 1:
            raise UnreadableError("heat", expected=f"0 to 1 for {cell}", came=share)
    if best is not None and best not in heat:
        raise UnreadableError("best", expected="a cell of the heat map", came=str(best))
    return {cell: heat[cell] for cell in sorted(heat, key=reading_order)}


def reading_order(cell: Cell) -> tuple[int, int]:
    """Sort cells from the top row to the bottom one, and from left to right."""
    return -cell.row, cell.column


def figure(share: float, size: float, *, ink: str, plate: str | None, star: float = 0) -> str:
    """Write a share around the origin, `size` high, after a star of radius `star` if not 0.

    A plate in the colour `plate` keeps it readable on a card.
    """
    text = percentage(share)
    width = size * (0.4 + sum(WIDTHS.get(sign, DIGIT) for sign in text)) + 2.2 * star
    return "".join(
        (
            pill(width, size * 1.28, plate) if plate else "",
            star_at(size * 0.3 + star - width / 2, 0, star, ink) if star else "",
            element(
                "text",
                "".join(ESCAPED.get(sign, sign) for sign in text),
                x=1.1 * star,
                y=size * 0.35,
                fill=ink,
                font_family="system-ui, sans-serif",
                font_size=size,
                text_anchor="middle",
            ),
        )
    )


def pill(width: float, height: float, paint: str) -> str:
    """Draw a plate with round ends around the origin."""
    return element(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=height / 2,
        fill=paint,
    )


def star_at(x: float, y: float, radius: float, paint: str) -> str:
    """Draw a star with five points."""
    rays = [(radius * (0.45 if step % 2 else 1), pi * (step / 5 - 0.5)) for step in range(10)]
    corners = (f"{number(x + ray * cos(turn))} {number(y + ray * sin(turn))}" for ray, turn in rays)
    return element("path", d=f"M{'L'.join(corners)}z", fill=paint)


def percentage(share: float) -> str:
    """Write a share in whole per cent, but never 0% or 100% for what is only nearly that."""
    text = f"{share:.0%}"
    if text == "0%" and share > 0:
        return "<1%"
    return ">99%" if text == "100%" and share < 1 else text

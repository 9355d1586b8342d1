"""Marks on single cells: the last move, and where the card in hand may go."""

from punto.svg.element import element, group, moved, square
from punto.svg.face import CORNER, HALF
from punto.svg.frame import Frame
from punto.svg.palette import Palette
from punto.svg.pieces import Cell

LAST_GAP = 2.4
LAST_WIDTH = 3.8
LAST_DROP = 8.6
"""The most that the outline gives way to a stack without touching the card below."""
DOT = 12
RING = 9


def last_move(cell: Cell, depth: float, frame: Frame, colours: Palette) -> str:
    """Draw a firm outline round a stack, set off by a gap that shows also within a run."""

    def outline(distance: float, paint: str, width: float) -> str:
        corner = CORNER + distance
        return square(
            HALF + distance,
            corner,
            drop=min(depth, LAST_DROP),
            fill="none",
            stroke=paint,
            stroke_width=width,
        )

    return group(
        outline(LAST_GAP / 2 + 0.6, colours.table, LAST_GAP),
        outline(LAST_GAP + LAST_WIDTH / 2, colours.ink, LAST_WIDTH),
        transform=moved(*frame.place(cell)),
        data_mark="last",
    )


def free_place(cell: Cell, frame: Frame, colours: Palette) -> str:
    """Draw a soft dot where a card may lie."""
    x, y = frame.place(cell)
    return element(
        "circle", cx=x, cy=y, r=DOT, fill=colours.ink, fill_opacity=0.26, data_mark="free"
    )


def coverable(cell: Cell, frame: Frame, colours: Palette) -> str:
    """Draw a ring at the corner of a card that may be covered, clear of its dots."""
    x, y = frame.place(cell)
    return element(
        "circle",
        cx=x + HALF - 1.5,
        cy=y - HALF + 1.5,
        r=RING,
        fill=colours.ground,
        stroke=colours.ink,
        stroke_width=3,
        data_mark="cover",
    )

"""Arrows over the table, to point at a move."""

from math import hypot

from punto.svg.element import Attribute, element, group, number
from punto.svg.frame import Frame
from punto.svg.palette import Palette
from punto.svg.pieces import Cell

LINE = 6.5
CASING = 2.5
"""Rim of ground on both sides, so that ink shows on any card."""
START = 20
"""How far from the middle of its cell an arrow begins."""
END = 20
HEAD = 17
CIRCLE = 47
"""Radius that passes outside all dots of a card."""


def arrow(start: Cell, end: Cell, frame: Frame, colours: Palette) -> str:
    """Draw an arrow between two cells, or a circle round a single one."""
    x, y = frame.place(start)
    to_x, to_y = frame.place(end)
    length = hypot(to_x - x, to_y - y)
    if not length:
        return cased(colours, "circle", cx=x, cy=y, r=CIRCLE)
    right, down = (to_x - x) / length, (to_y - y) / length

    def point(along: float, aside: float = 0) -> str:
        across, below = right * along - down * aside, down * along + right * aside
        return f"{number(x + across)} {number(y + below)}"

    tip = length - END
    base = tip - HEAD
    shaft = f"M{point(START)}L{point(tip)}"
    head = f"M{point(base, -HEAD)}L{point(tip)}L{point(base, HEAD)}"
    return cased(colours, "path", d=shaft + head)


def cased(colours: Palette, name: str, **attributes: Attribute) -> str:
    """Draw a line twice: broad in the colour of the ground, and on it in ink."""
    return group(
        element(name, **attributes, stroke=colours.ground, stroke_width=LINE + 2 * CASING),
        element(name, **attributes, stroke=colours.ink, stroke_width=LINE),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        data_mark="arrow",
    )

"""Marks on the table: the last move, legal cells, runs, and arrows that point at a move."""

from collections.abc import Callable, Sequence
from math import hypot

from punto.rules.cell import Box, Cell
from punto.svg.drawing import (
    Attribute,
    Frame,
    Rectangle,
    element,
    group,
    number,
    rounded_square,
    translate,
)
from punto.svg.face import CORNER, HALF
from punto.svg.palette import Palette

LAST_GAP = 2.4
LAST_WIDTH = 3.8
LAST_DROP = 8.6
"""How far the outline may reach below its card without touching the card beneath."""
DOT_RADIUS = 12
RING_RADIUS = 9

RUN_BORDER = 6
RUN_LINK = 32
"""Width of the bars that join the cards of a diagonal."""

ARROW_WIDTH = 6.5
ARROW_CASING = 2.5
"""A rim in the colour of the ground on both sides, so that ink shows on any card."""
ARROW_GAP = 20
"""How far from the middles of its cells an arrow begins and ends."""
ARROW_HEAD = 17
CIRCLE_RADIUS = 47
"""Passes outside all dots of a card."""


def last_move(cell: Cell, depth: float, frame: Frame, colours: Palette) -> str:
    """Draw a firm outline round a stack, with a gap that keeps it visible within a run."""

    def outline(distance: float, paint: str, width: float) -> str:
        corner = CORNER + distance
        return rounded_square(
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
        transform=translate(*frame.middle(cell)),
        data_mark="last",
    )


def legal_free(cell: Cell, frame: Frame, colours: Palette) -> str:
    """Draw a soft dot on an empty cell where a card may go."""
    x, y = frame.middle(cell)
    return element(
        "circle", cx=x, cy=y, r=DOT_RADIUS, fill=colours.ink, fill_opacity=0.26, data_mark="free"
    )


def legal_cover(cell: Cell, frame: Frame, colours: Palette) -> str:
    """Draw a ring at the corner of a card that may be covered, clear of its dots."""
    x, y = frame.middle(cell)
    return element(
        "circle",
        cx=x + HALF - 1.5,
        cy=y - HALF + 1.5,
        r=RING_RADIUS,
        fill=colours.ground,
        stroke=colours.ink,
        stroke_width=3,
        data_mark="cover",
    )


def run_below(
    run: Sequence[Cell], depth_at: Callable[[Cell], float], frame: Frame, colours: Palette
) -> str:
    """Join the stacks of a run with ink that shows from under them, so that it hides no dots.

    `depth_at` says how far the stack on a cell reaches below its top card.
    """
    box = Box.around(run)
    if box.width == 1 or box.height == 1:
        drop = max(depth_at(cell) for cell in run if cell.row == box.bottom)
        rectangle = Rectangle.around(box, frame, HALF + RUN_BORDER)
        joined = rectangle.draw(CORNER + RUN_BORDER, drop=drop)
    else:
        joined = chain(run, depth_at, frame)
    return group(joined, fill=colours.ink, stroke=colours.ink, stroke_width=0, data_mark="run")


def chain(run: Sequence[Cell], depth_at: Callable[[Cell], float], frame: Frame) -> str:
    """Draw a border round each stack of a diagonal, and bars between them."""
    borders = (
        rounded_square(
            HALF + RUN_BORDER,
            CORNER + RUN_BORDER,
            drop=depth_at(cell),
            transform=translate(*frame.middle(cell)),
        )
        for cell in run
    )
    middles = (frame.middle(cell) for cell in run)
    path = "L".join(f"{number(x)} {number(y)}" for x, y in middles)
    return "".join(borders) + element("path", d=f"M{path}", fill="none", stroke_width=RUN_LINK)


def arrow(start: Cell, end: Cell, frame: Frame, colours: Palette) -> str:
    """Draw an arrow between two cells, or a circle round a single one."""
    x, y = frame.middle(start)
    to_x, to_y = frame.middle(end)
    length = hypot(to_x - x, to_y - y)
    if not length:
        return cased(colours, "circle", cx=x, cy=y, r=CIRCLE_RADIUS)
    right, down = (to_x - x) / length, (to_y - y) / length

    def point(along: float, aside: float = 0) -> str:
        across, below = right * along - down * aside, down * along + right * aside
        return f"{number(x + across)} {number(y + below)}"

    tip = length - ARROW_GAP
    base = tip - ARROW_HEAD
    shaft = f"M{point(ARROW_GAP)}L{point(tip)}"
    head = f"M{point(base, -ARROW_HEAD)}L{point(tip)}L{point(base, ARROW_HEAD)}"
    return cased(colours, "path", d=shaft + head)


def cased(colours: Palette, name: str, **attributes: Attribute) -> str:
    """Draw an outline twice: broad in the colour of the ground, and on it in ink."""
    casing = ARROW_WIDTH + 2 * ARROW_CASING
    return group(
        element(name, **attributes, stroke=colours.ground, stroke_width=casing),
        element(name, **attributes, stroke=colours.ink, stroke_width=ARROW_WIDTH),
        fill="none",
        stroke_linecap="round",
        stroke_linejoin="round",
        data_mark="arrow",
    )

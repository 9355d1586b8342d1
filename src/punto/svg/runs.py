"""Runs that win or count: ink that shows from under their cards, so that it hides no dots."""

from collections.abc import Callable, Sequence

from punto.svg.box import Box
from punto.svg.element import element, group, moved, number, square
from punto.svg.face import CORNER, HALF
from punto.svg.frame import Frame
from punto.svg.palette import Palette
from punto.svg.pieces import Cell
from punto.svg.sheet import Sheet

BORDER = 6
LINK = 32
"""Width of the bars that join the cards of a diagonal."""


def run_below(
    run: Sequence[Cell], depth_at: Callable[[Cell], float], frame: Frame, colours: Palette
) -> str:
    """Draw what joins the stacks of a run; `depth_at` tells how far down each reaches."""
    box = Box.around(run)
    if len(box.columns) == 1 or len(box.rows) == 1:
        drop = max(depth_at(cell) for cell in run if cell.row == box.bottom)
        joined = Sheet.around(box, frame, HALF + BORDER).draw(CORNER + BORDER, drop=drop)
    else:
        joined = chain(run, depth_at, frame)
    return group(joined, fill=colours.ink, stroke=colours.ink, stroke_width=0, data_mark="run")


def chain(run: Sequence[Cell], depth_at: Callable[[Cell], float], frame: Frame) -> str:
    """Draw a border round each stack of a diagonal, and bars between them."""
    places = [frame.place(cell) for cell in run]
    borders = (
        square(
            HALF + BORDER,
            CORNER + BORDER,
            drop=depth_at(cell),
            transform=moved(*frame.place(cell)),
        )
        for cell in run
    )
    line = "L".join(f"{number(x)} {number(y)}" for x, y in places)
    return "".join(borders) + element("path", d=f"M{line}", fill="none", stroke_width=LINK)

"""The names of columns and rows beside the table."""

from punto.svg.element import element, group
from punto.svg.frame import Frame
from punto.svg.palette import Palette
from punto.svg.surface import EDGE

LETTERS = "abcdefghijk"
SIZE = 19


def names(frame: Frame, colours: Palette) -> str:
    """Write letters below the columns and numbers at the left of the rows."""
    beside = (frame.x(frame.shown.left) - EDGE) / 2 + 1
    below = frame.height - beside
    columns = (
        element("text", LETTERS[column], x=frame.x(column), y=below + SIZE / 3)
        for column in frame.shown.columns
    )
    rows = (
        element("text", str(row + 1), x=beside, y=frame.y(row) + SIZE / 3)
        for row in frame.shown.rows
    )
    return group(
        *columns,
        *rows,
        fill=colours.quiet_ink,
        font_family="system-ui, sans-serif",
        font_size=SIZE,
        text_anchor="middle",
    )

"""Places without a card where one may still come to lie."""

from collections.abc import Container

from punto.svg.element import group, moved, square
from punto.svg.face import CORNER, HALF
from punto.svg.frame import Frame
from punto.svg.palette import Palette


def slots(frame: Frame, taken: Container[tuple[int, int]], colours: Palette) -> str:
    """Draw the free places: faintly among the cards, dotted around them.

    A place that is only dotted may be lost when the table grows to the other side.
    """
    reach = frame.occupied.reach()
    free = [
        (column, row)
        for row in reversed(frame.shown.rows)
        for column in frame.shown.columns
        if (column, row) not in taken and reach.holds(column, row)
    ]

    def draw(column: int, row: int) -> str:
        return square(HALF, CORNER, transform=moved(frame.x(column), frame.y(row)))

    return group(
        *(draw(*place) for place in free if frame.occupied.holds(*place)),
        fill=colours.ink,
        fill_opacity=0.045,
        data_slots="sure",
    ) + group(
        *(draw(*place) for place in free if not frame.occupied.holds(*place)),
        fill="none",
        stroke=colours.ink,
        stroke_opacity=0.3,
        stroke_width=2,
        stroke_linecap="round",
        stroke_dasharray="0 7.9",
        data_slots="open",
    )

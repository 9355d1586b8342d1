"""The table under the cards: firm where its edge is settled, fading where it may grow."""

from punto.svg.box import Box
from punto.svg.element import Attribute, element, group, number
from punto.svg.face import CELL
from punto.svg.frame import Frame
from punto.svg.palette import Palette, mix
from punto.svg.sheet import Sheet

EDGE = 61
"""From the middles of the outermost cells to a settled edge."""
EDGE_CORNER = 24
EDGE_WIDTH = 3
DOTTED: dict[str, Attribute] = {"stroke_dasharray": "0 11", "stroke_opacity": 0.6}
FADE_STEPS = 12
FADE_CORNER = EDGE_CORNER + CELL
"""A fade over one cell keeps its width round such a corner."""


def surface(frame: Frame, colours: Palette) -> str:
    """Paint the ground, so that the picture reads on any page, and the table on it."""
    ground = element("rect", width=frame.width, height=frame.height, rx=18, fill=colours.ground)
    firm = Sheet.around(frame.occupied, frame, EDGE)
    grown = Sheet.around(frame.occupied.ringed(), frame, EDGE)
    return "".join(
        (
            ground,
            table_top(frame.occupied, firm, grown, colours),
            group(
                edges(frame.occupied, firm, grown),
                fill="none",
                stroke=colours.settled,
                stroke_width=EDGE_WIDTH,
                stroke_linecap="round",
            ),
        )
    )


def table_top(box: Box, firm: Sheet, grown: Sheet, colours: Palette) -> str:
    """Paint the table in steps so fine that its open sides melt into the ground."""
    if box.is_wide and box.is_high:
        return firm.draw(EDGE_CORNER, fill=colours.table)
    outer_corner = EDGE_CORNER if box.is_wide or box.is_high else FADE_CORNER
    return "".join(
        grown.towards(firm, share).draw(
            outer_corner + (EDGE_CORNER - outer_corner) * share,
            fill=mix(colours.ground, colours.table, share),
        )
        for share in (step / FADE_STEPS for step in range(1, FADE_STEPS + 1))
    )


def edges(box: Box, firm: Sheet, grown: Sheet) -> str:
    """Draw the edges that no card can pass any more, dotted where they may yet get longer."""
    if box.is_wide and box.is_high:
        return firm.draw(EDGE_CORNER, data_edges="left right top bottom")
    if box.is_wide:
        return element("path", d=uprights(firm), data_edges="left right") + element(
            "path", d=uprights(grown), **DOTTED
        )
    if box.is_high:
        return element("path", d=levels(firm), data_edges="top bottom") + element(
            "path", d=levels(grown), **DOTTED
        )
    return ""


def uprights(sheet: Sheet) -> str:
    """Trace the left and right sides of a rectangle."""
    left, right, top, bottom = map(number, (sheet.left, sheet.right, sheet.top, sheet.bottom))
    return f"M{left} {top}V{bottom}M{right} {top}V{bottom}"


def levels(sheet: Sheet) -> str:
    """Trace the upper and lower sides of a rectangle."""
    left, right, top, bottom = map(number, (sheet.left, sheet.right, sheet.top, sheet.bottom))
    return f"M{left} {top}H{right}M{left} {bottom}H{right}"

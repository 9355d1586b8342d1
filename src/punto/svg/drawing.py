"""SVG elements as text, and where each cell of the table is on the paper.

The text is compact, escaped, and the same on every run.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from punto.rules.cell import ORIGIN, Box, Cell
from punto.rules.errors import UnreadableError
from punto.rules.facts import SPAN

Attribute = str | float

DEFAULT_SCALE = 0.6
"""Pixels per drawing unit: a cell is 60 pixels wide, so a full table is about 400."""

CELL = 100
"""Drawing units from the middle of a cell to the middle of the next."""
MARGIN = 25
GUTTER = 22
"""Room for the names of columns and rows."""

UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML cannot hold, not even escaped."""


ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
"""What stands for characters that mean something in XML.

The functions of `xml.sax.saxutils` would import a client for HTTP, which every picture waits for.
"""

# Elements


def number(value: float) -> str:
    """Write a number with at most two decimals and no trailing zeros."""
    rounded = round(value, 2)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def escape(text: str) -> str:
    """Write a text as the content of an element, or of an attribute."""
    return text.translate(ESCAPED)


def element(name: str, *content: str, **attributes: Attribute) -> str:
    """Write an element; an underscore in an attribute's name stands for a hyphen."""
    written = "".join(
        f' {key.replace("_", "-")}="{escape(value if isinstance(value, str) else number(value))}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def group(*content: str, **attributes: Attribute) -> str:
    """Wrap elements that share attributes; an empty group is left out."""
    return element("g", *content, **attributes) if any(content) else ""


def caption(text: str) -> str:
    """Name the surrounding element, for screen readers and as a tooltip."""
    return element("title", escape(UNWRITABLE.sub("\ufffd", text)))


def translate(x: float, y: float) -> str:
    """Write the transform that moves a drawing's own origin to a point."""
    return f"translate({number(x)} {number(y)})"


def rounded_square(half: float, corner: float, *, drop: float = 0, **attributes: Attribute) -> str:
    """Draw a rounded square around the origin, its lower side let down by `drop`."""
    return element(
        "rect",
        x=-half,
        y=-half,
        width=2 * half,
        height=2 * half + drop,
        rx=corner,
        **attributes,
    )


def document(
    *content: str, name: str, width: float, height: float, shown_width: float | None
) -> str:
    """Write a whole picture: `width` by `height` drawing units, shown `shown_width` pixels wide."""
    if shown_width is not None and not (isinstance(shown_width, int | float) and shown_width > 0):
        raise UnreadableError("size", expected="a width in pixels above 0", came=shown_width)
    scale = DEFAULT_SCALE if shown_width is None else shown_width / width
    return element(
        "svg",
        caption(name),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width * scale,
        height=height * scale,
        role="img",
    )


# Where cells are on the paper


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the floating table that a picture shows, and where its cells are."""

    occupied: Box
    """The box around all cards."""
    shown: Box
    gutter: float

    @classmethod
    def of(cls, occupied: Iterable[Cell], marked: Iterable[Cell], *, coordinates: bool) -> "Frame":
        """Frame the cards, the ring of cells around them, and whatever else is marked."""
        cells, others = list(occupied), list(marked)
        box = Box.around(cells or [ORIGIN])
        shown = ringed(box)
        if others:
            shown = shown.union(Box.around(others))
        return cls(box, shown, GUTTER if coordinates else 0)

    @property
    def width(self) -> float:
        """The picture's width in drawing units."""
        return self.gutter + self.shown.width * CELL + 2 * MARGIN

    @property
    def height(self) -> float:
        """The picture's height in drawing units."""
        return self.gutter + self.shown.height * CELL + 2 * MARGIN

    def x(self, column: float) -> float:
        """Return the middle of a column."""
        return self.gutter + MARGIN + (column - self.shown.left + 0.5) * CELL

    def y(self, row: float) -> float:
        """Return the middle of a row; rows count upwards, paper downwards."""
        return MARGIN + (self.shown.top - row + 0.5) * CELL

    def middle(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.x(cell.column), self.y(cell.row)

    @property
    def is_full_width(self) -> bool:
        """Whether the edges at the left and right are settled."""
        return self.occupied.width == SPAN

    @property
    def is_full_height(self) -> bool:
        """Whether the edges at the top and bottom are settled."""
        return self.occupied.height == SPAN


def ringed(box: Box) -> Box:
    """Add the ring of neighbours, where the table can still grow that far."""
    reach = box.reach()
    ring = Box.between(
        max(box.left - 1, reach.left),
        min(box.right + 1, reach.right),
        max(box.bottom - 1, reach.bottom),
        min(box.top + 1, reach.top),
    )
    return ring.union(box)  # a table wider than the rules allow still shows all its cards


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle on the paper, in drawing units."""

    left: float
    right: float
    top: float
    bottom: float

    @classmethod
    def around(cls, box: Box, frame: Frame, margin: float) -> "Rectangle":
        """Measure a box of cells, with a margin beyond the middles of its outermost cells."""
        return cls(
            frame.x(box.left) - margin,
            frame.x(box.right) + margin,
            frame.y(box.top) - margin,
            frame.y(box.bottom) + margin,
        )

    def towards(self, other: "Rectangle", share: float) -> "Rectangle":
        """Return the rectangle that lies `share` of the way to another."""
        return Rectangle(
            self.left + (other.left - self.left) * share,
            self.right + (other.right - self.right) * share,
            self.top + (other.top - self.top) * share,
            self.bottom + (other.bottom - self.bottom) * share,
        )

    def draw(self, corner: float, *, drop: float = 0, **attributes: Attribute) -> str:
        """Draw it with rounded corners, its lower side let down by `drop`."""
        return element(
            "rect",
            x=self.left,
            y=self.top,
            width=self.right - self.left,
            height=self.bottom - self.top + drop,
            rx=corner,
            **attributes,
        )

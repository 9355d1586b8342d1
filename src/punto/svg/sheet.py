"""Rectangles on the paper, measured from boxes of cells."""

from dataclasses import dataclass

from punto.svg.box import Box
from punto.svg.element import Attribute, element
from punto.svg.frame import Frame


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rectangle in drawing units."""

    left: float
    right: float
    top: float
    bottom: float

    @classmethod
    def around(cls, box: Box, frame: Frame, reach: float) -> "Sheet":
        """Measure how far a box of cells extends, `reach` beyond its outermost middles."""
        return cls(
            frame.x(box.left) - reach,
            frame.x(box.right) + reach,
            frame.y(box.top) - reach,
            frame.y(box.bottom) + reach,
        )

    def towards(self, other: "Sheet", share: float) -> "Sheet":
        """Find the rectangle that lies `share` of the way to another."""
        return Sheet(
            self.left + (other.left - self.left) * share,
            self.right + (other.right - self.right) * share,
            self.top + (other.top - self.top) * share,
            self.bottom + (other.bottom - self.bottom) * share,
        )

    def draw(self, corner: float, *, drop: float = 0, **attributes: Attribute) -> str:
        """Draw the rectangle with rounded corners, its lower side let down by `drop`."""
        return element(
            "rect",
            x=self.left,
            y=self.top,
            width=self.right - self.left,
            height=self.bottom - self.top + drop,
            rx=corner,
            **attributes,
        )

"""Masks: which pixels a convex shape covers, and by how much.

A mask is worked out once for a shape, and then painted at many places, which is fast: the inside of
every row is one slice, and only the few pixels at its ends are blended one by one.
"""

from collections.abc import Iterator, Sequence
from math import atan2, ceil, cos, floor, pi, sin
from typing import NamedTuple

Point = tuple[float, float]

SAMPLES = 4
"""Lines that are looked at in each row of pixels, for smooth edges."""

ARC_STEPS = 6
"""Straight pieces of a quarter of a circle."""


class Row(NamedTuple):
    """One row of a mask."""

    start: int
    end: int
    """Pixels from `start` up to, but not including, `end` are covered completely."""
    edges: tuple[tuple[int, float], ...]
    """Other pixels, and which part of each is covered."""


class Mask(NamedTuple):
    """The rows of a shape from top to bottom, relative to the place where it is painted."""

    top: int
    rows: tuple[Row, ...]


def mask_of(corners: Sequence[Point]) -> Mask:
    """Make the mask of a convex polygon."""
    heights = [y for _, y in corners]
    top, bottom = floor(min(heights)), ceil(max(heights))
    rows = []
    for y in range(top, bottom):
        lines = (y + (sample + 0.5) / SAMPLES for sample in range(SAMPLES))
        rows.append(row_of([span for line in lines if (span := span_at(corners, line))]))
    return Mask(top, tuple(rows))


def span_at(corners: Sequence[Point], height: float) -> tuple[float, float] | None:
    """Return where a horizontal line enters and leaves a convex polygon, if it meets it."""
    crossings = []
    x0, y0 = corners[-1]
    for x1, y1 in corners:
        if (y0 <= height) != (y1 <= height):
            crossings.append(x0 + (height - y0) / (y1 - y0) * (x1 - x0))
        x0, y0 = x1, y1
    return (min(crossings), max(crossings)) if crossings else None


def row_of(spans: Sequence[tuple[float, float]]) -> Row:
    """Sum up the lines of one row of pixels."""
    if not spans:
        return Row(0, 0, ())
    start = ceil(max(left for left, _ in spans))
    end = floor(min(right for _, right in spans))
    if len(spans) < SAMPLES or start >= end:
        start = end = floor(spans[0][0])
    first = floor(min(left for left, _ in spans))
    last = ceil(max(right for _, right in spans))
    edges = []
    for x in (*range(first, start), *range(end, last)):
        covered = sum(max(0.0, min(right, x + 1) - max(left, x)) for left, right in spans)
        if covered:
            edges.append((x, covered / SAMPLES))
    return Row(start, end, tuple(edges))


# Shapes, around the place where they are painted


def rounded_rectangle(left: float, top: float, right: float, bottom: float, corner: float) -> Mask:
    """Make the mask of a rectangle with round corners."""
    inner = (left + corner, top + corner, right - corner, bottom - corner)
    return rounded_polygon(
        ((inner[0], inner[1]), (inner[2], inner[1]), (inner[2], inner[3]), (inner[0], inner[3])),
        corner,
    )


def circle(radius: float) -> Mask:
    """Make the mask of a circle."""
    return mask_of(list(arc((0, 0), radius, 0, 4 * ARC_STEPS)))


def rounded_polygon(corners: Sequence[Point], radius: float) -> Mask:
    """Make the mask of a convex polygon, grown by `radius` to all sides.

    The corners must be in clockwise order on the screen, as rows are counted downwards.
    """
    outline: list[Point] = []
    for before, (x, y), after in zip(
        (corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True
    ):
        begin = steps_towards(before, (x, y))
        end = steps_towards((x, y), after)
        turn = (end - begin) % (4 * ARC_STEPS)
        outline += arc((x, y), radius, begin, turn)
    return mask_of(outline)


def steps_towards(start: Point, end: Point) -> float:
    """Return the direction of the outside of an edge, in steps of an arc."""
    return atan2(start[0] - end[0], end[1] - start[1]) / (pi / 2 / ARC_STEPS)


def arc(middle: Point, radius: float, begin: float, turn: float) -> Iterator[Point]:
    """Walk along a part of a circle, clockwise on the screen; angles are in steps."""
    pieces = max(1, ceil(turn))
    for piece in range(pieces + 1):
        angle = (begin + turn * piece / pieces) * pi / 2 / ARC_STEPS
        yield middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)

"""The face of a card: a rounded square of one solid colour, a thin light rim, and its dots.

The dots lie as on dice, and each colour has a shape of its own, so nobody needs to see colours.
"""

from collections.abc import Sequence
from itertools import pairwise

from punto.rules.card import Card
from punto.rules.facts import Colour
from punto.svg.drawing import (
    CELL,
    document,
    element,
    group,
    number,
    rounded_square,
    translate,
)
from punto.svg.palette import CardPaint, Palette, palette

HALF = 42.5
"""Half of a card's width."""
CORNER = 13
RIM_INSET = 4
LAYER = 4
"""How far a covered card looks out below the one on top of it."""
MAX_LAYERS = 3
SHADOW = 2.2

STEP = 23.5
"""From a dot to the next one, in a row or column of three."""

ROUNDING = 2.4
"""Width of the stroke that softens the corners of every shape alike."""

MIDDLE = ((0, 0),)
FALLING = ((-1, -1), (1, 1))
RISING = ((1, -1), (-1, 1))
SIDES = ((-1, 0), (1, 0))
ENDS = ((0, -1), (0, 1))

ARRANGEMENTS = {
    1: MIDDLE,
    2: FALLING,
    3: FALLING + MIDDLE,
    4: FALLING + RISING,
    5: FALLING + RISING + MIDDLE,
    6: FALLING + RISING + SIDES,
    7: FALLING + RISING + SIDES + MIDDLE,
    8: FALLING + RISING + SIDES + ENDS,
    9: FALLING + RISING + SIDES + ENDS + MIDDLE,
}
"""For each value the places of its dots, in steps to the right and down from the middle."""

DOT_RADIUS = 7
"""A red card's dot is a circle."""
DIAMOND = ((0, -8.7), (8.7, 0), (0, 8.7), (-8.7, 0))
SQUARE = ((-6.1, -6.1), (6.1, -6.1), (6.1, 6.1), (-6.1, 6.1))
TRIANGLE = ((0, -8.9), (9, 6.6), (-9, 6.6))  # a little high: its weight is in the middle
OUTLINES = {Colour.ORANGE: DIAMOND, Colour.BLUE: SQUARE, Colour.GREEN: TRIANGLE}
"""The corners of the other dots around their middle, before they are rounded.

All dots have the same visual size, though not the same width. The page draws them from here, too.
"""


def card(card: str | int, *, theme: str = "light", size: float | None = None) -> str:
    """Draw a single card, `size` pixels wide."""
    known = Card(card)
    return document(
        group(stack([known], palette(theme)), transform=translate(CELL / 2, CELL / 2)),
        name=str(known),
        width=CELL,
        height=CELL,
        shown_width=size,
    )


def stack(cards: Sequence[Card], colours: Palette) -> str:
    """Draw cards, given from bottom to top, around the middle of their cell."""
    top, covered = cards[-1], cards[-1 - MAX_LAYERS : -1]
    paint = colours.cards[top.colour]
    return "".join(
        (
            rounded_square(
                HALF,
                CORNER,
                drop=depth(cards) + SHADOW,
                fill=colours.shadow,
                opacity=0.22,
            ),
            *(
                blank(colours.cards[card.colour], drop=LAYER * (len(covered) - layer))
                for layer, card in enumerate(covered)
            ),
            blank(paint),
            rounded_square(
                HALF - RIM_INSET,
                CORNER - RIM_INSET + 0.5,
                fill="none",
                stroke="#ffffff",
                stroke_opacity=0.42,
                stroke_width=1.5,
            ),
            pips(top.colour, top.value, paint.pip),
        )
    )


def depth(cards: Sequence[Card]) -> float:
    """Return how far a stack reaches below the card on top."""
    return LAYER * min(len(cards) - 1, MAX_LAYERS)


def blank(paint: CardPaint, drop: float = 0) -> str:
    """Draw a card without rim and dots: as much as shows of it under another."""
    return rounded_square(
        HALF, CORNER, drop=drop, fill=paint.face, stroke=paint.edge, stroke_width=1.4
    )


def pips(colour: Colour, value: int, paint: str) -> str:
    """Draw all dots of a card around its middle."""
    dots = (dot(colour, column * STEP, row * STEP) for column, row in sorted(ARRANGEMENTS[value]))
    return group(*dots, fill=paint, stroke=paint, stroke_width=ROUNDING, stroke_linejoin="round")


def dot(colour: Colour, x: float, y: float) -> str:
    """Draw one dot of a card with its middle at a point."""
    outline = OUTLINES.get(colour)
    if outline is None:
        return element("circle", cx=x, cy=y, r=DOT_RADIUS)
    (left, top), *_ = outline
    steps = (f"{number(x1 - x0)} {number(y1 - y0)}" for (x0, y0), (x1, y1) in pairwise(outline))
    return element("path", d=f"M{number(x + left)} {number(y + top)}l{' '.join(steps)}z")

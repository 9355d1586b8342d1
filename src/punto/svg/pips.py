"""The dots of a card: as on dice, each colour with a shape of its own."""

from punto.svg.element import element, group, number

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


def circle(x: float, y: float) -> str:
    """Draw a red card's dot."""
    return element("circle", cx=x, cy=y, r=7)


def diamond(x: float, y: float) -> str:
    """Draw an orange card's dot."""
    return element("path", d=f"M{number(x)} {number(y - 8.7)}l8.7 8.7-8.7 8.7-8.7-8.7z")


def square(x: float, y: float) -> str:
    """Draw a blue card's dot."""
    return element("rect", x=x - 6.1, y=y - 6.1, width=12.2, height=12.2)


def triangle(x: float, y: float) -> str:
    """Draw a green card's dot, a little high so that its weight sits in the middle."""
    return element("path", d=f"M{number(x)} {number(y - 8.9)}l9 15.5h-18z")


SHAPES = (circle, diamond, square, triangle)
"""In the order of the colours; all of one optical size, though not of one width."""


def pips(colour: int, value: int, paint: str) -> str:
    """Draw all dots of a card around its middle."""
    shape = SHAPES[colour]
    dots = (shape(column * STEP, row * STEP) for column, row in sorted(ARRANGEMENTS[value]))
    return group(*dots, fill=paint, stroke=paint, stroke_width=ROUNDING, stroke_linejoin="round")

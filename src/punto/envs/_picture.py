"""A table as an array of pixels, without any package but NumPy."""

import numpy as np
from numpy.typing import NDArray

from punto.rules.card import CARD_BY_NUMBER
from punto.rules.facts import SPAN
from punto.svg.face import ARRANGEMENTS
from punto.svg.palette import palette

CELL_PIXELS = 40
CARD_PIXELS = 36
DOT_PIXELS = 6
STEP_PIXELS = 11
"""From a dot to the next one, in a row or column of three."""


def picture(visible: list[tuple[int, int]]) -> NDArray[np.uint8]:
    """Draw visible cards, given by the numbers of their cells, on six by six cells."""
    paint = palette("light")
    image = np.empty((SPAN * CELL_PIXELS, SPAN * CELL_PIXELS, 3), np.uint8)
    image[:] = rgb(paint.table)
    left = min((cell % 11 for cell, _ in visible), default=0)
    top = max((cell // 11 for cell, _ in visible), default=0)
    for cell, number in visible:
        card = CARD_BY_NUMBER[number]
        x = CELL_PIXELS * (cell % 11 - left) + CELL_PIXELS // 2
        y = CELL_PIXELS * (top - cell // 11) + CELL_PIXELS // 2
        fill(image, x, y, CARD_PIXELS, paint.cards[card.colour].face)
        for right, down in ARRANGEMENTS[card.value]:
            at = x + right * STEP_PIXELS, y + down * STEP_PIXELS
            fill(image, *at, DOT_PIXELS, paint.cards[card.colour].pip)
    return image


def fill(image: NDArray[np.uint8], x: int, y: int, pixels: int, colour: str) -> None:
    """Paint a square around a point."""
    half = pixels // 2
    image[y - half : y + half, x - half : x + half] = rgb(colour)


def rgb(colour: str) -> list[int]:
    """Read a colour that is written as #rrggbb."""
    return list(bytes.fromhex(colour[1:]))

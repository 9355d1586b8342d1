"""The picture of a table for link previews: its cards, and beside them each side with its wins.

It has no words, so it is the same in every language. Sizes and colours are those of `punto.svg`.
"""

from collections.abc import Sequence
from functools import cache
from typing import TypedDict

from punto.rules.card import Card
from punto.rules.cell import Box, Cell
from punto.rules.facts import Colour
from punto.server.painting.canvas import Canvas
from punto.server.painting.mask import Mask, circle, rounded_polygon, rounded_rectangle
from punto.svg.drawing import CELL, MARGIN, Frame, ringed
from punto.svg.face import (
    ARRANGEMENTS,
    CORNER,
    DOT_RADIUS,
    HALF,
    LAYER,
    MAX_LAYERS,
    OUTLINES,
    RIM_INSET,
    ROUNDING,
    SHADOW,
    STEP,
)
from punto.svg.palette import Palette, palette

WIDTH, HEIGHT = 1200, 630
"""The size that most services ask for."""

TABLE_WIDTH = 680
"""Room for the table between the sides."""

LARGEST_CELL = 130
"""Pixels from a card to the next while the table is small."""

EDGE_CORNER = 26
SLOT_OPACITY = 0.07
SHADOW_OPACITY = 0.22
RIM_OPACITY = 0.42
HAIRLINE = 1.4
LAST_GAP, LAST_WIDTH, LIT_WIDTH = 2.4, 4.5, 7.5

CHIP_HALF = 34
CHIP_STEP = 92
WIN_RADIUS, WIN_RING, WIN_STEP = 11, 3, 34
SIDE_HEIGHT = 96
"""From the cards of a side to the one below it."""


class SideScene(TypedDict):
    """A side in a picture."""

    colours: list[int]
    wins: int
    is_to_move: bool


class Scene(TypedDict):
    """What a picture of a table shows: everybody may know it."""

    stacks: dict[str, str]
    """Cards by cell, from the bottom card to the top one."""
    last: str | None
    """The cell of the last card."""
    lit: list[str]
    """The cells of the rows that won."""
    sides: list[SideScene]
    rounds_to_win: int


def paint_table(scene: Scene, theme: str = "light") -> bytes:
    """Paint a table as a PNG file."""
    colours = palette(theme)
    canvas = Canvas(WIDTH, HEIGHT, colours.ground)
    stacks = {
        Cell(cell): [Card(card) for card in cards.split()]
        for cell, cards in scene["stacks"].items()
    }
    Brush(canvas, colours, Frame.of(stacks, (), coordinates=False)).table(scene, stacks)
    for number, side in enumerate(scene["sides"]):
        paint_side(canvas, colours, scene, number, side)
    return canvas.png()


class Brush:
    """Paints on the cells of a table."""

    def __init__(self, canvas: Canvas, colours: Palette, frame: Frame) -> None:
        self.canvas, self.colours, self.frame = canvas, colours, frame
        width, height = frame.width - 2 * MARGIN, frame.height - 2 * MARGIN
        # Whole pixels from cell to cell: so every card is the same mask.
        self.cell = min(
            LARGEST_CELL, int(TABLE_WIDTH * CELL / width), int((HEIGHT - 40) * CELL / height)
        )
        self.left = (WIDTH - round(width * self.cell / CELL)) // 2
        self.top = (HEIGHT - round(height * self.cell / CELL)) // 2

    def middle(self, cell: Cell) -> tuple[int, int]:
        """Return the pixel in the middle of a cell."""
        shown = self.frame.shown
        column, row = cell.column - shown.left, shown.top - cell.row
        return (
            self.left + column * self.cell + self.cell // 2,
            self.top + row * self.cell + self.cell // 2,
        )

    def table(self, scene: Scene, stacks: dict[Cell, list[Card]]) -> None:
        """Paint the table top, the cells that are still free, and all stacks from top to bottom."""
        self.sheet(ringed(self.frame.occupied))
        reach = self.frame.occupied.reach()
        slot = square(self.cell)
        for cell in self.frame.shown.cells():
            if cell not in stacks and reach.holds(cell):
                self.canvas.paint(slot, *self.middle(cell), self.colours.ink, SLOT_OPACITY)
        lit = {Cell(cell) for cell in scene["lit"]}
        for cell in sorted(stacks, key=lambda cell: (-cell.row, cell.column)):
            if cell in lit or str(cell) == scene["last"]:
                gap, width = (0, LIT_WIDTH) if cell in lit else (LAST_GAP, LAST_WIDTH)
                self.outline(cell, gap, width)
            self.stack(cell, stacks[cell])

    def sheet(self, box: Box) -> None:
        """Paint the table top under a box of cells."""
        (left, top), (right, bottom) = (
            self.middle(Cell.at(column, row))
            for column, row in ((box.left, box.top), (box.right, box.bottom))
        )
        half = self.cell // 2
        corner = EDGE_CORNER * self.cell / CELL
        mask = rounded_rectangle(-half, -half, right - left + half, bottom - top + half, corner)
        self.canvas.paint(mask, left, top, self.colours.table)

    def outline(self, cell: Cell, gap: float, width: float) -> None:
        """Paint a firm outline round a card, which comes over it."""
        place = self.middle(cell)
        self.canvas.paint(square(self.cell, gap + width), *place, self.colours.ink)
        if gap:
            self.canvas.paint(square(self.cell, gap), *place, self.colours.table)

    def stack(self, cell: Cell, cards: Sequence[Card]) -> None:
        """Paint a card, and what shows of those that it covers."""
        x, y = self.middle(cell)
        top, covered = cards[-1], cards[-1 - MAX_LAYERS : -1]
        drop = LAYER * len(covered) + SHADOW
        self.canvas.paint(square(self.cell, 0, drop), x, y, self.colours.shadow, SHADOW_OPACITY)
        for layer, card in enumerate(covered):
            self.blank(card.colour, x, y, LAYER * (len(covered) - layer))
        self.blank(top.colour, x, y)
        self.dots(top, x, y)

    def blank(self, colour: Colour, x: int, y: int, drop: float = 0) -> None:
        """Paint a card without dots, with its rim unless another lies over it."""
        paint = self.colours.cards[colour]
        self.canvas.paint(square(self.cell, HAIRLINE / 2, drop), x, y, paint.edge)
        self.canvas.paint(square(self.cell, -HAIRLINE / 2, drop), x, y, paint.face)
        if not drop:
            rim = square(self.cell, -RIM_INSET), square(self.cell, -RIM_INSET - 1.5)
            self.canvas.paint(rim[0], x, y, "#ffffff", RIM_OPACITY)
            self.canvas.paint(rim[1], x, y, paint.face)

    def dots(self, card: Card, x: int, y: int) -> None:
        """Paint the dots of a card."""
        step, mask = round(STEP * self.cell / CELL), dot(card.colour, self.cell)
        paint = self.colours.cards[card.colour].pip
        for column, row in ARRANGEMENTS[card.value]:
            self.canvas.paint(mask, x + column * step, y + row * step, paint)


def paint_side(
    canvas: Canvas, colours: Palette, scene: Scene, number: int, side: SideScene
) -> None:
    """Paint the colours of a side and a circle for each round that it needs, full for a win."""
    here = len(scene["sides"][number % 2 :: 2])
    margin = (WIDTH - TABLE_WIDTH) // 2
    x = margin // 2 if number % 2 == 0 else WIDTH - margin // 2
    y = HEIGHT // 2 + round((number // 2 - (here - 1) / 2) * 2 * SIDE_HEIGHT)
    count = len(side["colours"])
    for place, colour in enumerate(side["colours"]):
        at = x + round((place - (count - 1) / 2) * CHIP_STEP)
        paint = colours.cards[colour]
        if side["is_to_move"]:
            canvas.paint(chip(9), at, y - 30, colours.ink)
            canvas.paint(chip(5), at, y - 30, colours.ground)
        canvas.paint(chip(1), at, y - 30, paint.edge)
        canvas.paint(chip(0), at, y - 30, paint.face)
        canvas.paint(dot(Colour(colour), 2 * CELL), at, y - 30, paint.pip)
    needed = scene["rounds_to_win"]
    step = min(WIN_STEP, (margin - 40) // needed)
    full, hollow = (
        circle(min(WIN_RADIUS, step / 2.4)),
        circle(min(WIN_RADIUS, step / 2.4) - WIN_RING),
    )
    for win in range(needed):
        at = x + round((win - (needed - 1) / 2) * step)
        canvas.paint(full, at, y + 40, colours.ink if win < side["wins"] else colours.quiet_ink)
        if win >= side["wins"]:
            canvas.paint(hollow, at, y + 40, colours.ground)


@cache
def square(cell: int, grown: float = 0, drop: float = 0) -> Mask:
    """Make the mask of a card, grown to all sides, its lower side let down by `drop`."""
    scale = cell / CELL
    half, low = (HALF + grown) * scale, (HALF + grown + drop) * scale
    return rounded_rectangle(-half, -half, half, low, (CORNER + grown) * scale)


@cache
def dot(colour: Colour, cell: int) -> Mask:
    """Make the mask of a dot."""
    scale = cell / CELL
    outline = OUTLINES.get(colour)
    if outline is None:
        return circle((DOT_RADIUS + ROUNDING / 2) * scale)
    return rounded_polygon([(x * scale, y * scale) for x, y in outline], ROUNDING / 2 * scale)


@cache
def chip(grown: float) -> Mask:
    """Make the mask of a small card beside the table."""
    half = CHIP_HALF + grown
    return rounded_rectangle(-half, -half, half, half, 11 + grown)

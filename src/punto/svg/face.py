"""The face of a card: a rounded square of one solid colour with a thin light rim."""

from collections.abc import Sequence

from punto.svg.element import document, group, moved, square
from punto.svg.palette import CardPaint, Palette, palette
from punto.svg.pieces import Card
from punto.svg.pips import pips

CELL = 100
"""From the middle of a cell to the middle of the next."""

HALF = 42.5
CORNER = 13
RIM_INSET = 4
LAYER = 4
"""How far a covered card looks out below the one on top of it."""
MOST_LAYERS = 3
SHADOW = 2.2


def depth(cards: Sequence[Card]) -> float:
    """Measure how far a stack reaches below the card on top."""
    return LAYER * min(len(cards) - 1, MOST_LAYERS)


def sheet(paint: CardPaint, drop: float = 0) -> str:
    """Draw a card without rim and dots, as much of it as shows under another."""
    return square(HALF, CORNER, drop=drop, fill=paint.face, stroke=paint.edge, stroke_width=1.4)


def stack(cards: Sequence[Card], colours: Palette) -> str:
    """Draw cards, given from bottom to top, around the middle of their cell."""
    top, covered = cards[-1], cards[-1 - MOST_LAYERS : -1]
    paint = colours.cards[top.colour]
    return "".join(
        (
            square(
                HALF,
                CORNER,
                drop=depth(cards) + SHADOW,
                fill=colours.shadow,
                opacity=0.22,
            ),
            *(
                sheet(colours.cards[card.colour], drop=LAYER * (len(covered) - layer))
                for layer, card in enumerate(covered)
            ),
            sheet(paint),
            square(
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


def card(card: Card, *, theme: str = "light", size: float | None = None) -> str:
    """Draw a single card, `size` pixels wide."""
    return document(
        group(stack([card], palette(theme)), transform=moved(CELL / 2, CELL / 2)),
        name=str(card),
        width=CELL,
        height=CELL,
        shown_width=size,
    )

"""Pictures of cards and cells in characters, in four sizes.

A card has its dots as on dice, each colour with a shape of its own. Larger ones have edges of
half-blocks, which make them square. Without colours or Unicode, a card is a box with its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style

from punto.cli._terminal import ColourDepth
from punto.rules.card import Card
from punto.svg.face import ARRANGEMENTS
from punto.tui.look import Look

Line = list[Segment]


@dataclass(frozen=True, slots=True)
class Size:
    """The size of a cell in characters, with a margin of one column on both sides of a card."""

    width: int
    height: int

    @property
    def card_width(self) -> int:
        """The width of a card."""
        return self.width - 2


TINY = Size(5, 1)
SMALL = Size(7, 3)
MEDIUM = Size(9, 4)
LARGE = Size(11, 5)
SIZES = (LARGE, MEDIUM, SMALL, TINY)
"""All sizes, the largest first."""


@dataclass(frozen=True, slots=True)
class CellFace:
    """What a cell shows; equal ones look the same, so that only others are drawn again."""

    cards: tuple[Card, ...] = ()
    is_legal: bool = False
    is_cursor: bool = False
    is_last: bool = False
    is_lit: bool = False
    is_dark: bool = False
    """Whether this is one of every second cell, whose cards are a little darker."""
    heat: tuple[str, float] | None = None
    """A number to show on the cell, and how good it is from 0 to 1."""


def card_lines(
    card: Card, size: Size, look: Look, *, darker: bool = False, lit: bool = False
) -> list[Line]:
    """Draw a card without its margin."""
    face = look.face(card.colour, darker=darker, lit=lit)
    width = size.card_width
    if size is TINY:
        return [[Segment(f"{card}".center(width), face)]]
    if not look.has_faces:
        return boxed(card, size, look, face)
    rows = [dots_line(card, row, width, look.shapes[card.colour]) for row in (-1, 0, 1)]
    lines = [[Segment(row, face)] for row in rows]
    if size is SMALL and look.depth is ColourDepth.BASIC:  # no darker colour for every second cell
        lines[-1] = [Segment(rows[-1], face + Style(underline=True))]
    edge = Style(color=face.bgcolor, bgcolor=look.table.bgcolor)
    if size is not SMALL:
        lines.insert(0, [Segment("▄" * width, edge)])
    if size is LARGE:
        lines.append([Segment("▀" * width, edge)])
    return lines


def dots_line(card: Card, row: int, width: int, shape: str) -> str:
    """Return the dots in one of the three rows of a card, -1 for the upper one."""
    characters, step = [" "] * width, 2 if width < 9 else 3
    for column, line in ARRANGEMENTS[card.value]:
        if line == row:
            characters[width // 2 + column * step] = shape
    return "".join(characters)


def boxed(card: Card, size: Size, look: Look, face: Style) -> list[Line]:
    """Draw a card as a box with its shape, its letter and its value."""
    inner = size.card_width - 2
    shape = "" if look.is_ascii else look.shapes[card.colour]
    across, down = look.glyph("─", "-"), look.glyph("│", "|")
    corners = "++++" if look.is_ascii else "┌┐└┘"
    blank = f"{down}{' ' * inner}{down}"
    named = f"{down}{f'{shape}{card}'.center(inner)}{down}"
    lines = [
        f"{corners[0]}{across * inner}{corners[1]}",
        *([blank] if size is LARGE else []),
        named,
        *([blank] if size in (LARGE, MEDIUM) else []),
        f"{corners[2]}{across * inner}{corners[3]}",
    ]
    return [[Segment(line, face)] for line in lines]


def cell_lines(face: CellFace, size: Size, look: Look) -> list[Line]:
    """Draw a cell with its margins, in which its marks stand."""
    if face.heat is not None:
        inner = heat_lines(face, size, look)
    elif face.cards:
        inner = card_lines(face.cards[-1], size, look, darker=face.is_dark, lit=face.is_lit)
    else:
        inner = free_lines(face, size, look)
    left, right = margins(face, size, look)
    return [[a, *line, b] for a, line, b in zip(left, inner, right, strict=True)]


def free_lines(face: CellFace, size: Size, look: Look) -> list[Line]:
    """Draw a cell without cards: a mark where the card in hand may go."""
    sign = "+" if face.is_legal else look.glyph("·", ".")
    style = look.mark if face.is_legal else look.quiet
    left = size.card_width // 2
    right = size.card_width - left - 1
    blank = Segment(" " * size.card_width, look.table)
    marked = [
        Segment(" " * left, look.table),
        Segment(sign, style),
        Segment(" " * right, look.table),
    ]
    return [marked if row == size.height // 2 else [blank] for row in range(size.height)]


def heat_lines(face: CellFace, size: Size, look: Look) -> list[Line]:
    """Draw a number on a cell, and below it the card that lies there."""
    assert face.heat is not None
    number, share = face.heat
    style, width = look.heat(share), size.card_width
    texts = [""] * size.height
    texts[size.height // 2] = number
    if face.cards and size is not TINY:
        texts[-1] = str(face.cards[-1])
    return [[Segment(text.center(width)[:width], style)] for text in texts]


def margins(face: CellFace, size: Size, look: Look) -> tuple[Sequence[Segment], Sequence[Segment]]:
    """Return the columns left and right of a card: the cursor, or marks."""
    if face.is_cursor:
        left, right = look.glyph("▐", "["), look.glyph("▌", "]")
        return [Segment(left, look.cursor)] * size.height, [
            Segment(right, look.cursor)
        ] * size.height
    rights = [" "] * size.height
    lefts = [" "] * size.height
    middle = size.height // 2
    if face.is_last:
        lefts[middle], rights[middle] = look.glyph("▸", ">"), look.glyph("◂", "<")
    elif face.cards and face.is_legal:
        rights[middle] = "*"
    if len(face.cards) > 1 and size is not TINY:
        rights[0] = str(len(face.cards))
    return mark_column(lefts, look), mark_column(rights, look)


def mark_column(marks: Sequence[str], look: Look) -> list[Segment]:
    """Draw a margin; its blanks are bare table, so that they cost no change of colours."""
    return [Segment(it, look.table if it == " " else look.mark) for it in marks]

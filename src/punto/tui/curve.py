"""The curve of a review: each side's chance of winning the round, card by card.

It is drawn with Braille dots, eight to a character. Every side has a letter besides its colour, and
without Braille the letters themselves are the curve.
"""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from punto.rules.facts import Mode
from punto.tui.look import Look

HEIGHT = 5
"""Lines of the curve."""

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a Braille character, by row and column of its dots."""

BLANK = 0x2800


def side_letter(mode: Mode, side: int) -> str:
    """Return the letter that stands for a side: that of its first colour."""
    return mode.sides[side - 1].colours[0].letter


def curve_text(
    chances: Sequence[Sequence[float] | None], mode: Mode, here: int, width: int, look: Look
) -> Text:
    """Draw chances between 0 and 1 of all sides, one tuple for each card; None is not known yet.

    `here` is the card before which the match stands; a line below the curve marks it.
    """
    draw = letter_curve if look.is_ascii else braille_curve
    text = draw(chances, mode, width, look)
    place = place_of(here, len(chances), width)
    text.append(" " * place + look.glyph("▲", "^") + "\n", look.mark)
    known = chances[here] if here < len(chances) else None
    for side in mode.sides:
        style = look.face(side.colours[0])
        text.append(f" {look.shapes[side.colours[0]]}{side.colours[0].letter} ", style)
        chance = "" if known is None else f"{round(100 * known[side.number - 1])} %"
        text.append(f" {chance:<6}")
    return text


def place_of(card: int, count: int, width: int) -> int:
    """Return the column of a card."""
    return min(width - 1, card * width // max(1, count))


def braille_curve(
    chances: Sequence[Sequence[float] | None], mode: Mode, width: int, look: Look
) -> Text:
    """Draw the curve in dots; where sides meet, the later one gives the colour."""
    bits = [[0] * width for _ in range(HEIGHT)]
    owners = [[0] * width for _ in range(HEIGHT)]
    columns, rows = 2 * width, 4 * HEIGHT
    for side in mode.sides:
        for x in range(columns):
            known = chances[min(len(chances) - 1, x * len(chances) // columns)]
            if known is None:
                continue
            y = round((1 - min(1.0, max(0.0, known[side.number - 1]))) * (rows - 1))
            bits[y // 4][x // 2] |= DOTS[y % 4][x % 2]
            owners[y // 4][x // 2] = side.number
    text = Text(no_wrap=True, overflow="crop")
    for line, colours in zip(bits, owners, strict=True):
        for value, owner in zip(line, colours, strict=True):
            if owner:
                text.append(chr(BLANK + value), ink_of(mode, owner, look))
            else:
                text.append(" ")
        text.append("\n")
    return text


def letter_curve(
    chances: Sequence[Sequence[float] | None], mode: Mode, width: int, look: Look
) -> Text:
    """Draw the curve in the letters of the sides; * is where several meet."""
    signs = [[" "] * width for _ in range(HEIGHT)]
    for side in mode.sides:
        for x in range(width):
            known = chances[min(len(chances) - 1, x * len(chances) // width)]
            if known is not None:
                chance = min(1.0, max(0.0, known[side.number - 1]))
                row = signs[round((1 - chance) * (HEIGHT - 1))]
                row[x] = side_letter(mode, side.number) if row[x] == " " else "*"
    lines = "\n".join("".join(row) for row in signs)
    return Text(f"{lines}\n", look.table, no_wrap=True, overflow="crop")


def ink_of(mode: Mode, side: int, look: Look) -> Style:
    """Return the colour of a side's curve."""
    return Style(color=look.face(mode.sides[side - 1].colours[0]).bgcolor)

"""How things look on this terminal: its colours, its characters, and the sizes of a card."""

import os
import sys
from dataclasses import dataclass
from functools import cached_property

from rich.style import Style

from punto.cli._language import language
from punto.cli._plain_text import is_ascii_terminal, transliterate
from punto.cli._terminal import ColourDepth, colour_depth
from punto.rules.facts import Colour
from punto.svg.palette import PALETTES, mix

INK = PALETTES["dark"]

BASIC_PAPER = {
    Colour.RED: "#800000",
    Colour.ORANGE: "#808000",
    Colour.BLUE: "#000080",
    Colour.GREEN: "#008000",
}
"""Faces where there are 16 colours: those that every terminal has under these names."""

LIT = "#fff6dc"
"""The face of a card in a row that decided the round."""

DARKER = 0.16
"""How much darker every second cell is, so that neighbours of one colour do not flow together."""


@dataclass(frozen=True)
class Look:
    """What a terminal can show."""

    depth: ColourDepth = ColourDepth.FULL
    is_ascii: bool = False

    @property
    def has_faces(self) -> bool:
        """Whether cards are coloured areas with dots; otherwise they are boxes with letters."""
        return self.depth is not ColourDepth.NONE and not self.is_ascii

    @cached_property
    def shapes(self) -> dict[Colour, str]:
        """The shape of a dot for each colour, or its letter."""
        if self.is_ascii:
            return {colour: colour.letter for colour in Colour}
        return dict(zip(Colour, "●◆■▲", strict=True))

    def face(self, colour: Colour, *, darker: bool = False, lit: bool = False) -> Style:
        """Return the style of a card; `lit` is for a card in a row that decided a round."""
        if self.depth is ColourDepth.NONE:
            return Style(bold=True, reverse=lit)
        if self.depth is ColourDepth.BASIC:
            paper = BASIC_PAPER[colour]
            ink = "#000000" if colour is Colour.ORANGE else "#ffffff"
            return Style(color=paper, bgcolor="#ffffff") if lit else Style(color=ink, bgcolor=paper)
        paint = INK.cards[colour]
        if lit:
            paper = mix(LIT, "#000000", DARKER) if darker else LIT
            return Style(color=mix(paint.face, "#000000", 0.25), bgcolor=paper, bold=True)
        paper = mix(paint.face, "#000000", DARKER) if darker else paint.face
        return Style(color=paint.pip, bgcolor=paper)

    @cached_property
    def table(self) -> Style:
        """The style of the bare table."""
        return self._style("#c0c0c0", INK.ink, INK.table)

    @cached_property
    def quiet(self) -> Style:
        """The style of what is less important, such as the names of rows and columns."""
        return self._style("#808080", INK.quiet_ink, INK.table)

    @cached_property
    def mark(self) -> Style:
        """The style of marks on the table: legal cells, the latest card."""
        return self._style("#ffffff", "#ffe08a", INK.table) + Style(bold=True)

    @cached_property
    def cursor(self) -> Style:
        """The style of the frame around the chosen cell."""
        if self.depth is ColourDepth.NONE:
            return Style(bold=True)
        return Style(color="#ffffff", bgcolor=self.paper, bold=True)

    def heat(self, share: float) -> Style:
        """Return the style of a cell whose chance lies `share` of the way from worst to best."""
        if self.depth is ColourDepth.NONE:
            return Style(bold=share > 0.99)
        if self.depth is ColourDepth.BASIC:
            return Style(color="#ffffff", bgcolor="#800080" if share > 0.5 else "#000000")
        return Style(color=INK.ink, bgcolor=mix(INK.cold, INK.hot, share))

    @property
    def paper(self) -> str:
        """The colour of the bare table."""
        return "#000000" if self.depth is ColourDepth.BASIC else INK.table

    def _style(self, basic: str, ink: str, paper: str) -> Style:
        if self.depth is ColourDepth.NONE:
            return Style()
        if self.depth is ColourDepth.BASIC:
            return Style(color=basic, bgcolor="#000000")
        return Style(color=ink, bgcolor=paper)

    def text(self, text: str) -> str:
        """Return a text in the characters that this terminal has."""
        return transliterate(text, language()) if self.is_ascii else text

    def glyph(self, character: str, plain: str) -> str:
        """Return a character, or the ASCII one that stands for it."""
        return plain if self.is_ascii else character


def look_of_terminal() -> Look:
    """Find out what the terminal of this process can show."""
    encoding = (sys.stderr.encoding or "ascii").lower()
    is_ascii = not encoding.startswith("utf") or is_ascii_terminal(sys.stderr, os.environ)
    return Look(colour_depth(sys.stderr, os.environ), is_ascii)

"""Cards in every number of colours, and without any: a letter or a shape says the colour, too."""

import io
import re

import pytest
from rich.console import Console
from rich.segment import Segments

from punto.cli._terminal import ColourDepth
from punto.rules.card import Card
from punto.rules.facts import MODES, Colour
from punto.tui.card_picture import (
    LARGE,
    MEDIUM,
    SIZES,
    SMALL,
    CellFace,
    card_lines,
    cell_lines,
)
from punto.tui.curve import curve_text
from punto.tui.look import Look

CODES = re.compile(r"\x1b\[([0-9;]*)m")
SYSTEMS = {ColourDepth.BASIC: "standard", ColourDepth.CUBE: "256", ColourDepth.FULL: "truecolor"}
PAPERS = {
    ColourDepth.BASIC: {"R": "41", "O": "43", "B": "44", "G": "42"},
    ColourDepth.FULL: {"R": "48;2;213;60;81", "B": "48;2;58;114;210"},
}


def written(card: Card, depth: ColourDepth, *, is_ascii: bool = False) -> str:
    """Return what a terminal gets for a card."""
    stream = io.StringIO()
    system = SYSTEMS.get(depth)
    console = Console(file=stream, color_system=system, force_terminal=True, width=80)  # type: ignore[arg-type]
    for line in card_lines(card, SMALL, Look(depth, is_ascii)):
        console.print(Segments(line))
    return stream.getvalue()


@pytest.mark.parametrize("depth", [ColourDepth.BASIC, ColourDepth.FULL])
def test_cards_have_the_colours_of_the_terminal(depth: ColourDepth) -> None:
    for letter, paper in PAPERS[depth].items():
        codes = CODES.findall(written(Card(f"{letter}5"), depth))
        assert any(paper in code for code in codes), (letter, codes)


def test_faces_differ_with_256_colours() -> None:
    papers = {
        re.findall(r"48;5;\d+", written(Card(f"{colour.letter}5"), ColourDepth.CUBE))[0]
        for colour in Colour
    }
    assert len(papers) == 4


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [Look(), Look(ColourDepth.NONE), Look(ColourDepth.NONE, True)])
def test_a_card_says_its_colour_without_colours(size: object, look: Look) -> None:
    shown = set()
    for colour in Colour:
        lines = card_lines(Card(f"{colour.letter}9"), size, look)  # type: ignore[arg-type]
        text = "".join(segment.text for line in lines for segment in line)
        named = colour.letter in text or look.shapes[colour] in text
        assert named, text
        assert not look.is_ascii or text.isascii()
        shown.add(text)
    assert len(shown) == 4


@pytest.mark.parametrize("value", range(1, 10))
@pytest.mark.parametrize("size", [SMALL, MEDIUM, LARGE])
def test_a_card_has_as_many_dots_as_its_value(size: object, value: int) -> None:
    lines = card_lines(Card(f"B{value}"), size, Look())  # type: ignore[arg-type]
    assert sum(segment.text.count("■") for line in lines for segment in line) == value


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [Look(), Look(ColourDepth.NONE, True)])
def test_every_cell_fills_its_place(size: object, look: Look) -> None:
    cards = (Card("R3"), Card("B7"))
    for face in (
        CellFace(),
        CellFace(is_legal=True),
        CellFace(cards, is_legal=True),
        CellFace(cards, is_cursor=True, is_lit=True),
        CellFace(cards, is_last=True),
        CellFace(cards, heat=("*100", 1.0)),
    ):
        lines = cell_lines(face, size, look)  # type: ignore[arg-type]
        assert len(lines) == size.height  # type: ignore[attr-defined]
        widths = {sum(segment.cell_length for segment in line) for line in lines}
        assert widths == {size.width}, face  # type: ignore[attr-defined]


def test_marks_tell_cells_apart() -> None:
    cards = (Card("R3"),)
    faces = [CellFace(cards), CellFace(cards, is_last=True), CellFace(cards, is_legal=True)]
    faces += [CellFace(cards, is_cursor=True), CellFace((Card("B1"), *cards))]
    for look in (Look(), Look(ColourDepth.NONE, True)):
        drawn = (cell_lines(face, SMALL, look) for face in faces)
        texts = {"".join(segment.text for line in it for segment in line) for it in drawn}
        assert len(texts) == len(faces)


def test_curve_without_braille_is_made_of_letters() -> None:
    chances = [(0.5, 0.5), (0.75, 0.25), (1.0, 0.0), None]
    text = curve_text(chances, MODES["2p"], 1, 20, Look(ColourDepth.NONE, True)).plain
    lines = text.splitlines()
    assert lines[0] == "          RRRRR     "
    assert lines[2].startswith("*****")
    assert lines[4] == "          BBBBB     "
    assert lines[5] == "     ^"
    assert "75 %" in lines[6]
    assert text.isascii()

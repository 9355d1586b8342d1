"""Pictures as text: safe to put anywhere, any number of them."""

import re
from collections.abc import Callable
from xml.etree import ElementTree as ET

import pytest

from punto import svg
from punto.rules.card import Card
from punto.rules.cell import Cell

from .reading import NAMESPACE, cells, kind, stacks, title

TABLE = stacks("f6:R3 g6:B7 h6:O5 g5:B1:G4:R9 h5:R6 f5:R4 f4:B2:R5 e4:G1 d4:O2")


def everything() -> str:
    return svg.table(
        TABLE,
        last=Cell("g5"),
        legal=cells("e5 f6 c3"),
        runs=[cells("f6 f5 f4"), cells("f6 g5")],
        arrows=[(Cell("f6"), Cell("h5")), (Cell("g6"), Cell("g6"))],
    )


PICTURES: dict[str, Callable[[], str]] = {
    "empty": lambda: svg.table({}),
    "everything": everything,
    "heat": lambda: svg.table(
        TABLE, heat=dict(zip(TABLE, (0.1, 1 / 3, 0.9), strict=False)), best=Cell("h6")
    ),
    "dark": lambda: svg.table(TABLE, theme="dark", size=333),
    "settled": lambda: svg.table(stacks("d2:R1 i7:B2")),
    "wide": lambda: svg.table(stacks("d2:R1 i4:B2")),
    "card": lambda: svg.card(Card("G8"), size=77),
}
each_picture = pytest.mark.parametrize("draw", PICTURES.values(), ids=PICTURES)


@each_picture
def test_a_picture_is_a_titled_image(draw: Callable[[], str]) -> None:
    root = ET.fromstring(draw())
    assert root.tag == f"{NAMESPACE}svg"
    assert root.get("role") == "img"
    assert kind(root[0]) == "title"
    assert title(root)
    assert all(element.tag.startswith(NAMESPACE) for element in root.iter())


@each_picture
def test_a_picture_touches_nothing_around_it(draw: Callable[[], str]) -> None:
    drawn = list(ET.fromstring(draw()).iter())
    assert {kind(element) for element in drawn} <= {
        "svg",
        "title",
        "g",
        "rect",
        "circle",
        "path",
        "text",
    }
    names = {name for element in drawn for name in element.attrib}
    assert not [
        name
        for name in names
        if name in ("id", "class", "style") or "href" in name or name.startswith("on")
    ]
    assert "url(" not in draw()
    assert draw().count("http") == 1


@each_picture
def test_numbers_have_at_most_two_decimals(draw: Callable[[], str]) -> None:
    assert not re.findall(r"\d\.\d{3,}|\de-?\d", re.sub(r"#[0-9a-f]{6}", "", draw()))


@each_picture
def test_the_same_table_is_the_same_text(draw: Callable[[], str]) -> None:
    assert draw() == draw()


def test_the_order_in_which_stacks_are_given_does_not_matter() -> None:
    assert svg.table(dict(reversed(TABLE.items()))) == svg.table(TABLE)


def test_marks_may_come_from_iterators() -> None:
    once = svg.table(
        TABLE,
        last=Cell("g5"),
        legal=iter(cells("e5 f6 c3")),
        runs=iter([cells("f6 f5 f4"), cells("f6 g5")]),
        arrows=iter([(Cell("f6"), Cell("h5")), (Cell("g6"), Cell("g6"))]),
    )
    assert once == everything()


def test_a_full_table_stays_small() -> None:
    full = {Cell.at(x, y): [Card("B9")] * 4 for x in range(6) for y in range(6)}
    assert len(svg.table(full)) < 60_000


@pytest.mark.parametrize("text", ["a < b & c > d", "]]></title><script>", "\"'", "ünï · 点"])
def test_a_title_is_escaped(text: str) -> None:
    assert title(ET.fromstring(svg.table({}, title=text))) == text


def test_what_xml_cannot_hold_is_replaced_in_a_title() -> None:
    root = ET.fromstring(svg.table({}, title="bell\x07 and\x00 half\ud800 a letter"))
    assert title(root) == "bell\ufffd and\ufffd half\ufffd a letter"


def test_words_use_the_systems_typeface_only() -> None:
    fonts = set(re.findall(r'font-family="([^"]*)"', everything()))
    assert fonts == {"system-ui, sans-serif"}

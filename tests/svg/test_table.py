"""The table: which part of it is shown, and what lies where."""

import random
from xml.etree import ElementTree as ET

import pytest

from punto import svg
from punto.rules.card import ALL_CARDS, Card
from punto.rules.cell import ALL_CELLS, Cell
from punto.svg.palette import PALETTES

from .reading import bounds, card_groups, kind, marks, offset, sheets, stacks, texts, title, view


def drawn(text: str) -> ET.Element:
    return ET.fromstring(svg.table(stacks(text)))


def settled(root: ET.Element) -> set[str]:
    return {side for element in root.iter() for side in element.get("data-edges", "").split()}


def slots(root: ET.Element, name: str) -> int:
    return sum(len(group) for group in root.iter() if group.get("data-slots") == name)


def random_table(seed: int) -> dict[Cell, list[Card]]:
    chance = random.Random(seed)
    left, bottom = chance.randrange(6), chance.randrange(6)
    width, height = chance.randint(1, 6), chance.randint(1, 6)
    places = [(left + x, bottom + y) for x in range(width) for y in range(height)]
    return {
        Cell.at(*place): chance.choices(ALL_CARDS, k=chance.randint(1, 5))
        for place in chance.sample(places, chance.randint(1, len(places)))
    }


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("coordinates", [True, False])
def test_every_stack_is_wholly_inside_the_picture(seed: int, coordinates: bool) -> None:
    table = random_table(seed)
    root = ET.fromstring(svg.table(table, coordinates=coordinates))
    groups = card_groups(root)
    assert len(groups) == len(table)
    for group in groups.values():
        shapes = [shape for shape in group if kind(shape) == "rect"]
        assert all(view(root).holds(bounds(shape).moved(offset(group))) for shape in shapes)


@pytest.mark.parametrize("cell", ALL_CELLS, ids=str)
def test_a_first_card_anywhere_is_shown_with_the_neighbours_it_has(cell: Cell) -> None:
    root = ET.fromstring(svg.table({cell: [Card("R1")]}))
    near = [
        (cell.column + x, cell.row + y)
        for x in (-1, 0, 1)
        for y in (-1, 0, 1)
        if (x, y) != (0, 0) and 0 <= cell.column + x <= 10 and 0 <= cell.row + y <= 10
    ]
    assert slots(root, "open") == len(near)
    assert slots(root, "sure") == 0


def test_rows_count_upwards_and_columns_to_the_right() -> None:
    groups = card_groups(drawn("f6:R1 g6:R2 f7:R3"))
    (x, y), right, up = (offset(groups[tip]) for tip in ("R1 on f6", "R2 on g6", "R3 on f7"))
    assert right == (x + 100, y)
    assert up == (x, y - 100)


def test_an_empty_table_shows_the_origin_and_its_neighbours() -> None:
    root = drawn("")
    assert texts(root) == {"e", "f", "g", "5", "6", "7"}
    assert (slots(root, "sure"), slots(root, "open")) == (1, 8)
    assert not card_groups(root)


def test_a_table_is_shown_with_the_ring_around_it() -> None:
    assert texts(drawn("d3:R1 f4:R2")) == {*"cdefg", *"2345"}


def test_a_settled_side_has_no_ring() -> None:
    assert texts(drawn("d3:R1 i4:R2")) == {*"defghi", *"2345"}


def test_only_cells_that_can_still_be_used_are_shown_as_places() -> None:
    root = drawn("d3:R1 i4:R2")
    assert slots(root, "sure") == 2 * 6 - 2
    assert slots(root, "open") == 2 * 6


def test_a_mark_beyond_the_reach_makes_no_place_there() -> None:
    table, beyond = stacks("d3:R1 i4:R2"), Cell("k4")
    root = ET.fromstring(svg.table(table, arrows=[(Cell("i4"), beyond)]))
    assert "k" in texts(root)
    assert (slots(root, "sure"), slots(root, "open")) == (2 * 6 - 2, 2 * 6)


def test_names_can_be_left_out() -> None:
    with_names = drawn("f6:R1")
    without = ET.fromstring(svg.table(stacks("f6:R1"), coordinates=False))
    assert texts(without) == set()
    assert view(without).right < view(with_names).right


@pytest.mark.parametrize("width", range(1, 7))
@pytest.mark.parametrize("height", range(1, 7))
def test_edges_are_firm_exactly_where_the_span_is_six(width: int, height: int) -> None:
    corners = {Cell.at(2, 3): [Card("R1")], Cell.at(1 + width, 2 + height): [Card("B2")]}
    root = ET.fromstring(svg.table(corners))
    expected = {"left", "right"} if width == 6 else set()
    expected |= {"top", "bottom"} if height == 6 else set()
    assert settled(root) == expected


def test_a_table_that_breaks_the_rules_still_shows_all_its_cards() -> None:
    root = drawn("c3:R1 i3:R2")
    assert settled(root) == set()
    for group in card_groups(root).values():
        assert view(root).holds(bounds(sheets(group)[0]).moved(offset(group)))


@pytest.mark.parametrize(
    ("stack", "shown"),
    [("R7", "R"), ("B3:R7", "BR"), ("B3:G4:R7", "BGR"), ("O1:B2:G3:R4:O5", "BGRO")],
)
def test_covered_cards_look_out_in_their_own_colour_three_at_most(stack: str, shown: str) -> None:
    (group,) = card_groups(drawn(f"f6:{stack}")).values()
    faces = {
        paint.face: letter for paint, letter in zip(PALETTES["light"].cards, "ROBG", strict=True)
    }
    assert [faces[sheet.get("fill", "")] for sheet in sheets(group)] == list(shown)
    bottoms = [bounds(sheet).bottom for sheet in sheets(group)]
    assert bottoms == sorted(bottoms, reverse=True)
    assert len(set(bottoms)) == len(bottoms)
    assert max(bottoms) < 100 + bounds(group[1]).top, "a stack stays clear of the card below"


def test_a_tooltip_names_the_card_and_what_it_covers() -> None:
    assert set(card_groups(drawn("f6:R7 g6:B1:G3:O9"))) == {"R7 on f6", "O9 on g6, over G3, B1"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "Punto table: no cards"),
        ("f6:R1", "Punto table: 1 card"),
        ("f6:R1 g6:B2", "Punto table: 2 cards"),
        ("f6:R1:O2 g6:B2", "Punto table: 3 cards, 1 of them covered"),
    ],
)
def test_the_title_says_how_much_lies_on_the_table(text: str, expected: str) -> None:
    assert title(drawn(text)) == expected


def test_a_cell_without_cards_is_an_empty_cell() -> None:
    assert svg.table({Cell("a1"): [], **stacks("f6:R1")}) == svg.table(stacks("f6:R1"))


def test_the_size_is_the_width_and_keeps_the_proportions() -> None:
    root = ET.fromstring(svg.table(stacks("f6:R1 h6:B2"), size=500))
    box = view(root)
    assert root.get("width") == "500"
    assert float(root.get("height", 0)) == pytest.approx(500 * box.bottom / box.right, abs=0.01)
    assert not marks(root, "last")

"""Marks: there when asked for, in ink, and never over a dot."""

from collections.abc import Mapping
from itertools import product
from math import dist, hypot
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from punto import svg
from punto.rules.card import ALL_CARDS, Card
from punto.rules.cell import Cell
from punto.svg.palette import PALETTES

from .reading import (
    Point,
    bounds,
    card_groups,
    cells,
    corners,
    kind,
    marks,
    offset,
    pip_group,
    sheets,
    stacks,
    texts,
    trace,
    view,
)

TABLE = stacks("f6:R3 g6:B7 h6:O5 g5:B1:G4:R9 h5:R6 f5:R4 f4:B2:R5 e4:O1:G4:B5:R8")
TOP_OF_CARD_BELOW = 100 - 42.5
ASKED: Mapping[str, Mapping[str, Any]] = {
    "last": {"last": Cell("g5")},
    "free": {"legal": cells("e5 e6")},
    "cover": {"legal": cells("f6 h5")},
    "run": {"runs": [cells("f6 f5 f4"), cells("f6 g5")]},
    "arrow": {"arrows": [(Cell("f6"), Cell("h5")), (Cell("g6"), Cell("g6"))]},
}


def drawn(**asked: Any) -> ET.Element:
    return ET.fromstring(svg.table(TABLE, **asked))


@pytest.mark.parametrize("name", ASKED)
def test_exactly_the_marks_that_were_asked_for_are_there(name: str) -> None:
    root = drawn(**ASKED[name])
    counts = {mark: len(marks(root, mark)) for mark in ASKED}
    assert counts == dict.fromkeys(ASKED, 0) | {name: 1 if name == "last" else 2}


def test_a_plain_table_has_no_marks() -> None:
    assert not [element for element in drawn().iter() if element.get("data-mark")]


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("name", ASKED)
def test_marks_are_in_ink_and_otherwise_only_in_what_lies_below(name: str, theme: str) -> None:
    colours = PALETTES[theme]
    paints = {
        paint
        for mark in marks(drawn(theme=theme, **ASKED[name]), name)
        for element in mark.iter()
        for paint in (element.get("fill"), element.get("stroke"))
        if paint not in (None, "none")
    }
    assert colours.ink in paints
    assert paints <= {colours.ink, colours.ground, colours.table}


def test_the_last_move_is_outlined_around_its_stack_over_the_cards() -> None:
    root = drawn(last=Cell("g5"))
    (mark,) = marks(root, "last")
    group = card_groups(root)["R9 on g5, over G4, B1"]
    assert offset(mark) == offset(group)
    for outline in mark:
        assert all(bounds(outline).holds(bounds(sheet)) for sheet in sheets(group))
    assert list(root).index(mark) > list(root).index(group)


def test_the_outline_of_the_deepest_stack_leaves_the_card_below_alone() -> None:
    table = stacks("f6:R1:O2:B3:G4:R5 f5:B9")
    (mark,) = marks(ET.fromstring(svg.table(table, last=Cell("f6"))), "last")
    lowest = max(bounds(line, float(line.get("stroke-width", 0))).bottom for line in mark)
    assert lowest <= TOP_OF_CARD_BELOW


def test_a_free_place_has_a_dot_in_its_middle() -> None:
    root = drawn(legal=cells("e6"))
    (dot,) = marks(root, "free")
    x, y = offset(card_groups(root)["R3 on f6"])
    assert (dot.get("cx"), dot.get("cy")) == (f"{x - 100:g}", f"{y:g}")


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_the_ring_of_a_coverable_card_is_on_it_but_on_no_dot(card: Card) -> None:
    root = ET.fromstring(svg.table({Cell("f6"): [card]}, legal=cells("f6")))
    (group,) = card_groups(root).values()
    (ring,) = marks(root, "cover")
    x, y = offset(group)
    middle = (float(ring.get("cx", 0)) - x, float(ring.get("cy", 0)) - y)
    reach = float(ring.get("r", 0)) + float(ring.get("stroke-width", 0)) / 2
    (face,) = sheets(group)
    assert face_holds(face, middle)
    soft = float(pip_group(group).get("stroke-width", 0)) / 2
    for pip in pip_group(group):
        assert nearest(pip, middle) - soft > reach


def face_holds(face: ET.Element, point: Point) -> bool:
    x, y = point
    box = bounds(face)
    return box.left < x < box.right and box.top < y < box.bottom


def nearest(pip: ET.Element, point: Point) -> float:
    """How far a point is from the nearest corner of a dot, or from its round rim."""
    if kind(pip) == "circle":
        middle = (float(pip.get("cx", 0)), float(pip.get("cy", 0)))
        return dist(middle, point) - float(pip.get("r", 0))
    outline = corners(pip)
    steps = [share / 20 for share in range(21)]
    edges = zip(outline, [*outline[1:], outline[0]], strict=True)
    return min(
        hypot(x + (to_x - x) * share - point[0], y + (to_y - y) * share - point[1])
        for ((x, y), (to_x, to_y)), share in product(edges, steps)
    )


@pytest.mark.parametrize("run", ["f6 g6 h6", "f6 f5 f4", "f6 g5", "e4 f5 g6"])
def test_a_run_shows_from_under_its_cards_on_all_sides(run: str) -> None:
    root = drawn(runs=[cells(run)])
    (mark,) = marks(root, "run")
    groups = card_groups(root)
    order = list(root)
    assert all(order.index(mark) < order.index(group) for group in groups.values())
    backs = [bounds(shape).moved(offset(shape)) for shape in mark if kind(shape) == "rect"]
    for cell in run.split():
        (group,) = [found for text, found in groups.items() if f" on {cell}" in text]
        face = bounds(sheets(group)[-1]).moved(offset(group))
        assert any(back.holds(face) and back.left < face.left - 3 for back in backs)


def test_the_cards_of_a_diagonal_run_are_joined_through_their_middles() -> None:
    root = drawn(runs=[cells("e4 f5 g6")])
    (mark,) = marks(root, "run")
    (line,) = [shape for shape in mark if kind(shape) == "path"]
    middles = [
        offset(group)
        for cell in ("e4", "f5", "g6")
        for text, group in card_groups(root).items()
        if f" on {cell}" in text
    ]
    assert trace(line.get("d", "")) == middles
    assert float(line.get("stroke-width", 0)) > 20


def test_a_run_of_no_cards_is_no_mark() -> None:
    assert svg.table(TABLE, runs=[[]]) == svg.table(TABLE)


def test_an_arrow_goes_from_its_first_cell_towards_its_second() -> None:
    root = drawn(arrows=[(Cell("f6"), Cell("h6"))])
    (mark,) = marks(root, "arrow")
    x, y = offset(card_groups(root)["R3 on f6"])
    tail, tip, *head = trace(mark[-1].get("d", ""))
    assert x < tail[0] < x + 42.5
    assert x + 200 - 42.5 < tip[0] < x + 200
    assert tail[1] == tip[1] == y
    assert head[1] == tip
    assert head[0][0] == head[2][0] < tip[0]
    assert head[0][1] - y == y - head[2][1] != 0


def test_an_arrow_to_where_it_begins_is_a_circle_clear_of_all_dots() -> None:
    table = stacks("f6:O9")
    root = ET.fromstring(svg.table(table, arrows=[(Cell("f6"), Cell("f6"))]))
    (mark,) = marks(root, "arrow")
    (group,) = card_groups(root).values()
    assert {kind(shape) for shape in mark} == {"circle"}
    inner = min(float(ring.get("r", 0)) - float(ring.get("stroke-width", 0)) / 2 for ring in mark)
    assert all(hypot(*point) < inner for pip in pip_group(group) for point in corners(pip))


def test_a_mark_far_away_is_brought_into_the_picture() -> None:
    root = drawn(arrows=[(Cell("f6"), Cell("k9"))])
    (mark,) = marks(root, "arrow")
    assert {"k", "9"} <= texts(root)
    assert all(view(root).holds(bounds(shape)) for shape in mark)

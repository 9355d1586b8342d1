"""A single card: its dots, their shapes and their sizes."""

from itertools import combinations
from math import pi
from xml.etree import ElementTree as ET

import pytest

from punto import svg
from punto.rules.card import ALL_CARDS, Card

from .reading import (
    Bounds,
    bounds,
    corners,
    kind,
    pip_group,
    shape_name,
    title,
    view,
)

SHAPES = {"R": "circle", "O": "diamond", "B": "square", "G": "triangle"}
THEMES = ("light", "dark")


def drawn(card: Card, theme: str = "light") -> ET.Element:
    (group,) = ET.fromstring(svg.card(card, theme=theme)).findall("{*}g")
    return group


def area(pip: ET.Element, stroke: float) -> float:
    """What a dot covers, its round-cornered stroke included."""
    half = stroke / 2
    if kind(pip) == "circle":
        return pi * (float(pip.get("r", 0)) + half) ** 2
    points = corners(pip)
    pairs = list(zip(points, [*points[1:], points[0]], strict=True))
    inner = abs(sum(x * to_y - to_x * y for (x, y), (to_x, to_y) in pairs)) / 2
    length = sum(abs(complex(*end) - complex(*start)) for start, end in pairs)
    return inner + length * half + pi * half**2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_a_card_has_as_many_dots_as_its_value_in_the_shape_of_its_colour(
    card: Card, theme: str
) -> None:
    pips = list(pip_group(drawn(card, theme)))
    assert [shape_name(pip) for pip in pips] == [SHAPES[str(card)[0]]] * card.value


@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_dots_lie_apart_and_inside_the_rim(card: Card) -> None:
    group = drawn(card)
    rim = [shape for shape in group if shape.get("fill") == "none"]
    stroke = float(pip_group(group).get("stroke-width", 0))
    boxes = [bounds(pip, stroke) for pip in pip_group(group)]
    assert len(rim) == 1
    assert all(bounds(rim[0]).holds(box) for box in boxes)
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("value", range(1, 10))
def test_dots_are_arranged_as_on_dice_the_same_upside_down(value: int) -> None:
    middles = {
        (float(pip.get("cx", 0)), float(pip.get("cy", 0)))
        for pip in pip_group(drawn(Card(f"R{value}")))
    }
    assert len(middles) == value
    assert middles == {(-x, -y) for x, y in middles}
    assert ((0, 0) in middles) == (value % 2 == 1)


def test_all_shapes_are_of_one_optical_size() -> None:
    areas = []
    for letter in SHAPES:
        group = pip_group(drawn(Card(f"{letter}1")))
        areas.append(area(group[0], float(group.get("stroke-width", 0))))
    assert max(areas) / min(areas) < 1.05


def test_a_card_is_a_square_picture_named_after_it() -> None:
    root = ET.fromstring(svg.card(Card("G6")))
    assert title(root) == "G6"
    assert view(root) == Bounds(0, 0, 100, 100)
    assert root.get("width") == root.get("height")


def test_the_size_is_the_width_in_pixels() -> None:
    root = ET.fromstring(svg.card(Card("G6"), size=240))
    assert (root.get("width"), root.get("height")) == ("240", "240")


@pytest.mark.parametrize("size", [0, -5])
def test_a_size_that_shows_nothing_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=rf"size: expected .* above 0, got {size}"):
        svg.card(Card("G6"), size=size)

"""The heat map: a tint and a number on every cell, the best one starred, no dot hidden."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from punto import svg
from punto.rules.card import ALL_CARDS, Card
from punto.rules.cell import Cell
from punto.svg.palette import PALETTES, Palette, mix

from .reading import (
    NAMESPACE,
    bounds,
    card_groups,
    cells,
    contrast,
    corners,
    luminance,
    marks,
    offset,
    pip_group,
    stacks,
    texts,
)

TABLE = stacks("f6:R3 g6:B7 h6:O5 g5:B1:G4:R9 h5:R6 f5:R4")
HEAT = dict(zip(cells("e5 e6 f6 g5 h7"), (0.2, 0.5, 0.6, 0.35, 0.7), strict=True))
each_palette = pytest.mark.parametrize("colours", PALETTES.values(), ids=PALETTES)


def drawn(heat: dict[Cell, float] = HEAT, **asked: Any) -> ET.Element:
    return ET.fromstring(svg.table(TABLE, coordinates=False, heat=heat, **asked))


def tints(root: ET.Element) -> list[str]:
    """The paints of the cells, from the top row to the bottom one."""
    return [mark.get("fill", "") for mark in marks(root, "heat")]


def test_every_cell_has_a_tint_and_its_share_in_per_cent() -> None:
    root = drawn()
    assert len(marks(root, "heat")) == len(marks(root, "share")) == len(HEAT)
    assert texts(root) == {"20%", "50%", "60%", "35%", "70%"}


def test_the_better_a_cell_the_stronger_its_tint() -> None:
    h7, e6, f6, e5, g5 = map(luminance, tints(drawn()))
    assert h7 < f6 < e6 < g5 < e5


@pytest.mark.parametrize(("theme", "colours"), PALETTES.items())
def test_tints_reach_from_the_coldest_to_the_hottest(theme: str, colours: Palette) -> None:
    found = tints(drawn(theme=theme))
    assert (found[0], found[3]) == (colours.hot, colours.cold)


def test_shares_that_are_nearly_alike_look_nearly_alike() -> None:
    colours = PALETTES["light"]
    found = tints(drawn({Cell("e5"): 0.51, Cell("e6"): 0.52}))
    assert found == [colours.hot, mix(colours.cold, colours.hot, 0.9)]
    assert tints(drawn({Cell("e5"): 0.5})) == [colours.hot]


@each_palette
def test_numbers_can_be_read_on_every_tint_and_tints_be_told_apart_in_grey(
    colours: Palette,
) -> None:
    scale = [mix(colours.cold, colours.hot, step / 10) for step in range(11)]
    assert all(contrast(colours.ink, paint) >= 4.5 for paint in scale)
    assert contrast(colours.ink, colours.ground) >= 7
    assert contrast(scale[0], scale[-1]) >= 2
    shades = [luminance(paint) for paint in scale]
    assert shades in (sorted(shades), sorted(shades, reverse=True))


@pytest.mark.parametrize("best", ["h7", "f6"])
def test_the_best_cell_alone_has_a_star_and_stands_on_ink(best: str) -> None:
    root = drawn(best=Cell(best))
    (mark,) = marks(root, "best")
    ink = PALETTES["light"].ink
    assert len(marks(root, "share")) == len(HEAT) - 1
    assert mark.findtext(f"{NAMESPACE}text") == f"{HEAT[Cell(best)]:.0%}"
    (plate,) = mark.findall(f"{NAMESPACE}rect")
    (star,) = mark.findall(f"{NAMESPACE}path")
    assert plate.get("fill") == ink
    assert len(corners(star)) == 10
    if best == "f6":
        assert bounds(plate).holds(bounds(star))
    else:
        assert not bounds(plate).meets(bounds(star))


@pytest.mark.parametrize("is_best", [True, False])
@pytest.mark.parametrize("card", ALL_CARDS, ids=str)
def test_the_number_on_a_card_hides_no_dot(card: Card, is_best: bool) -> None:
    cell = Cell("f6")
    root = ET.fromstring(
        svg.table({cell: [card]}, heat={cell: 0.999}, best=cell if is_best else None)
    )
    (mark,) = marks(root, "best" if is_best else "share")
    (group,) = card_groups(root).values()
    (plate,) = mark.findall(f"{NAMESPACE}rect")
    plate_box = bounds(plate).moved(offset(mark))
    stroke = float(pip_group(group).get("stroke-width", 0))
    assert plate_box.right - plate_box.left < 100
    for pip in pip_group(group):
        assert not bounds(pip, stroke).moved(offset(group)).meets(plate_box)


def test_tints_lie_under_the_cards_and_numbers_over_them() -> None:
    root = drawn(last=Cell("g5"), best=Cell("f6"))
    order = list(root.iter())
    cards = [order.index(group) for group in card_groups(root).values()]
    assert max(order.index(mark) for mark in marks(root, "heat")) < min(cards)
    numbers = [*marks(root, "share"), *marks(root, "best")]
    assert min(order.index(mark) for mark in numbers) > max(cards)


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0%"), (0.001, "<1%"), (0.006, "1%"), (0.994, "99%"), (0.996, ">99%"), (1, "100%")],
)
def test_what_is_only_nearly_sure_does_not_read_as_sure(share: float, text: str) -> None:
    assert texts(drawn({Cell("e5"): share})) == {text}


def test_order_does_not_matter_and_no_heat_is_no_mark() -> None:
    turned = dict(reversed(HEAT.items()))
    assert svg.table(TABLE, heat=turned) == svg.table(TABLE, heat=HEAT)
    assert svg.table(TABLE, heat={}) == svg.table(TABLE)


def test_a_tinted_cell_far_away_is_in_the_picture() -> None:
    root = ET.fromstring(svg.table({}, heat={Cell("i9"): 0.5}))
    assert {"i", "9", "50%"} <= texts(root)


@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(ValueError, match=re.escape(f"heat: expected 0 to 1 for e5, got {share}")):
        drawn({Cell("e5"): share})


def test_the_best_cell_must_be_one_of_them() -> None:
    with pytest.raises(ValueError, match="best: expected a cell of the heat map, got 'a1'"):
        drawn(best=Cell("a1"))

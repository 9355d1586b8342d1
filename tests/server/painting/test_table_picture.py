"""Pictures of tables: the PNG is valid, and shows the cards where they lie."""

import io
from collections.abc import Iterable

import pytest
from PIL import Image

from punto.rules.facts import Colour
from punto.server.painting.canvas import Canvas
from punto.server.painting.mask import circle, rounded_polygon, rounded_rectangle
from punto.server.painting.table_picture import HEIGHT, WIDTH, Scene, paint_table
from punto.svg.palette import PALETTES

LIGHT = PALETTES["light"]


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def opened(png: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(png))
    picture.load()
    return picture


def scene(stacks: dict[str, str], wins: Iterable[int] = (0, 0), last: str | None = None) -> Scene:
    colours = [[0, 1], [2, 3]]
    return {
        "stacks": stacks,
        "last": last,
        "lit": [],
        "sides": [
            {"colours": own, "wins": won, "is_to_move": False}
            for own, won in zip(colours, wins, strict=True)
        ],
        "rounds_to_win": 2,
    }


def counts(png: bytes) -> dict[tuple[int, int, int], int]:
    picture = opened(png)
    found = picture.getcolors(WIDTH * HEIGHT)
    assert found is not None
    return {colour: count for count, colour in found}  # type: ignore[misc]


def test_a_picture_is_a_png_of_the_size_that_services_ask_for() -> None:
    picture = opened(paint_table(scene({"f6": "R5"})))
    assert (picture.format, picture.size, picture.mode) == ("PNG", (1200, 630), "RGB")


@pytest.mark.parametrize("colour", Colour)
def test_a_card_has_its_colour_and_as_many_dots_as_its_value(colour: Colour) -> None:
    paint = LIGHT.cards[colour]
    one, two, nine = (
        counts(paint_table({**scene({"f6": f"{'ROBG'[colour]}{value}"}), "sides": []}))
        for value in (1, 2, 9)
    )
    assert one[rgb(paint.face)] > two[rgb(paint.face)] > nine[rgb(paint.face)] > 1000
    dot = one[rgb(paint.pip)]
    assert two[rgb(paint.pip)] == 2 * dot
    assert nine[rgb(paint.pip)] == 9 * dot
    others = {rgb(other.face) for other in LIGHT.cards if other != paint}
    assert not others & one.keys()


def test_the_middle_of_the_first_card_is_the_middle_of_the_picture() -> None:
    picture = opened(paint_table(scene({"f6": "R1"})))
    assert picture.getpixel((WIDTH // 2, HEIGHT // 2)) == rgb(LIGHT.cards[Colour.RED].pip)
    assert picture.getpixel((2, 2)) == rgb(LIGHT.ground)


def test_a_covered_card_shows_a_little_below_the_one_on_top() -> None:
    alone = counts(paint_table({**scene({"f6": "R5"}), "sides": []}))
    over = counts(paint_table({**scene({"f6": "B2 R5"}), "sides": []}))
    blue = rgb(LIGHT.cards[Colour.BLUE].face)
    assert alone.get(blue, 0) == 0 < over[blue] < over[rgb(LIGHT.cards[Colour.RED].face)] / 10


def test_the_last_card_has_an_outline() -> None:
    ink = rgb(LIGHT.ink)
    stacks = {"f6": "R5", "g6": "B3"}
    assert counts(paint_table(scene(stacks, last="g6")))[ink] > 500
    assert ink not in counts(paint_table(scene(stacks)))


def test_every_round_that_was_won_is_a_full_circle() -> None:
    ink = rgb(LIGHT.ink)
    once, twice, thrice = (
        counts(paint_table(scene({"f6": "R5"}, wins)))[ink] for wins in ((1, 0), (1, 1), (2, 1))
    )
    assert 0 < once < twice < thrice
    assert twice == 2 * once


def test_the_largest_table_fits() -> None:
    cells = {f"{column}{row}": "G9" for column in "defghi" for row in range(3, 9)}
    picture = opened(paint_table(scene(cells)))
    ground = rgb(LIGHT.ground)
    edge = [picture.getpixel((x, y)) for x in range(WIDTH) for y in (0, HEIGHT - 1)]
    assert set(edge) == {ground}


def test_shapes_cover_their_area_with_smooth_edges() -> None:
    shapes = {
        circle(20): 1256.6,
        rounded_rectangle(-20, -10, 20, 10, 0): 800,
        rounded_rectangle(-20.5, -10, 20, 10, 6): 810 - 36 * (4 - 3.1416),
        rounded_polygon([(0, -20), (20, 0), (0, 20), (-20, 0)], 0): 800,
    }
    for mask, area in shapes.items():
        inside = sum(row.end - row.start for row in mask.rows)
        covered = inside + sum(share for row in mask.rows for _, share in row.edges)
        assert abs(covered - area) < area / 80


def test_what_lies_outside_the_canvas_is_cut_off() -> None:
    canvas = Canvas(20, 10, "#000000")
    for x, y in ((0, 0), (19, 9), (-5, 4), (25, 4), (10, -50)):
        canvas.paint(circle(8), x, y, "#ffffff", 0.5)
    assert opened(canvas.png()).size == (20, 10)
    assert {len(row) for row in canvas.rows} == {60}

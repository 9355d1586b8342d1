"""Cards and marks in every look, as people see them who tell colours apart badly, or not at all."""

import base64

import pytest
from playwright.sync_api import Locator, Page

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, open_table, person
from .test_looks import LOOKS

SIGHTS = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
LEAST = 3.0
"""The contrast that marks need beside each other."""

MANY_DOTS = 4
"""Fewer dots are too small a part of a card for `MEASURE`."""

MEASURE = """async (data) => {
  const image = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const { data: pixels } = pen.getImageData(0, 0, image.width, image.height);
  const counts = new Map();
  for (let i = 0; i < pixels.length; i += 4) {
    const colour = pixels.slice(i, i + 3).join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const share = (part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = (colour) => {
    const [red, green, blue] = colour.split(",").map((part) => share(Number(part)));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const many = [...counts].filter(([, count]) => count > pixels.length / 4 / 50);
  const [face, ...others] = many.sort((a, b) => b[1] - a[1]).map(([colour]) => light(colour));
  const contrast = (one) => (Math.max(face, one) + 0.05) / (Math.min(face, one) + 0.05);
  return Math.max(1, ...others.map(contrast));
}"""
"""The contrast of the face with what else there is much of: a fiftieth of the picture at least."""


def cards(page: Page) -> dict[str, str]:
    """Take a picture of the card of each colour that has the most dots, without its rim."""
    found: dict[str, tuple[int, Locator]] = {}
    for card in page.locator("[role=gridcell] svg.card").all():
        colour = str(card.get_attribute("class")).split()[1]
        dots = len(str(card.locator(".dots").get_attribute("d")))
        if colour not in found or dots > found[colour][0]:
            found[colour] = dots, card
    return {colour: inside(card, 1 / 6) for colour, (_, card) in found.items()}


def inside(place: Locator, rim: float) -> str:
    """Take a picture of something, less so much of each side; a negative rim adds to it."""
    box = place.bounding_box()
    assert box is not None
    return picture_of(
        place.page,
        x=box["x"] + rim * box["width"],
        y=box["y"] + rim * box["height"],
        width=box["width"] * (1 - 2 * rim),
        height=box["height"] * (1 - 2 * rim),
    )


def edge(place: Locator) -> str:
    """Take a picture of the middle of something's left edge, and of what is around it."""
    box = place.bounding_box()
    assert box is not None
    (x, y), height = (box["x"], box["y"]), box["height"]
    return picture_of(place.page, x=x - 5, y=y + height / 3, width=9, height=height / 3)


def picture_of(page: Page, **clip: float) -> str:
    """Take a picture of a part of the screen."""
    picture = base64.b64encode(page.screenshot(clip=clip)).decode()  # type: ignore[arg-type]
    return f"data:image/png;base64,{picture}"


def marks(page: Page) -> dict[str, str]:
    """Take a picture of each kind of mark, with the cloth or the card around it."""
    found = {"the last card": edge(page.locator(".cell .mark"))}
    for name, rim in ((".cell .dot", -0.4), (".cell .ring", 0.0)):
        if page.locator(name).count():  # a low card covers none
            found[name] = inside(page.locator(name).first, rim)
    return found


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dots_stand_out_for_every_kind_of_sight(visit: Visit, theme: str, look: str) -> None:
    somebody = visit(likes={**STILL, "look": look}, color_scheme=theme)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    with dealer(table, seed=7) as past:
        past.some(20)
        while len(past.colours(MANY_DOTS)) < 4:  # the server shuffles: any colour may come late
            past.some(1)
    table.sit()
    table.stands()
    tools = somebody.context.new_cdp_session(somebody.page)
    blank = somebody.context.new_page()
    for sight in SIGHTS:
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        seen = cards(somebody.page)
        assert len(seen) == 4
        for colour, picture in seen.items():
            contrast = blank.evaluate(MEASURE, picture)
            assert contrast >= LEAST, f"{colour}, {sight}, {look}, {theme}: {contrast:.1f}"
        for mark, picture in marks(somebody.page).items():
            contrast = blank.evaluate(MEASURE, picture)
            assert contrast >= LEAST, f"{mark}, {sight}, {look}, {theme}: {contrast:.1f}"

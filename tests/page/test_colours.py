"""Cards and marks in every look, as people see them who tell colours apart badly, or not at all."""

import base64
from itertools import product

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

MEASURE = """async ([data, clips]) => {
  const image = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0);
  const share = (part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  const light = (colour) =>
    0.2126 * share(colour >> 16) + 0.7152 * share((colour >> 8) & 255) +
    0.0722 * share(colour & 255);
  return clips.map((clip) => {
    const { data: pixels } = pen.getImageData(...clip.map(Math.round));
    const counts = new Map();
    for (let i = 0; i < pixels.length; i += 4) {
      const colour = (pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2];
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const many = [...counts].filter(([, count]) => count > pixels.length / 4 / 50);
    const [face, ...others] = many.sort((a, b) => b[1] - a[1]).map(([colour]) => light(colour));
    const contrast = (one) => (Math.max(face, one) + 0.05) / (Math.min(face, one) + 0.05);
    return Math.max(1, ...others.map(contrast));
  });
}"""
"""For each part, the contrast of its face with what else there is much of: a fiftieth at least."""

Clip = tuple[float, float, float, float]
"""A part of the screen: left, top, width and height in pixels."""


def cards(page: Page) -> dict[str, Clip]:
    """Find the card of each colour that has the most dots, without its rim."""
    found: dict[str, tuple[int, Locator]] = {}
    for card in page.locator("[role=gridcell] svg.card").all():
        colour = str(card.get_attribute("class")).split()[1]
        dots = len(str(card.locator(".dots").get_attribute("d")))
        if colour not in found or dots > found[colour][0]:
            found[colour] = dots, card
    return {colour: inside(card, 1 / 6) for colour, (_, card) in found.items()}


def box_of(place: Locator) -> Clip:
    """Measure where something is."""
    box = place.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["width"], box["height"]


def inside(place: Locator, rim: float) -> Clip:
    """Take something, less so much of each side; a negative rim adds to it."""
    x, y, width, height = box_of(place)
    return x + rim * width, y + rim * height, width * (1 - 2 * rim), height * (1 - 2 * rim)


def edge(place: Locator) -> Clip:
    """Take the middle of something's left edge, and what is around it."""
    x, y, _, height = box_of(place)
    return x - 5, y + height / 3, 9, height / 3


def marks(page: Page) -> dict[str, Clip]:
    """Find one of each kind of mark, with the cloth or the card around it."""
    found = {"the last card": edge(page.locator(".cell .mark"))}
    for name, rim in ((".cell .dot", -0.4), (".cell .ring", 0.0)):
        if page.locator(name).count():  # a low card covers none
            found[name] = inside(page.locator(name).first, rim)
    return found


def picture_of(page: Page) -> str:
    """Take a picture of the screen."""
    return f"data:image/png;base64,{base64.b64encode(page.screenshot()).decode()}"


LOOK = "(look) => (document.documentElement.dataset.look = look)"
"""What the menu does, too; test_looks.py chooses looks there."""


def test_dots_and_marks_stand_out_in_every_look_for_every_kind_of_sight(visit: Visit) -> None:
    """One table for all looks and themes: these change colours, and move nothing."""
    somebody = visit(likes=STILL)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    with dealer(table, seed=7) as past:
        past.some(20)
        while len(past.colours(MANY_DOTS)) < 4:  # the server shuffles: any colour may come late
            past.some(1)
    table.sit()
    table.stands()
    page = somebody.page
    tools = somebody.context.new_cdp_session(page)
    blank = somebody.context.new_page()
    seen = cards(page)
    assert len(seen) == 4
    parts = seen | marks(page)
    for theme, look, sight in product(("light", "dark"), LOOKS, SIGHTS):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate(LOOK, look)
        tools.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
        contrasts = blank.evaluate(MEASURE, [picture_of(page), list(parts.values())])
        for name, contrast in zip(parts, contrasts, strict=True):
            assert contrast >= LEAST, f"{name}, {sight}, {look}, {theme}: {contrast:.1f}"

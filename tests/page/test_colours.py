"""Cards as people see them who tell colours apart badly, or not at all."""

import base64

import pytest
from playwright.sync_api import Page

from .conftest import Visit
from .dealing import dealer
from .playing import STILL, open_table, person

SIGHTS = ["none", "protanopia", "deuteranopia", "tritanopia", "achromatopsia"]
LEAST = 3.0
"""The contrast that marks need beside each other."""

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
    """Find a card of each colour: the dots' shape, and a picture of the card without its rim."""
    found: dict[str, str] = {}
    for card in page.locator("[role=gridcell] svg.card").all():
        colour = str(card.get_attribute("class")).split()[1]
        if colour not in found:
            box = card.bounding_box()
            assert box is not None
            rim = box["width"] / 6
            inner = {
                "x": box["x"] + rim,
                "y": box["y"] + rim,
                "width": box["width"] - 2 * rim,
                "height": box["height"] - 2 * rim,
            }
            picture = base64.b64encode(page.screenshot(clip=inner)).decode()  # type: ignore[arg-type]
            found[colour] = f"data:image/png;base64,{picture}"
    return found


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_dots_stand_out_for_every_kind_of_sight(visit: Visit, theme: str) -> None:
    somebody = visit(likes=STILL, color_scheme=theme)
    table = open_table(somebody, person("Ada"), person("Ben"), mode="2p", start=1)
    with dealer(table, seed=7) as past:
        past.some(20)
        while len(past.colours()) < 4:  # the server shuffles: any colour may come late
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
            assert contrast >= LEAST, f"{colour}, {sight}, {theme}: {contrast:.1f}"

"""Stored pictures of screens, and how a screen is compared with its own.

A stored picture is small: half or a third of the screen's size, with few colours. What is new is
reduced the same way. `TEST_PICTURES=1` accepts what is there now.
"""

import io
import os
from pathlib import Path

from PIL import Image, ImageChops

from .packages import ROOT

STORED = Path(__file__).parent / "pictures"
SEEN = ROOT / "build" / "pictures"
"""Where pictures that differ are put, with their difference, to be looked at."""

ACCEPTED = os.environ.get("TEST_PICTURES") == "1"

COLOURS = 128
"""Colours of a stored picture."""

FAINT = 40
"""A pixel differs if one of its channels does by more; storing few colours may change others."""

SHARE = 0.004
"""The share of pixels that may differ: a glyph drawn a little differently, but no other shape."""

HALVED = 800
"""Screens up to this width are stored at half their size, wider ones at a third."""


def reduced(png: bytes) -> Image.Image:
    """Make a screenshot as small as a stored picture is, in few colours."""
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    small = whole.reduce(2 if whole.width <= HALVED else 3)
    return small.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def share_of_difference(one: Image.Image, other: Image.Image) -> tuple[float, Image.Image]:
    """Return the share of pixels that differ between two pictures, and a picture of those."""
    most = ImageChops.difference(one, other).split()
    strongest = ImageChops.lighter(ImageChops.lighter(most[0], most[1]), most[2])
    differs = strongest.point([0] * (FAINT + 1) + [255] * (255 - FAINT))
    return differs.histogram()[255] / (one.width * one.height), differs


def problem_with(name: str, png: bytes) -> str | None:
    """Compare a screenshot with the stored one, or accept it; return what is wrong."""
    new, path = reduced(png), STORED / f"{name}.png"
    if ACCEPTED:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.save(path, optimize=True)
        return None
    if not path.exists():
        return f"{name}: there is no picture yet; TEST_PICTURES=1 takes it"
    old = Image.open(path).convert("RGB")
    if old.size != new.size:
        return f"{name}: the picture has another size, {old.size} and now {new.size}"
    share, differs = share_of_difference(old, new.convert("RGB"))
    if share <= SHARE:
        return None
    seen = SEEN / name
    seen.parent.mkdir(parents=True, exist_ok=True)
    side_by_side(old, new.convert("RGB"), differs).save(f"{seen}.png")
    place = seen.relative_to(ROOT)
    return f"{name}: {share:.1%} of it looks different, see {place}.png"


def side_by_side(old: Image.Image, new: Image.Image, differs: Image.Image) -> Image.Image:
    """Put the stored picture, the new one and their difference beside each other."""
    sheet = Image.new("RGB", (3 * old.width + 20, old.height), "grey")
    for place, one in enumerate((old, new, differs.convert("RGB"))):
        sheet.paste(one, (place * (old.width + 10), 0))
    return sheet

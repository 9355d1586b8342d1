"""SVG elements as text: compact, escaped, and the same on every run."""

import re
from xml.sax.saxutils import escape, quoteattr

Attribute = str | float

UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has no way to hold, not even escaped."""


def number(value: float) -> str:
    """Write a number in at most two decimals, without trailing zeros."""
    rounded = round(value, 2)
    return str(int(rounded)) if rounded == int(rounded) else str(rounded)


def element(name: str, *content: str, **attributes: Attribute) -> str:
    """Write an element; an underscore in an attribute's name stands for a hyphen."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(value if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{''.join(content)}</{name}>" if content else f"<{name}{written}/>"


def group(*content: str, **attributes: Attribute) -> str:
    """Wrap elements that share attributes; nothing at all around nothing."""
    return element("g", *content, **attributes) if any(content) else ""


def caption(text: str) -> str:
    """Name what surrounds it, for screen readers and as a tooltip."""
    return element("title", escape(UNWRITABLE.sub("\ufffd", text)))


def moved(x: float, y: float) -> str:
    """Write the transform that puts a drawing's own origin at a point."""
    return f"translate({number(x)} {number(y)})"


def square(half: float, corner: float, *, drop: float = 0, **attributes: Attribute) -> str:
    """Draw a rounded square around the origin, its lower side let down by `drop`."""
    return element(
        "rect",
        x=-half,
        y=-half,
        width=2 * half,
        height=2 * half + drop,
        rx=corner,
        **attributes,
    )


def document(
    *content: str, name: str, width: float, height: float, shown_width: float | None
) -> str:
    """Write a whole picture, `shown_width` pixels wide, in drawing units inside."""
    if shown_width is not None and shown_width <= 0:
        raise ValueError(f"size: expected a width in pixels above 0, got {shown_width!r}")
    scale = DEFAULT_SCALE if shown_width is None else shown_width / width
    return element(
        "svg",
        caption(name),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width * scale,
        height=height * scale,
        role="img",
    )


DEFAULT_SCALE = 0.6
"""Pixels per drawing unit: a cell of 60 pixels, so that a full table is about 400 wide."""

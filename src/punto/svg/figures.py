"""Numbers on the table: a share in per cent, on a plate where it would not be read without."""

from math import cos, pi, sin

from punto.svg.element import element, number

WIDTHS = {"%": 1.0, "<": 0.85, ">": 0.85}
"""Of the signs that are wider than a digit, in the broadest typeface that systems have."""
DIGIT = 0.7
WRITTEN = {"<": "&lt;", ">": "&gt;"}


def figure(share: float, size: float, *, ink: str, plate: str | None, star: float = 0) -> str:
    """Write a share around the origin in letters of `size`, after a star of that radius if any."""
    words = percentage(share)
    width = size * (0.4 + sum(WIDTHS.get(sign, DIGIT) for sign in words)) + 2.2 * star
    return "".join(
        (
            pill(width, size * 1.28, plate) if plate else "",
            star_at(size * 0.3 + star - width / 2, 0, star, ink) if star else "",
            element(
                "text",
                "".join(WRITTEN.get(sign, sign) for sign in words),
                x=1.1 * star,
                y=size * 0.35,
                fill=ink,
                font_family="system-ui, sans-serif",
                font_size=size,
                text_anchor="middle",
            ),
        )
    )


def pill(width: float, height: float, paint: str) -> str:
    """Draw a plate with round ends around the origin."""
    return element(
        "rect",
        x=-width / 2,
        y=-height / 2,
        width=width,
        height=height,
        rx=height / 2,
        fill=paint,
    )


def star_at(x: float, y: float, radius: float, paint: str) -> str:
    """Draw a star with five points."""
    rays = [(radius * (0.45 if step % 2 else 1), pi * (step / 5 - 0.5)) for step in range(10)]
    corners = (f"{number(x + ray * cos(turn))} {number(y + ray * sin(turn))}" for ray, turn in rays)
    return element("path", d=f"M{'L'.join(corners)}z", fill=paint)


def percentage(share: float) -> str:
    """Write a share in whole per cent, but not what is only nearly nothing or all as that."""
    text = f"{share:.0%}"
    if text == "0%" and share > 0:
        return "<1%"
    return ">99%" if text == "100%" and share < 1 else text

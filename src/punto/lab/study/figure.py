"""Draws an answer as SVG: a line for each row, a panel for each measure, dots with intervals.

The colours follow the theme of the reader's system. The same answer gives the same file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from punto.lab.study.answer import MINUS, NUMBER, PERCENT, Answer, Measure
from punto.lab.study.statistics import Estimate
from punto.svg.palette import PALETTES, Palette

WIDTH = 760
ROW_HEIGHT, HEAD_HEIGHT, FOOT_HEIGHT = 19, 54, 26
MARGIN, GAP = 12, 18
CHARACTER_WIDTH = 6.3
"""The mean width of a character of 12 pixels, to leave room for the labels."""

HEAD_CHARACTER_WIDTH = 5.9
MAX_TICKS = 4
ROUND_STEPS = (1, 2, 5, 10, 20, 50)

SHARES = (-0.2, 1.2)
"""The widest range of a panel of shares; longer intervals, of small samples, are cut off there."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Where figures lie in a panel."""

    low: float
    high: float
    left: float
    width: float

    def x(self, value: float) -> float:
        """Return where a figure lies, in pixels."""
        return round(self.left + (value - self.low) / (self.high - self.low) * self.width, 1)

    def ticks(self) -> list[float]:
        """Return a few round figures."""
        span = self.high - self.low
        smallest = 10.0 ** (floor(log10(span)) - 1)
        step = next(
            smallest * factor for factor in ROUND_STEPS if span / (smallest * factor) <= MAX_TICKS
        )
        first = -floor(-self.low / step)
        last = floor(self.high / step)
        return [number * step for number in range(first, last + 1)]


def draw(answer: Answer, title: str) -> str:
    """Draw an answer."""
    texts = [" · ".join(row.labels) for row in answer.rows]
    labels = MARGIN + max(map(len, texts)) * CHARACTER_WIDTH
    count = len(answer.measures)
    width = (WIDTH - labels - MARGIN - GAP * count) / count
    height = HEAD_HEIGHT + ROW_HEIGHT * len(answer.rows) + FOOT_HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        f'width="{WIDTH}" font-family="sans-serif" font-size="12" role="img">',
        f"<title>{escape(title)}</title>",
        f"<style>{style()}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{height}"/>',
        *draw_labels(answer, texts),
    ]
    ranges = range_by_unit(answer)
    for place, measure in enumerate(answer.measures):
        left = labels + GAP + place * (width + GAP)
        scale = Scale(*ranges[measure.unit, measure.name], left, width)
        column = [row.found[place] for row in answer.rows]
        parts += draw_panel(measure, column, scale, height)
    return "\n".join([*parts, "</svg>"]) + "\n"


def style() -> str:
    """Return the colours of both themes."""
    dark = css(PALETTES["dark"])
    return f"{css(PALETTES['light'])}@media(prefers-color-scheme:dark){{{dark}}}"


def css(colours: Palette) -> str:
    """Return the colours of one theme."""
    return (
        f".ground{{fill:{colours.ground}}}.band{{fill:{colours.table}}}"
        f"text{{fill:{colours.ink}}}.quiet{{fill:{colours.quiet_ink}}}"
        f".grid{{stroke:{colours.settled};stroke-width:.5;opacity:.6}}"
        f".bar{{stroke:{colours.ink};stroke-width:1.5}}.dot{{fill:{colours.hot}}}"
    )


def draw_labels(answer: Answer, texts: Sequence[str]) -> list[str]:
    """Draw what the rows are about; every other group of rows has a band behind it."""
    parts, group, before = [], 0, None
    for place, (row, text) in enumerate(zip(answer.rows, texts, strict=True)):
        group += row.labels[0] != before
        before = row.labels[0]
        top = HEAD_HEIGHT + place * ROW_HEIGHT
        if group % 2:
            width = WIDTH - MARGIN
            parts.append(
                f'<rect class="band" x="{MARGIN / 2:g}" y="{top}" width="{width}" '
                f'height="{ROW_HEIGHT}"/>'
            )
        parts.append(f'<text x="{MARGIN}" y="{top + 14}">{escape(text)}</text>')
    return parts


def draw_panel(
    measure: Measure, column: Sequence[Estimate | None], scale: Scale, height: int
) -> list[str]:
    """Draw the figures of one measure."""
    bottom = height - FOOT_HEIGHT
    parts = [
        f'<text x="{scale.left:.1f}" y="{18 + 14 * line}">{escape(text)}</text>'
        for line, text in enumerate(wrapped(measure.name, scale.width))
    ]
    for tick in scale.ticks():
        x = scale.x(tick)
        text = f"{tick if measure.unit == NUMBER else 100 * tick:.6g}".replace("-", MINUS)
        unit = " %" if measure.unit == PERCENT else ""
        parts.append(f'<path class="grid" d="M{x} {HEAD_HEIGHT}V{bottom}"/>')
        parts.append(
            f'<text class="quiet" x="{x}" y="{bottom + 16}" text-anchor="middle" '
            f'font-size="11">{text}{unit}</text>'
        )
    for place, found in enumerate(column):
        if found is not None:
            y = HEAD_HEIGHT + place * ROW_HEIGHT + ROW_HEIGHT / 2
            low, middle, high = (
                scale.x(min(max(number, scale.low), scale.high))
                for number in (found.low, found.value, found.high)
            )
            parts.append(f'<path class="bar" d="M{low} {y}H{high}"/>')
            parts.append(f'<circle class="dot" cx="{middle}" cy="{y}" r="4"/>')
    return parts


def wrapped(text: str, width: float) -> list[str]:
    """Break a heading into at most two lines, and shorten what does not fit."""
    room = max(6, int(width / HEAD_CHARACTER_WIDTH))
    lines = [""]
    for word in text.replace("`", "").split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > room and lines[-1]:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines if len(lines) <= 2 else [lines[0], " ".join(lines[1:])[: room - 1].rstrip() + "…"]


def range_by_unit(answer: Answer) -> dict[tuple[str, str], tuple[float, float]]:
    """Return the range of every panel; panels of shares and of points have one in common."""
    ranges = {}
    for measure in answer.measures:
        found = [
            each
            for other, column in zip(
                answer.measures, zip(*(row.found for row in answer.rows), strict=True), strict=True
            )
            if other.unit == measure.unit and (measure.unit != NUMBER or other is measure)
            for each in column
            if each is not None
        ]
        low = min((each.low for each in found), default=0.0)
        high = max((each.high for each in found), default=1.0)
        if measure.unit == PERCENT:
            low, high = max(low, SHARES[0]), min(high, SHARES[1])
        space = 0.05 * (high - low) or 0.5
        ranges[measure.unit, measure.name] = (low - space, high + space)
    return ranges

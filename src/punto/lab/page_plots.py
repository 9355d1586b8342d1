"""Plots of the page of results, as SVG that takes its colours from the page's theme."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

WIDTH, ROW, LEFT, RIGHT, BOTTOM = 480, 30, 138, 20, 34
"""Narrow enough to be read on a phone, where a plot is scaled down to the screen."""
MAX_TICKS = 6
LABEL_CHARACTERS = 17
COURSE_HEIGHT = 220
MAX_POINTS = 600
"""The most points of a curve; a longer one is thinned out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a plot: a value with its interval, and perhaps a wider one behind it."""

    label: str
    value: float
    low: float
    high: float
    wide: tuple[float, float] | None = None


def interval_plot(
    title: str, bars: Sequence[Bar], bounds: tuple[float, float], mark: float, unit: str
) -> str:
    """Draw values with their intervals, and a dotted line at a mark."""
    height = ROW * len(bars) + BOTTOM + 8
    low, high = bounds
    scale = (WIDTH - LEFT - RIGHT) / (high - low)

    def x(value: float) -> float:
        return LEFT + (min(max(value, low), high) - low) * scale

    parts = [*axis(low, high, x, height, unit)]
    parts.append(f'<path class="mark" d="M{x(mark):.1f} 4V{height - BOTTOM}"/>')
    for number, bar in enumerate(bars):
        y = ROW * number + ROW / 2 + 4
        parts.append(label(bar.label, y))
        if bar.wide is not None:
            parts.append(f'<path class="wide" d="M{x(bar.wide[0]):.1f} {y}H{x(bar.wide[1]):.1f}"/>')
        parts.append(f'<path class="bar" d="M{x(bar.low):.1f} {y}H{x(bar.high):.1f}"/>')
        parts.append(f'<circle class="dot" cx="{x(bar.value):.1f}" cy="{y}" r="5"/>')
    return picture(title, height, parts)


def course_plot(title: str, ratios: Sequence[float], limits: tuple[float, float]) -> str:
    """Draw the ratio of a sequential test after every deal, between its two limits."""
    low = min(*limits, *ratios) - 0.4
    high = max(*limits, *ratios) + 0.4
    height = COURSE_HEIGHT
    bottom = height - BOTTOM

    def x(deal: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * deal / max(len(ratios), 1)

    def y(ratio: float) -> float:
        return 4 + (bottom - 4) * (high - ratio) / (high - low)

    parts = [*axis(0, max(len(ratios), 1), x, height, "")]
    for limit, words in zip(limits, ("accept H0", "accept H1"), strict=True):
        parts.append(f'<path class="mark" d="M{LEFT} {y(limit):.1f}H{WIDTH - RIGHT}"/>')
        parts.append(label(f"{words}: {limit:.2f}", y(limit)))
    parts.append(f'<path class="axis" d="M{LEFT} {y(0):.1f}H{WIDTH - RIGHT}"/>')
    step = -(-len(ratios) // MAX_POINTS) or 1
    shown = [(0, 0.0), *list(enumerate(ratios, start=1))[step - 1 :: step]]
    if ratios and shown[-1][0] != len(ratios):
        shown.append((len(ratios), ratios[-1]))
    points = " ".join(f"{x(deal):.1f},{y(ratio):.1f}" for deal, ratio in shown)
    parts.append(f'<polyline class="curve" points="{points}"/>')
    return picture(title, height, parts)


def axis(
    low: float, high: float, x: Callable[[float], float], height: float, unit: str
) -> list[str]:
    """Draw the horizontal axis with its ticks."""
    bottom = height - BOTTOM
    parts = [f'<path class="axis" d="M{LEFT} {bottom}H{WIDTH - RIGHT}"/>']
    for value in ticks(low, high):
        at = f"{x(value):.1f}"
        text = f"{100 * value:g} %" if unit == "%" else f"{value:g}"
        parts.append(f'<path class="grid" d="M{at} 4V{bottom}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{bottom + 20}">{text}</text>')
    return parts


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers between two bounds."""
    rough = (high - low) / MAX_TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def label(text: str, y: float) -> str:
    """Write the label of a row; a long one is cut, and shown whole under the pointer."""
    short = text if len(text) <= LABEL_CHARACTERS else f"{text[: LABEL_CHARACTERS - 1]}…"
    return (
        f'<text class="label" x="{LEFT - 12}" y="{y + 4:.1f}">{escape(short)}'
        f"<title>{escape(text)}</title></text>"
    )


def picture(title: str, height: float, parts: Sequence[str]) -> str:
    """Put the parts of a plot together; the title is read to those who do not see it."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )

"""The curve of a match: each side's chance to win the round, placement by placement."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import PercentFormatter

from punto.lab.curve_layout import Stretch, apart, place, stretches
from punto.lab.review import Review
from punto.svg.palette import CardPaint, Palette, palette

UNDATED: dict[str, dict[str, None]] = {"svg": {"Date": None}, "png": {"Software": None}}

STYLES = ("-", (0, (4, 1.4)), (0, (1.2, 1.2)), (0, (6, 1.4, 1.2, 1.4)))
"""The lines of the sides, which can be told apart without their colours."""

HEIGHT = 4.2
"""Of the picture, in inches."""
NARROWEST, WIDEST = 7.5, 14.0
INCHES_A_PLY = 0.085
TICKS = 10
CROWDED = 300
"""Placements beyond which ticks are rarer."""
LEAD = 2.5
"""How far, in placements, the name of a side stands from the end of its line."""
NAME_STEP = 0.07


def save(
    review: Review,
    names: Sequence[str],
    path: Path,
    kind: str,
    *,
    theme: str = "light",
    most: int = 5,
) -> None:
    """Draw the curve into a file, as svg or png."""
    with mpl.rc_context():
        mpl.rcdefaults()  # whatever a person likes for other drawings
        mpl.rcParams["svg.fonttype"] = "none"  # words stay words
        mpl.rcParams["svg.hashsalt"] = "punto"  # the same review is the same file
        mpl.rcParams["text.parse_math"] = False  # a $ in a name is a $
        figure = curve(review, names, theme=theme, most=most)
        figure.savefig(path, dpi=150, format=kind, metadata=UNDATED[kind])


def curve(review: Review, names: Sequence[str], *, theme: str = "light", most: int = 5) -> Figure:
    """Draw the chances of the sides, which have these names, and number the turning points."""
    colours, rounds = palette(theme), stretches(review)
    end = rounds[-1].right
    figure = Figure(
        figsize=(min(max(NARROWEST, 1.5 + INCHES_A_PLY * end), WIDEST), HEIGHT),
        facecolor=colours.ground,
        layout="constrained",
    )
    axes = figure.add_subplot()
    furnish(axes, rounds, colours)
    last = list(rounds[-1].chances[-1])
    heights = apart(last, NAME_STEP)
    for side, name in zip(review.match.mode.sides, names, strict=True):
        index, paint = side.number - 1, colours.cards[side.colours[0]]
        for stretch in rounds:
            xs = range(stretch.left, stretch.right + 1)
            draw_line(axes, list(xs), stretch.of(side.number), index, paint)
        draw_line(axes, [end, end + LEAD], [last[index], heights[index]], index, paint)
        axes.text(end + LEAD + 0.7, heights[index], name, va="center", color=colours.ink)
    for number, judgement in enumerate(review.turning_points(most), start=1):
        draw_number(axes, number, place(judgement, rounds), colours)
    return figure


def furnish(axes: Axes, rounds: Sequence[Stretch], colours: Palette) -> None:
    """Draw all but the lines: the ground, the rounds and the scales."""
    axes.set_facecolor(colours.ground)
    axes.spines[:].set_visible(False)
    axes.tick_params(colors=colours.quiet_ink, length=0)
    axes.set_xlim(-1, rounds[-1].right + LEAD)
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    axes.set_ylabel("chance to win the round", color=colours.quiet_ink)
    axes.set_xlabel("cards laid in the round", color=colours.quiet_ink)
    step = TICKS if rounds[-1].right < CROWDED else 2 * TICKS
    ticks = [
        (stretch.left + ply, str(ply))
        for stretch in rounds
        for ply in range(0, len(stretch.chances), step)
    ]
    axes.set_xticks([x for x, _ in ticks], [text for _, text in ticks])
    for stretch in rounds:
        axes.axvspan(stretch.left - 1, stretch.right + 1, color=colours.table, lw=0, zorder=0)
        axes.hlines(
            [0, 0.5, 1], stretch.left - 1, stretch.right + 1, colours.settled, lw=0.5, zorder=1
        )
        middle = (stretch.left + stretch.right) / 2
        axes.text(middle, 1.05, f"Round {stretch.round}", ha="center", color=colours.ink)


def draw_line(
    axes: Axes, xs: Sequence[float], ys: Sequence[float], index: int, paint: CardPaint
) -> None:
    """Draw a side's line in the colour of its cards, edged as they are."""
    edge = withStroke(linewidth=3.2, foreground=paint.edge)
    axes.plot(
        xs,
        ys,
        color=paint.face,
        linestyle=STYLES[index],
        linewidth=2,
        path_effects=[edge],
        dash_capstyle="butt",
        clip_on=False,
        zorder=3,
    )


def draw_number(axes: Axes, number: int, point: tuple[int, float], colours: Palette) -> None:
    """Put the number of a turning point where it lies."""
    axes.annotate(
        str(number),
        point,
        ha="center",
        va="center_baseline",
        fontsize=8,
        color=colours.ground,
        bbox={"boxstyle": "circle,pad=0.25", "facecolor": colours.ink, "linewidth": 0},
        zorder=5,
    )

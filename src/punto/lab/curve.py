"""Draws the curve of a match: each side's chance of winning the round, placement by placement."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from matplotlib.ticker import PercentFormatter

from punto.lab.curve_layout import RoundCurve, lay_out_rounds, point_of, spread_labels
from punto.lab.review import Review
from punto.svg.palette import CardPaint, Palette, palette

UNDATED: dict[str, dict[str, None]] = {"svg": {"Date": None}, "png": {"Software": None}}

STYLES = ("-", (0, (4, 1.4)), (0, (1.2, 1.2)), (0, (6, 1.4, 1.2, 1.4)))
"""Line styles of the sides, so that they differ even without colours."""

HEIGHT_INCHES = 4.2
MIN_WIDTH_INCHES, MAX_WIDTH_INCHES = 7.5, 14.0
INCHES_PER_PLY = 0.085
TICK_PLIES = 10
MANY_PLIES = 300
"""From this length on, ticks are twice as far apart."""
LABEL_OFFSET_PLIES = 2.5
"""Distance between the end of a line and the name of its side."""
MIN_LABEL_DISTANCE = 0.07


def save(
    review: Review,
    names: Sequence[str],
    path: Path,
    kind: str,
    *,
    theme: str = "light",
    max_points: int = 5,
) -> None:
    """Draw the curve into a file, as svg or png, with at most `max_points` turning points."""
    with mpl.rc_context():
        mpl.rcdefaults()  # ignore the user's own matplotlib style
        mpl.rcParams["svg.fonttype"] = "none"  # keep text as text
        mpl.rcParams["svg.hashsalt"] = "punto"  # the same review gives the same file
        mpl.rcParams["text.parse_math"] = False  # a $ in a name is not math
        figure = curve(review, names, theme=theme, max_points=max_points)
        figure.savefig(path, dpi=150, format=kind, metadata=UNDATED[kind])


def curve(
    review: Review, names: Sequence[str], *, theme: str = "light", max_points: int = 5
) -> Figure:
    """Draw the chances of the sides, labelled with `names`, and number the turning points."""
    colours, rounds = palette(theme), lay_out_rounds(review)
    end = rounds[-1].right
    width = min(max(MIN_WIDTH_INCHES, 1.5 + INCHES_PER_PLY * end), MAX_WIDTH_INCHES)
    figure = Figure(
        figsize=(width, HEIGHT_INCHES),
        facecolor=colours.ground,
        layout="constrained",
    )
    axes = figure.add_subplot()
    draw_axes(axes, rounds, colours)
    last = list(rounds[-1].chances[-1])
    heights = spread_labels(last, MIN_LABEL_DISTANCE)
    for side, name in zip(review.match.mode.sides, names, strict=True):
        index, paint = side.number - 1, colours.cards[side.colours[0]]
        for part in rounds:
            xs = range(part.left, part.right + 1)
            draw_line(axes, list(xs), part.of(side.number), index, paint)
        draw_line(
            axes, [end, end + LABEL_OFFSET_PLIES], [last[index], heights[index]], index, paint
        )
        axes.text(
            end + LABEL_OFFSET_PLIES + 0.7, heights[index], name, va="center", color=colours.ink
        )
    for number, judgement in enumerate(review.turning_points(max_points), start=1):
        draw_number(axes, number, point_of(judgement, rounds), colours)
    return figure


def draw_axes(axes: Axes, rounds: Sequence[RoundCurve], colours: Palette) -> None:
    """Draw everything except the lines: background, rounds and scales."""
    axes.set_facecolor(colours.ground)
    axes.spines[:].set_visible(False)
    axes.tick_params(colors=colours.quiet_ink, length=0)
    axes.set_xlim(-1, rounds[-1].right + LABEL_OFFSET_PLIES)
    axes.set_ylim(-0.03, 1.03)
    axes.set_yticks([0, 0.25, 0.5, 0.75, 1])
    axes.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
    axes.set_ylabel("chance of winning the round", color=colours.quiet_ink)
    axes.set_xlabel("cards placed in the round", color=colours.quiet_ink)
    step = TICK_PLIES if rounds[-1].right < MANY_PLIES else 2 * TICK_PLIES
    ticks = [
        (part.left + ply, str(ply)) for part in rounds for ply in range(0, len(part.chances), step)
    ]
    axes.set_xticks([x for x, _ in ticks], [text for _, text in ticks])
    for part in rounds:
        axes.axvspan(part.left - 1, part.right + 1, color=colours.table, lw=0, zorder=0)
        axes.hlines([0, 0.5, 1], part.left - 1, part.right + 1, colours.settled, lw=0.5, zorder=1)
        middle = (part.left + part.right) / 2
        axes.text(middle, 1.05, f"Round {part.round_number}", ha="center", color=colours.ink)


def draw_line(
    axes: Axes, xs: Sequence[float], ys: Sequence[float], index: int, paint: CardPaint
) -> None:
    """Draw a side's line in the colour of its cards, with the same edge."""
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
    """Draw the number of a turning point."""
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

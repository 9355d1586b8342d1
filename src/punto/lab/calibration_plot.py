"""Draws how well chances come true: predicted against won, for each mode."""

from collections.abc import Mapping
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from punto.lab.calibration import Group
from punto.svg.palette import palette

PANEL_INCHES = 2.4
SMALL, LARGE = 3.0, 9.0
"""Sizes of dots: the more predictions, the larger."""


def save_plot(found: Mapping[str, Mapping[int, Group]], path: Path) -> None:
    """Draw a panel for each mode, as svg: dots on the diagonal are predictions that came true."""
    colours = palette("light")
    with mpl.rc_context():
        mpl.rcdefaults()  # ignore the user's own matplotlib style
        mpl.rcParams["svg.fonttype"] = "none"  # keep text as text
        mpl.rcParams["svg.hashsalt"] = "punto"  # the same figures give the same file
        figure = Figure(
            figsize=(PANEL_INCHES * len(found), PANEL_INCHES + 0.5),
            facecolor=colours.ground,
            layout="constrained",
        )
        panels = figure.subplots(1, len(found), sharey=True, squeeze=False)[0]
        for axes, (mode, groups) in zip(panels, found.items(), strict=True):
            axes.set_facecolor(colours.table)
            axes.spines[:].set_visible(False)
            axes.tick_params(colors=colours.quiet_ink, length=0)
            axes.plot([0, 1], [0, 1], color=colours.settled, linewidth=1, zorder=1)
            most = max(each.count for each in groups.values())
            for each in groups.values():
                axes.errorbar(
                    each.said,
                    each.won,
                    yerr=each.error,
                    color=colours.ink,
                    fmt="o",
                    markersize=SMALL + (LARGE - SMALL) * (each.count / most) ** 0.5,
                    linewidth=1,
                    zorder=2,
                )
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(PercentFormatter(1, symbol=" %"))
                axis.set_ticks([0, 0.25, 0.5, 0.75, 1])
            axes.set_aspect("equal")
            axes.set_title(mode, color=colours.ink)
        panels[0].set_ylabel("share won", color=colours.quiet_ink)
        figure.supxlabel("predicted chance", color=colours.quiet_ink, fontsize="medium")
        figure.savefig(path, format="svg", metadata={"Date": None})

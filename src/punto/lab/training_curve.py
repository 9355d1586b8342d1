"""Draws the curve of a training: how far the network was off, over the rounds it played."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from punto.lab.training import Plan
from punto.svg.palette import palette

SIZE_INCHES = (7.5, 4.2)


def save_curve(history: Sequence[dict[str, Any]], plan: Plan, path: Path) -> None:
    """Draw the mean squared error against the rounds played, as svg."""
    colours = palette("light")
    with mpl.rc_context():
        mpl.rcdefaults()  # ignore the user's own matplotlib style
        mpl.rcParams["svg.hashsalt"] = "punto"  # the same training gives the same file
        figure = Figure(figsize=SIZE_INCHES, facecolor=colours.ground, layout="constrained")
        axes = figure.add_subplot(facecolor=colours.ground)
        axes.plot(
            [each["rounds"] for each in history],
            [each["error"] for each in history],
            color=colours.ink,
        )
        axes.axvline(plan.fast_rounds, color=colours.ink, linestyle=":", linewidth=1)
        axes.set_xlabel("rounds")
        axes.set_ylabel("mean squared error")
        axes.set_yscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda rounds, _: f"{rounds:,.0f}"))
        axes.set_title(f"Network for {plan.sides} sides; from the dotted line on, exact next cards")
        figure.savefig(path, format="svg", metadata={"Date": None})

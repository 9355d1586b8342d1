"""Writes the results of an arena as JSON, CSV, plots and a page."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from punto.lab.results import Results
from punto.lab.results_page import to_html
from punto.notation.text_file import write_atomically

JSON, CSV, PAGE = "results.json", "results.csv", "results.html"
PLOTS = ("plot.svg", "plot.png")
INK, PALE, RED = "#1d3557", "#a8bccf", "#c1121f"
STYLE: Any = {"svg.hashsalt": "punto", "text.parse_math": False}
"""The same results give the same file, and a $ in a name is not math."""


def write_report(results: Results, folder: Path) -> None:
    """Write all result files into the folder of the arena."""
    write_atomically(folder / JSON, to_json(results))
    write_atomically(folder / CSV, to_csv(results))
    write_atomically(folder / PAGE, to_html(results))
    for name in PLOTS:
        draw_plot(results, folder / name)


def to_json(results: Results) -> str:
    """Return the results as JSON text."""
    return json.dumps(results.as_json(), indent=2, ensure_ascii=False) + "\n"


def to_csv(results: Results) -> str:
    """Return a CSV line per bot; the time per move comes last."""
    facts = results.as_json()
    rows = [{**bot, **facts["timing"][bot["bot"]]} for bot in facts["bots"]]
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def draw_plot(results: Results, path: Path) -> None:
    """Plot every bot's share with its interval, and behind it the interval without paired decks."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(8, 1.6 + 0.5 * len(results.standings)), layout="constrained")
        axes = figure.add_subplot()
        rows = range(len(results.standings))
        shares = [standing.estimate for standing in results.standings]
        axes.axvline(results.even, color=RED, linewidth=1, linestyle=":", label="equally strong")
        axes.hlines(
            rows,
            [it.unpaired_low for it in shares],
            [it.unpaired_high for it in shares],
            color=PALE,
            linewidth=7,
            label="95 % interval if decks were not paired",
        )
        axes.hlines(
            rows,
            [it.low for it in shares],
            [it.high for it in shares],
            color=INK,
            linewidth=2.5,
            label="95 % interval",
        )
        axes.plot([it.share for it in shares], rows, "o", color=INK)
        names = [standing.bot for standing in results.standings]
        axes.set_yticks(rows, names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1))
        axes.set_xlabel("share of the matches")
        settings = results.settings
        axes.set_title(f"{settings.mode}, {len(results.matches)} matches, seed {settings.seed}")
        for edge in ("top", "right", "left"):
            axes.spines[edge].set_visible(False)
        axes.tick_params(axis="y", length=0)
        figure.legend(loc="outside lower center", ncols=3, frameon=False, fontsize="small")
        half = path.with_name(f"half.{path.name}")
        figure.savefig(half, dpi=150, metadata={"Date": None} if path.suffix == ".svg" else None)
    half.replace(path)

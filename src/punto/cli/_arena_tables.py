"""Prints the results of an arena as tables."""

import sys

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from punto.lab.interval import Estimate
from punto.lab.results import Results

FILE_WIDTH = 200
"""Width of tables that are written to a file or a pipe."""

MAX_FAULTS = 10


def print_tables(results: Results) -> None:
    """Print the standings, the results of each pair, and the faults."""
    console = Console(width=None if sys.stdout.isatty() else FILE_WIDTH, highlight=False)
    console.print(Text(title(results)), "", standings(results), sep="\n", soft_wrap=True)
    console.print("\ntighter: how many times as wide the interval would be without paired decks")
    if len(results.standings) > 2:
        console.print("", "One against one", "", meetings(results), sep="\n")
    console.print("", *map(Text, faults(results)), sep="\n", soft_wrap=True)


def title(results: Results) -> str:
    """Return what was played, in one line."""
    settings, seatings = results.settings, len(results.matches[0].sides)
    sets = "1 set" if len(results.sets) == 1 else f"{len(results.sets)} sets"
    return (
        f"{settings.mode}, seed {settings.seed}: {len(results.matches)} matches on "
        f"{sets} of decks, each played {seatings} times with seats exchanged"
    )


def standings(results: Results) -> Table:
    """Build the table with a line per bot."""
    table = new_table()
    for heading in (
        "matches",
        "wins",
        "share",
        "95 % interval",
        "tighter",
        "rating",
        "ms per move",
    ):
        table.add_column(heading, justify="right")
    for it in results.standings:
        mu, sigma = it.rating
        table.add_row(
            Text(it.bot),
            f"{it.matches}",
            f"{it.wins}",
            f"{100 * it.estimate.share:.1f} %",
            interval(it.estimate),
            f"{it.estimate.tighter:.2f}",
            f"{mu:.1f} ± {2 * sigma:.1f}",
            f"{it.milliseconds:.2f}",
        )
    return table


def new_table() -> Table:
    """Create a table with a line per bot, compact enough for a narrow terminal."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    table.add_column("bot")
    return table


def meetings(results: Results) -> Table:
    """Build the table with the share of each bot against each other bot."""
    table = new_table()
    names = [standing.bot for standing in results.standings]
    met = {(it.bot, it.against): it.estimate for it in results.meetings}
    for name in names:
        table.add_column(Text(name), justify="right")
    for name in names:
        cells = [met.get((name, other)) for other in names]
        shares = (f"{100 * it.share:.1f} % ({interval(it)})" if it else "" for it in cells)
        table.add_row(Text(name), *shares)
    return table


def interval(it: Estimate) -> str:
    """Return an interval in per cent."""
    return f"{100 * it.low:.1f} to {100 * it.high:.1f}"


def faults(results: Results) -> list[str]:
    """List the bots that lost rounds by faults, with the first faults of each."""
    lines = []
    for standing in results.standings:
        mine = [(match, fault) for match, fault in results.faults if fault.bot == standing.bot]
        if mine:
            lines.append(f"{standing.bot}, rounds lost by faults: {len(mine)}")
        for match, fault in mine[:MAX_FAULTS]:
            where = f"{match.records[fault.part - 1]}, round {fault.round}, ply {fault.ply}"
            lines.append(f"  {where}, seat {fault.seat}: {fault.what}")
        if len(mine) > MAX_FAULTS:
            lines.append(f"  and {len(mine) - MAX_FAULTS} more, all in results.json")
    return lines

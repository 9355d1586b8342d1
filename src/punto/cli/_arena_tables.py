"""Prints the results of an arena as tables."""

from collections.abc import Iterator, Sequence

from punto.lab.interval import Estimate
from punto.lab.results import Results
from punto.lab.verdict import sprt_sentence

COLUMN_GAP = "  "
LINE = "\N{BOX DRAWINGS LIGHT HORIZONTAL}"
MAX_FAULTS = 10


def print_tables(results: Results) -> None:
    """Print the standings, the results of each pair, and the faults."""
    print(title(results), "", *table_lines(standings(results)), sep="\n")
    print("\ntighter: how many times as wide the interval would be without paired decks")
    if len(results.standings) > 2:
        print("", "One against one", "", *table_lines(meetings(results)), sep="\n")
    if results.adjudicated:
        print(f"\nadjudicated rounds: {results.adjudicated}")
    print("", *faults(results), sep="\n")
    if results.sprt is not None:
        print(sprt_sentence(results.sprt, results.settings.names[0]))


def table_lines(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table: its first row as the heading, its first column to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for number, (first, *rest) in enumerate(rows):
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield COLUMN_GAP.join((f"{first:<{widths[0]}}", *cells)).rstrip()
        if number == 0:
            yield LINE * (sum(widths) + len(COLUMN_GAP) * (len(widths) - 1))


def title(results: Results) -> str:
    """Return what was played, in one line."""
    settings, seatings = results.settings, len(results.matches[0].sides)
    sets = "1 set" if len(results.sets) == 1 else f"{len(results.sets)} sets"
    return (
        f"{settings.mode}, seed {settings.seed}: {len(results.matches)} matches on "
        f"{sets} of decks, each played {seatings} times with seats exchanged"
    )


def standings(results: Results) -> list[list[str]]:
    """Return the heading and a row for each bot."""
    heading = "bot|matches|wins|share|95 % interval|tighter|Elo|rating|ms per move"
    rows = [heading.split("|")]
    for it in results.standings:
        mu, sigma = it.rating
        rows.append(
            [
                it.bot,
                f"{it.matches}",
                f"{it.wins}",
                f"{100 * it.estimate.share:.1f} %",
                interval(it.estimate),
                f"{it.estimate.tighter:.2f}",
                f"{it.elo.elo:+.0f} ± {it.elo.high - it.elo.elo:.0f}",
                f"{mu:.1f} ± {2 * sigma:.1f}",
                f"{it.milliseconds:.2f}",
            ]
        )
    return rows


def meetings(results: Results) -> list[list[str]]:
    """Return the share of each bot against each other bot, under a heading."""
    names = [standing.bot for standing in results.standings]
    met = {(it.bot, it.against): it.estimate for it in results.meetings}
    rows = [["bot", *names]]
    for name in names:
        cells = [met.get((name, other)) for other in names]
        shares = (f"{100 * it.share:.1f} % ({interval(it)})" if it else "" for it in cells)
        rows.append([name, *shares])
    return rows


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
            where = f"{match.records[fault.part - 1]}, round {fault.round_number}, ply {fault.ply}"
            lines.append(f"  {where}, seat {fault.seat}: {fault.what}")
        if len(mine) > MAX_FAULTS:
            lines.append(f"  and {len(mine) - MAX_FAULTS} more, all in results.json")
    return lines

"""The page of results: one HTML file with tables and plots, which needs no network."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Any

from punto.lab.folder import RECORDS
from punto.lab.interval import Estimate
from punto.lab.page_plots import Bar, course_plot, interval_plot
from punto.lab.results import Results, Standing
from punto.lab.verdict import sprt_sentence

MAX_FAULTS = 200
STYLE = """
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #fbfaf7; --soft: #5b6470;
  --line: #d9d6cc; --blue: #23527c; --pale: #b9cfe2; --red: #b3261e; --good: 35, 120, 70;
  --bad: 179, 38, 30; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e7e1; --paper: #16181b; --soft: #a3abb5;
  --line: #3a3f46; --blue: #8fc1ee; --pale: #35506a; --red: #ff8a80; --good: 90, 190, 130;
  --bad: 255, 120, 110; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 4rem; max-width: 60rem; color: var(--ink);
  background: var(--paper); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p { margin: .5rem 0; max-width: 46rem; } .soft { color: var(--soft); }
.verdict { border-left: 4px solid var(--blue); padding: .25rem 0 .25rem 1rem; font-size: 1.1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .75rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); }
th { color: var(--soft); font-weight: 600; } th:first-child, td:first-child { text-align: left; }
.words td, .words th { text-align: left; white-space: normal; }
small { color: var(--soft); display: block; } a { color: var(--blue); }
svg { display: block; width: 100%; max-width: 32rem; height: auto; overflow: visible; }
svg text { fill: var(--ink); font: 14px system-ui, sans-serif; }
.label { text-anchor: end; } svg .tick { text-anchor: middle; fill: var(--soft); }
.axis { stroke: var(--soft); fill: none; } .grid { stroke: var(--line); fill: none; }
.mark { stroke: var(--red); stroke-dasharray: 2 4; stroke-width: 2; fill: none; }
.bar { stroke: var(--blue); stroke-width: 3; } .wide { stroke: var(--pale); stroke-width: 10; }
.dot { fill: var(--blue); } .curve { stroke: var(--blue); stroke-width: 2; fill: none; }
@media print { body { max-width: none; } }
"""

Row = Sequence[str]
"""Cells of a table, in HTML."""


def to_html(results: Results) -> str:
    """Write the page."""
    settings = results.settings
    title = escape(" · ".join(standing.bot for standing in results.standings))
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>Punto arena: {title}</title><style>{STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            f'<p class="soft">Punto arena, {settings.mode}, {escape(settings.edition)}, '
            f"{len(results.matches)} matches on {len(results.sets)} sets of decks, "
            f"seed {settings.seed}</p>",
            *test_section(results),
            *standings_section(results),
            *plots_section(results),
            *meetings_section(results),
            *faults_section(results),
            *settings_section(results),
            "</body></html>\n",
        ]
    )


def test_section(results: Results) -> Iterator[str]:
    """Show the decision of the sequential test, and plot how it got there."""
    course = results.sprt
    if course is None:
        return
    name = results.settings.names[0]
    yield "<h2>Sequential test</h2>"
    yield f'<p class="verdict">{escape(sprt_sentence(course, name))}</p>'
    yield course_plot(
        "logarithm of the likelihood ratio after each deal", course.ratios, course.test.limits
    )
    yield '<p class="soft">Logarithm of the likelihood ratio after each deal.</p>'


def standings_section(results: Results) -> Iterator[str]:
    """Show the table of all bots."""
    heading = "bot|matches|wins|share|95 % interval|Elo|95 % interval|rating|ms per move"
    rows = [[*standing_cells(it)] for it in results.standings]
    if any(it.simulations for it in results.standings):
        heading += "|simulations per move"
        for row, it in zip(rows, results.standings, strict=True):
            row.append(f"{it.simulations_a_move:,.0f}")
    yield "<h2>Standings</h2>"
    yield table(heading.split("|"), rows)
    yield (
        '<p class="soft">Elo: a Bradley-Terry fit of all matches together, relative to the average '
        "of these bots. Rating: by openskill, match after match, ± two standard deviations.</p>"
    )
    if results.adjudicated:
        yield f"<p>{results.adjudicated} rounds were adjudicated.</p>"


def standing_cells(it: Standing) -> Iterator[str]:
    """Return the cells of a bot."""
    mu, sigma = it.rating
    yield escape(it.bot)
    yield f"{it.matches}"
    yield f"{it.wins}"
    yield f"{100 * it.estimate.share:.1f} %"
    yield interval_text(it.estimate)
    yield f"{it.elo.elo:+.0f}"
    yield f"{it.elo.low:+.0f} to {it.elo.high:+.0f}"
    yield f"{mu:.1f} ± {2 * sigma:.1f}"
    yield f"{it.milliseconds:.2f}"


def plots_section(results: Results) -> Iterator[str]:
    """Draw shares and Elo with their intervals."""
    shares = [
        Bar(
            it.bot,
            it.estimate.share,
            it.estimate.low,
            it.estimate.high,
            (it.estimate.unpaired_low, it.estimate.unpaired_high),
        )
        for it in results.standings
    ]
    yield "<h2>Share of the matches</h2>"
    yield interval_plot("share of the matches", shares, (0.0, 1.0), results.even, "%")
    yield (
        '<p class="soft">Thin line: 95 % interval; wide line behind it: what it would be without '
        "paired decks; dotted: equally strong.</p>"
    )
    elos = [Bar(it.bot, it.elo.elo, it.elo.low, it.elo.high) for it in results.standings]
    low, high = min(it.low for it in elos), max(it.high for it in elos)
    room = max(10.0, (high - low) / 20)
    yield "<h2>Elo</h2>"
    yield interval_plot("Elo with 95 % intervals", elos, (low - room, high + room), 0.0, "")


def meetings_section(results: Results) -> Iterator[str]:
    """Show the share of each bot against each other bot, green above one half and red below."""
    names = [standing.bot for standing in results.standings]
    if len(names) < 3:
        return
    met = {(it.bot, it.against): it.estimate for it in results.meetings}
    yield "<h2>One against one</h2>"
    rows = ([escape(name), *(met_cell(met.get((name, it))) for it in names)] for name in names)
    yield table(["", *map(escape, names)], rows)
    yield '<p class="soft">Share of the bot in the row against the bot in the column.</p>'


def met_cell(it: Estimate | None) -> str:
    """Write a share with its interval; the colour says who is ahead, and how clearly."""
    if it is None:
        return ""
    words = f"{100 * it.share:.1f} %<small>{interval_text(it)}</small>"
    if it.share == 0.5:
        return words
    colour, clearly = ("good", it.low - 0.5) if it.share > 0.5 else ("bad", 0.5 - it.high)
    shade = f"rgba(var(--{colour}), {max(0.08, min(0.5, 0.15 + clearly)):.2f})"
    return f'<div style="background: {shade}; padding: .2rem .5rem">{words}</div>'


def faults_section(results: Results) -> Iterator[str]:
    """List the rounds that bots lost by faults, with links to their records."""
    if not results.faults:
        return
    yield f"<h2>Rounds lost by faults: {len(results.faults)}</h2>"
    rows = []
    for match, fault in results.faults[:MAX_FAULTS]:
        record = escape(match.records[fault.part - 1])
        link = f'<a href="{RECORDS}/{record}">{record}</a>'
        where = f"round {fault.round_number}, ply {fault.ply}, seat {fault.seat}"
        rows.append([escape(fault.bot), link, where, escape(fault.what)])
    yield table(["bot", "record", "where", "what"], rows, "words")
    if len(results.faults) > MAX_FAULTS:
        yield f"<p>The first {MAX_FAULTS}; all are in results.json.</p>"


def settings_section(results: Results) -> Iterator[str]:
    """Show everything that determines the results."""
    facts: dict[str, Any] = results.settings.as_json()
    facts["bots"] = ", ".join(facts["bots"])
    rows = [[escape(name.replace("_", " ")), escape(setting(it))] for name, it in facts.items()]
    yield "<h2>Settings</h2>"
    yield table(["setting", "value"], rows, "words")
    yield (
        f'<p><a href="{RECORDS}/">All records</a> · <a href="results.json">results.json</a> · '
        '<a href="results.csv">results.csv</a></p>'
    )


def setting(value: object) -> str:
    """Write the value of a setting."""
    return "none" if value is None else str(value)


def table(heading: Sequence[str], rows: Iterable[Row], kind: str = "") -> str:
    """Write a table, which scrolls sideways on a narrow screen."""
    head = "".join(f'<th scope="col">{cell}</th>' for cell in heading)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll" tabindex="0"><table class="{kind}"><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def interval_text(it: Estimate) -> str:
    """Write an interval in per cent."""
    return f"{100 * it.low:.1f} to {100 * it.high:.1f}"

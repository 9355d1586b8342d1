"""What happens in a match, in sentences: the same that the page says."""

from collections.abc import Sequence

from punto import words
from punto.cli.language import card_name, colour_name, language, say
from punto.rules.card import Card
from punto.rules.ending import RoundEnd
from punto.rules.facts import Colour, Edition, Mode
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.rules.table import Run


def side_name(mode: Mode, side: int, names: Sequence[str]) -> str:
    """Name a side by its players."""
    first, *partner = (names[seat - 1] for seat in mode.sides[side - 1].seats)
    return say("pair", first=first, second=partner[0]) if partner else first


def bot_name(name: str) -> str:
    """Name a bot as the page does, where the catalogue knows it: `hard 2` is Schwer 2."""
    bot, space, number = name.partition(" ")
    key = f"bot.{bot}"
    return f"{say(key)}{space}{number}" if words.has(key, language()) else name


def introduction(match: Match, names: Sequence[str]) -> str:
    """Say who plays with which colours, and what wins."""
    mode = match.mode
    sides = ", ".join(
        f"{side_name(mode, side.number, names)} ({colours_in_words(side.colours)})"
        for side in mode.sides
    )
    if mode.neutral is not None:
        sides += f", {say('play.nobody')} ({colours_in_words([mode.neutral])})"
    return "\n".join(
        (
            f"{sides}.",
            say(f"mode.{mode.name}.needs"),
            f"{edition_name(match.edition)}. {say('replay.first_to', count=match.rounds_to_win)}.",
        )
    )


def colours_in_words(colours: Sequence[Colour]) -> str:
    """Name colours, each behind the letter that stands for it on the table."""
    return ", ".join(f"{it.letter} {colour_name(it)}" for it in colours)


def edition_name(edition: Edition) -> str:
    """Name an edition."""
    return say(f"replay.edition.{edition.name}")


def move_in_words(placement: Placement, below: Card | None, names: Sequence[str]) -> str:
    """Tell a move."""
    values = {
        "name": names[placement.seat - 1],
        "card": card_name(placement.card),
        "cell": str(placement.cell),
    }
    if below is None:
        return say("tell.puts", **values)
    return say("tell.covers", **values, below=card_name(below))


def score_in_words(mode: Mode, wins: Sequence[int], names: Sequence[str]) -> str:
    """Say how many rounds each side has won."""
    score = ", ".join(
        f"{side_name(mode, side, names)} ({won})" for side, won in enumerate(wins, start=1)
    )
    return say("over.score", score=score)


def end_in_words(mode: Mode, edition: Edition, end: RoundEnd, names: Sequence[str]) -> str:
    """Explain why a round is over, who won it, and which card leaves the match."""
    verdict = verdict_in_words(mode, edition, end, names)
    removed = [say("tell.removed", card=card_name(end.removed))] if end.removed else []
    if end.kind == "line":
        runs = ", ".join(map(run_in_words, end.runs[(end.winner or 1) - 1]))
        return "\n".join((verdict, f"{runs}.", *removed))
    name = names[end.seat - 1]
    stuck = (
        say("tell.empty", name=name)
        if end.stuck is None
        else say("tell.stuck", name=name, card=card_name(end.stuck))
    )
    counts = ", ".join(
        f"{side_name(mode, side, names)}: {count_in_words(runs)}"
        for side, runs in enumerate(end.runs, start=1)
    )
    return "\n".join((stuck, f"{counts}.", verdict, *removed))


def verdict_in_words(mode: Mode, edition: Edition, end: RoundEnd, names: Sequence[str]) -> str:
    """Say who won a round, and by what."""
    if end.winner is None:
        return say("verdict.draw.tie" if any(end.runs) else "verdict.draw.none")
    name, own = side_name(mode, end.winner, names), end.runs[end.winner - 1]
    if end.kind == "line":
        return say("verdict.line", name=name, cards=max(len(run.cells) for run in own))
    others = [runs for side, runs in enumerate(end.runs, start=1) if side != end.winner]
    measure = sum if edition.tie == "total" else min
    ties = [measure(run.points for run in runs) for runs in others if len(runs) == len(own)]
    if ties:
        points = measure(run.points for run in own)
        return say("verdict.points", name=name, points=points, other=min(ties))
    return say("verdict.rows", name=name, count=len(own), other=max(map(len, others)))


def count_in_words(runs: Sequence[Run]) -> str:
    """Count runs, with the points of each."""
    points = ", ".join(str(run.points) for run in runs)
    return say("end.rows", count=len(runs)) + (f" ({points})" if runs else "")


def run_in_words(run: Run) -> str:
    """Name the cards of a run and where it lies."""
    return f"{' '.join(map(str, run.cards))}, {run.cells[0]}-{run.cells[-1]}"

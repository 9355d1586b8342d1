"""Sentences about a match: the same that the page uses."""

from collections.abc import Sequence

from punto import words
from punto.cli._language import card_name, colour_name, language, say
from punto.rules.card import Card
from punto.rules.editions import Edition
from punto.rules.ending import RoundEnd
from punto.rules.facts import Colour, Mode
from punto.rules.match import Match
from punto.rules.round import Placement
from punto.rules.table import Run


def side_name(mode: Mode, side: int, names: Sequence[str]) -> str:
    """Return the names of the players of a side, such as Ada and Ben."""
    first, *partner = (names[seat - 1] for seat in mode.sides[side - 1].seats)
    return say("pair", first=first, second=partner[0]) if partner else first


def bot_name(name: str) -> str:
    """Return the name of a bot in the reader's language, if there is one: `hard 2` is Schwer 2."""
    bot, space, number = name.partition(" ")
    key = f"bot.{bot}"
    return f"{say(key)}{space}{number}" if words.has(key, language()) else name


def describe_match(match: Match, names: Sequence[str]) -> str:
    """Describe who plays with which colours, and what wins."""
    mode = match.mode
    sides = ", ".join(
        f"{side_name(mode, side.number, names)} ({list_colours(side.colours)})"
        for side in mode.sides
    )
    if mode.neutral is not None:
        sides += f", {say('play.nobody')} ({list_colours([mode.neutral])})"
    lines = [
        f"{sides}.",
        say(f"mode.{mode.name}.needs"),
        f"{edition_name(match.edition)}. {say('replay.first_to', count=match.rounds_to_win)}.",
    ]
    if match.options.handicap:
        lines.append(describe_handicap(mode, match.handicap_cards, names))
    return "\n".join(lines)


def describe_handicap(
    mode: Mode, gone: Sequence[Sequence[Card]], names: Sequence[str] | None
) -> str:
    """Describe which cards the sides go without by their handicap; without names by colours."""
    sides = ", ".join(
        f"{side_name(mode, side.number, names) if names else list_colours(side.colours)}"
        f" ({' '.join(map(str, cards))})"
        for side, cards in zip(mode.sides, gone, strict=True)
        if cards
    )
    return f"{say('handicap.title')}: {sides}."


def list_colours(colours: Sequence[Colour]) -> str:
    """List colours, each after the letter that stands for it on the table."""
    return ", ".join(f"{it.letter} {colour_name(it)}" for it in colours)


def edition_name(edition: Edition) -> str:
    """Return the name of an edition."""
    return say(f"replay.edition.{edition.name}")


def describe_move(placement: Placement, below: Card | None, names: Sequence[str]) -> str:
    """Describe a move."""
    values = {
        "name": names[placement.seat - 1],
        "card": card_name(placement.card),
        "cell": str(placement.cell),
    }
    if below is None:
        return say("tell.puts", **values)
    return say("tell.covers", **values, below=card_name(below))


def describe_score(mode: Mode, wins: Sequence[int], names: Sequence[str]) -> str:
    """Describe how many rounds each side has won."""
    score = ", ".join(
        f"{side_name(mode, side, names)} ({won})" for side, won in enumerate(wins, start=1)
    )
    return say("over.score", score=score)


def describe_end(mode: Mode, edition: Edition, end: RoundEnd, names: Sequence[str]) -> str:
    """Describe why a round is over, who won it, and which card leaves the match."""
    verdict = describe_verdict(mode, edition, end, names)
    removed = [say("tell.removed", card=card_name(end.removed))] if end.removed else []
    if end.kind == "line":
        runs = ", ".join(map(describe_run, end.runs[(end.winner or 1) - 1]))
        return "\n".join((verdict, f"{runs}.", *removed))
    name = names[end.seat - 1]
    stuck = (
        say("tell.empty", name=name)
        if end.stuck is None
        else say("tell.stuck", name=name, card=card_name(end.stuck))
    )
    counts = ", ".join(
        f"{side_name(mode, side, names)}: {describe_count(runs)}"
        for side, runs in enumerate(end.runs, start=1)
    )
    return "\n".join((stuck, f"{counts}.", verdict, *removed))


def describe_verdict(mode: Mode, edition: Edition, end: RoundEnd, names: Sequence[str]) -> str:
    """Describe who won a round, and by what."""
    if end.winner is None:
        return say("verdict.draw.tie" if any(end.runs) else "verdict.draw.none")
    name, own = side_name(mode, end.winner, names), end.runs[end.winner - 1]
    people = len(mode.sides[end.winner - 1].seats)
    if end.kind == "line":
        cards = max(len(run.cells) for run in own)
        return say("verdict.line", count=people, name=name, cards=cards)
    others = [runs for side, runs in enumerate(end.runs, start=1) if side != end.winner]
    tied = [runs for runs in others if len(runs) == len(own)]
    ties = [edition.tie_points(run.points for run in runs) for runs in tied]
    if ties:
        points = edition.tie_points(run.points for run in own)
        return say("verdict.points", count=people, name=name, points=points, other=min(ties))
    rows = say("end.rows", count=len(own))
    return say("verdict.rows", count=people, name=name, rows=rows, other=max(map(len, others)))


def describe_count(runs: Sequence[Run]) -> str:
    """Describe the number of runs, with the points of each."""
    points = ", ".join(str(run.points) for run in runs)
    return say("end.rows", count=len(runs)) + (f" ({points})" if runs else "")


def describe_run(run: Run) -> str:
    """Describe a run by its cards and its first and last cell."""
    return f"{' '.join(map(str, run.cards))}, {run.cells[0]}-{run.cells[-1]}"


def describe_result(
    mode: Mode, names: Sequence[str], how: str, winner: int | None, seat: int | None = None
) -> str:
    """Describe how a match ended; `seat` is the one that gave up."""
    loser = "" if seat is None else side_name(mode, mode.side_of(seat).number, names)
    if how == "abandoned" and loser:
        return f"{say('over.abandoned', loser=loser)}."
    if how == "agreed" or winner is None:
        return f"{say('over.agreed' if how == 'agreed' else 'over.title')}."
    people, won = len(mode.sides[winner - 1].seats), side_name(mode, winner, names)
    if how == "resigned" and loser:
        return f"{say('over.resigned', count=people, loser=loser, winner=won)}."
    return f"{say('over.won', count=people, winner=won)}."

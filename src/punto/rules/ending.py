"""How a round ends, who wins it, and the score that follows."""

from dataclasses import dataclass
from typing import Literal

from punto.rules.card import Card
from punto.rules.editions import Edition
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import SPAN, Mode, Side
from punto.rules.options import Options
from punto.rules.table import Run, Table

Kind = Literal["line", "stalemate", "draw"]


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """How a round ended, and why."""

    kind: Kind
    seat: int
    """The seat that completed the line, or could not play."""
    winner: int | None
    """The side that won the round; None after a draw."""
    removed: Card | None
    """The card that the winner takes out of the match, if any."""
    runs: tuple[tuple[Run, ...], ...]
    """For each side, after a line the runs completed, else its counted runs by ascending points."""
    stuck: Card | None = None
    """The card that had no legal cell; None if the deck was empty or the card is unknown."""


def end_by_line(mode: Mode, table: Table, seat: int) -> RoundEnd:
    """Award the round to the side of the seat that just completed one or more lines."""
    winner = mode.side_of(seat)
    assert table.last is not None
    completed = tuple(table.runs_through(table.last, mode.line))
    return RoundEnd(
        "line",
        seat,
        winner.number,
        dearest(completed),
        tuple(completed if side is winner else () for side in mode.sides),
    )


def end_by_stalemate(
    mode: Mode, edition: Edition, options: Options, table: Table, seat: int, stuck: Card | None
) -> RoundEnd:
    """Count the runs when `seat` cannot play, and award the round if one side is ahead."""
    runs = tuple(counted_runs(mode, table, side) for side in mode.sides)
    winner = best_side(edition, runs)
    if winner is None:
        return RoundEnd("draw", seat, None, None, runs, stuck)
    removed = dearest(runs[winner - 1]) if options.stalemate_removes else None
    return RoundEnd("stalemate", seat, winner, removed, runs, stuck)


def finished_lines(mode: Mode, table: Table) -> list[Run]:
    """List all runs on the table that are lines; the neutral colour has none."""
    return [
        run
        for side in mode.sides
        for colour in side.colours
        for length in range(mode.line, SPAN + 1)
        for run in table.runs(colour, length)
    ]


def counted_runs(mode: Mode, table: Table, side: Side) -> tuple[Run, ...]:
    """List a side's runs of exactly one card less than a line, by ascending points."""
    runs = (run for colour in side.colours for run in table.runs(colour, mode.line - 1))
    return tuple(sorted(runs, key=lambda run: (run.points, run.cells)))


def best_side(edition: Edition, runs: tuple[tuple[Run, ...], ...]) -> int | None:
    """Return the side with the most runs, on a tie with the fewest points; None is a draw."""
    standings = [
        (-len(own), edition.tie_points(run.points for run in own), side)
        for side, own in enumerate(runs, start=1)
        if own
    ]
    standings.sort()
    if not standings or (len(standings) > 1 and standings[0][:2] == standings[1][:2]):
        return None
    return standings[0][2]


def dearest(runs: tuple[Run, ...]) -> Card:
    """Return the card with the most points in these runs, on a tie the first in R O B G."""
    return min((card for run in runs for card in run.cards), key=lambda card: (-card.value, card))


def next_start(mode: Mode, edition: Edition, end: RoundEnd) -> int:
    """Return the seat that starts the next round."""
    after_winner = end.kind == "stalemate" and edition.starter == "winner" and not mode.is_teams
    return mode.after(end.winner if after_winner and end.winner else end.seat)


@dataclass(frozen=True, slots=True)
class Score:
    """For each side: the rounds it won, and the cards that left the match with it."""

    wins: tuple[int, ...]
    removed: tuple[tuple[Card, ...], ...]

    @classmethod
    def at_start(cls, mode: Mode) -> "Score":
        """Return the score before the first round."""
        return cls((0,) * len(mode.sides), ((),) * len(mode.sides))

    def after(self, end: RoundEnd) -> "Score":
        """Return the score after a round that ended like this."""
        if end.winner is None:
            return self
        wins, removed = list(self.wins), list(self.removed)
        wins[end.winner - 1] += 1
        if end.removed is not None:
            removed[end.winner - 1] = (*removed[end.winner - 1], end.removed)
        return Score(tuple(wins), tuple(removed))

    def winner(self, rounds_to_win: int) -> int | None:
        """Return the side that has won the match, if any."""
        best = max(self.wins)
        return self.wins.index(best) + 1 if best >= rounds_to_win else None


def check_no_line(mode: Mode, table: Table) -> None:
    """Refuse a table with a finished line, which would have ended the round."""
    lines = ", ".join(map(str, finished_lines(mode, table)))
    if lines:
        expected = f"no finished line in {mode.name}"
        raise UnreadableError("table", expected=expected, came=Words(lines))

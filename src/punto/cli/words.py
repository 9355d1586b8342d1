"""What happens in a match, in English sentences."""

from collections.abc import Sequence

from punto.rules.ending import RoundEnd
from punto.rules.facts import Colour, Mode
from punto.rules.match import Match
from punto.rules.run import Run


def side_name(mode: Mode, side: int, names: Sequence[str]) -> str:
    """Name a side by its players."""
    return " and ".join(names[seat - 1] for seat in mode.sides[side - 1].seats)


def introduction(match: Match, names: Sequence[str]) -> str:
    """Say who plays with which colours, and what wins."""
    mode = match.mode
    sides = ", ".join(
        f"{side_name(mode, side.number, names)} ({colours_in_words(side.colours)})"
        for side in mode.sides
    )
    neutral = "" if mode.neutral is None else f" {mode.neutral.name.capitalize()} is nobody's."
    return (
        f"{sides}.{neutral}\n{mode.line} of a colour in a row win a round, {match.rounds_to_win} "
        f"{'round wins' if match.rounds_to_win == 1 else 'rounds win'} the match "
        f"(edition {match.edition.name})."
    )


def colours_in_words(colours: Sequence[Colour]) -> str:
    """Name colours."""
    return " and ".join(colour.name.lower() for colour in colours)


def end_in_words(mode: Mode, end: RoundEnd, names: Sequence[str]) -> str:
    """Explain why a round is over, who won it, and with which card."""
    if end.kind == "line":
        runs = " and ".join(map(run_in_words, end.runs[(end.winner or 1) - 1]))
        return f"{names[end.seat - 1]} completes a line: {runs}. {takes_out(mode, end, names)}"
    why = f"no place for {end.stuck}" if end.stuck is not None else "nothing to play"
    counts = ", ".join(
        f"{side_name(mode, side, names)} {count_in_words(runs)}"
        for side, runs in enumerate(end.runs, start=1)
    )
    outcome = "A draw." if end.winner is None else takes_out(mode, end, names)
    return f"{names[end.seat - 1]} has {why}. Rows of {mode.line - 1}: {counts}. {outcome}"


def takes_out(mode: Mode, end: RoundEnd, names: Sequence[str]) -> str:
    """Say who won a round, and which card leaves with it."""
    winner = side_name(mode, end.winner or 1, names)
    return f"{winner} wins the round and takes {end.removed} out."


def count_in_words(runs: Sequence[Run]) -> str:
    """Count runs, with their points."""
    points = " and ".join(str(run.points) for run in runs)
    return f"{len(runs)} ({points} points)" if runs else "none"


def run_in_words(run: Run) -> str:
    """Name the cards of a run and where it lies."""
    return f"{' '.join(map(str, run.cards))} from {run.cells[0]} to {run.cells[-1]}"

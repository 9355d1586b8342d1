"""What is kept of every round that the study played: one line of JSON for each deal."""

import json
from dataclasses import astuple, dataclass
from typing import Any

from punto.rules.card import Card
from punto.rules.round import Round


@dataclass(frozen=True, slots=True)
class Play:
    """One round that was played; cells and cards are texts of two or three characters each."""

    label: str
    """What distinguishes it from the other plays of its deal, if its players and start do not."""
    start: int
    players: tuple[str, ...]
    """Who plays each side."""
    cells: tuple[str, ...]
    """Where cards were placed, in order of play."""
    end: str
    """How it ended: line, stalemate or draw."""
    winner: int
    """The side that won; 0 after a draw."""
    removed: str
    """The card that the winner takes out of the match; empty if none."""
    row: tuple[str, ...]
    """After a line, the cells of the first row that was completed."""
    runs: tuple[tuple[int, ...], ...]
    """After a stalemate or draw, for each side the points of its counted rows."""

    @classmethod
    def of(cls, round_: Round, players: tuple[str, ...], label: str = "") -> "Play":
        """Keep a round that has ended."""
        end = round_.end
        assert end is not None
        is_line = end.kind == "line"
        completed = [run for runs in end.runs for run in runs] if is_line else []
        return cls(
            label,
            round_.start,
            players,
            tuple(str(placement.cell) for placement in round_.placements),
            end.kind,
            end.winner or 0,
            "" if end.removed is None else str(end.removed),
            tuple(str(cell) for cell in completed[0].cells) if completed else (),
            () if is_line else tuple(tuple(run.points for run in runs) for runs in end.runs),
        )

    def score(self, side: int) -> float:
        """Return what a side scored, from 1: a win is worth 1, and a draw is shared equally."""
        return 1 / len(self.players) if self.winner == 0 else float(self.winner == side)

    def order(self, side: int) -> int:
        """Return when a side has its first turn: 0 for the side that starts."""
        sides = len(self.players)
        return (side - self.start) % sides


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal, and all rounds that were played with it."""

    number: int
    decks: tuple[str, ...]
    """The cards of each seat, the top card first; empty in series of whole matches."""
    plays: tuple[Play, ...]

    def cards(self, seat: int) -> list[Card]:
        """Return the deck of a seat."""
        return [Card(name) for name in self.decks[seat - 1].split()]

    def to_line(self) -> str:
        """Write it as one line of JSON."""
        plays = [astuple(play) for play in self.plays]
        facts = [self.number, self.decks, plays]
        return json.dumps(facts, separators=(",", ":")) + "\n"

    @classmethod
    def from_line(cls, line: str | bytes) -> "Deal":
        """Read what `to_line` wrote."""
        number, decks, plays = json.loads(line)
        return cls(number, tuple(decks), tuple(Play(*map(as_tuple, play)) for play in plays))


def as_tuple(value: Any) -> Any:
    """Turn the lists of JSON into tuples."""
    return tuple(map(as_tuple, value)) if isinstance(value, list) else value

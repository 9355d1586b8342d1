"""The score of a match between rounds."""

from dataclasses import dataclass

from punto.rules.card import Card
from punto.rules.ending import RoundEnd
from punto.rules.facts import Mode


@dataclass(frozen=True, slots=True)
class Score:
    """For each side: the rounds it won, and the cards that left the match with it."""

    wins: tuple[int, ...]
    removed: tuple[tuple[Card, ...], ...]

    @classmethod
    def at_start(cls, mode: Mode) -> "Score":
        """Nobody has won anything yet."""
        return cls((0,) * len(mode.sides), ((),) * len(mode.sides))

    def after(self, end: RoundEnd) -> "Score":
        """Add the round that ended so."""
        if end.winner is None or end.removed is None:
            return self
        wins, removed = list(self.wins), list(self.removed)
        wins[end.winner - 1] += 1
        removed[end.winner - 1] = (*removed[end.winner - 1], end.removed)
        return Score(tuple(wins), tuple(removed))

    def winner(self, rounds_to_win: int) -> int | None:
        """Find the side that has won the match."""
        best = max(self.wins)
        return self.wins.index(best) + 1 if best >= rounds_to_win else None

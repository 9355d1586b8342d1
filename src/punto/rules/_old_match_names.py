"""Old names of a match's attributes, which still work with a warning."""

from punto.rules._dealt_rounds import DealtRounds
from punto.rules.card import Card
from punto.rules.deprecation import deprecated


class OldMatchNames(DealtRounds):
    """What `Match` was asked for before version 0.2."""

    @property
    def number(self) -> int:
        """The old name of `round_number`."""
        deprecated("Match.number", "round_number")
        return self.round_number

    @property
    def wins(self) -> dict[int, int]:
        """The old way to `score.wins`."""
        deprecated("Match.wins", "match.score.wins, a tuple of a number for each side")
        return dict(enumerate(self.score.wins, start=1))

    @property
    def removed(self) -> dict[int, tuple[Card, ...]]:
        """The old way to `score.removed`."""
        deprecated("Match.removed", "match.score.removed, a tuple of the cards of each side")
        return dict(enumerate(self.score.removed, start=1))

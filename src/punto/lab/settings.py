"""What is asked of an arena: who plays, how, and how often."""

from collections.abc import Sequence
from dataclasses import dataclass

from punto.bots import bot_named
from punto.notation.tags import Tag, check_tag
from punto.rules.errors import UnreadableError
from punto.rules.facts import (
    DEFAULT_EDITION,
    DEFAULT_ROUNDS_TO_WIN,
    ROUNDS_TO_WIN,
    edition_named,
    mode_named,
)

MOST_BOTS = 32
MOST_MATCHES = 99_999
LONGEST_TIMEOUT = 3600.0


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the results of an arena follow from."""

    bots: tuple[str, ...]
    mode: str = "2p"
    edition: str = DEFAULT_EDITION
    rounds_to_win: int = DEFAULT_ROUNDS_TO_WIN
    matches: int = 100
    """How many matches each line-up plays at least."""
    seed: int = 1
    timeout: float = 10.0
    """After how many seconds a bot that has not answered loses the round."""

    def __post_init__(self) -> None:
        check_bots(self.bots)
        mode_named(self.mode)
        edition_named(self.edition)
        if self.rounds_to_win not in ROUNDS_TO_WIN:
            raise UnreadableError("rounds to win", expected="1 to 9", came=self.rounds_to_win)
        if not 1 <= self.matches <= MOST_MATCHES:
            raise UnreadableError("matches", expected=f"1 to {MOST_MATCHES}", came=self.matches)
        if not 0 < self.timeout <= LONGEST_TIMEOUT:
            expected = f"above 0 and at most {LONGEST_TIMEOUT:g} seconds"
            raise UnreadableError("timeout", expected=expected, came=self.timeout)


def check_bots(names: Sequence[str]) -> None:
    """Refuse bots that do not exist, that are named twice, or that no record could name."""
    if not 2 <= len(names) <= MOST_BOTS:
        raise UnreadableError("bots", expected=f"2 to {MOST_BOTS} of them", came=len(names))
    for place, name in enumerate(names):
        check_tag(Tag("Seat1", bot_named(name).name), "name")
        if name in names[:place]:
            raise UnreadableError("bots", expected="each of them once", came=name)

"""The settings of an arena: who plays, by which rules, and how often."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from punto.bots import Bot, load_bot
from punto.engine.network import network_for
from punto.lab.opening import check_openings, digest_of
from punto.notation.tags import Tag, check_tag
from punto.rules.editions import DEFAULT_EDITION, edition_named
from punto.rules.errors import UnreadableError
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, ROUNDS_TO_WIN, mode_named

MAX_BOTS = 32
MAX_MATCHES = 99_999
MAX_TIMEOUT_SECONDS = 3600.0
MIN_ADJUDICATED = 0.6
"""A lower chance is lost too often to end a round by it."""

ROUND_ROBIN, GAUNTLET = "round-robin", "gauntlet"
TOURNAMENTS = (ROUND_ROBIN, GAUNTLET)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that determines the results of an arena."""

    bots: tuple[str | Bot, ...]
    """Each by its name, by its place as `load_bot` takes it, or as a Bot of your own."""
    mode: str = "2p"
    edition: str = DEFAULT_EDITION
    rounds_to_win: int = DEFAULT_ROUNDS_TO_WIN
    matches: int = 100
    """Minimum number of matches per line-up."""
    seed: int = 1
    timeout: float = 10.0
    """Seconds after which a bot that has not answered loses the round."""
    tournament: str = ROUND_ROBIN
    """Who meets whom: everybody everybody else, or in a gauntlet the first bot all others."""
    openings: tuple[str, ...] = ()
    """Positions from which matches begin, each with a set of decks of its own, over and over."""
    adjudicate: float | None = None
    """The chance from which on a side is given the round; None lets every round end by itself."""

    def __post_init__(self) -> None:
        check_names([bot.name for bot in self.load_bots()])
        mode_named(self.mode)
        edition_named(self.edition)
        if self.rounds_to_win not in ROUNDS_TO_WIN:
            raise UnreadableError("rounds to win", expected="1 to 9", came=self.rounds_to_win)
        if not 1 <= self.matches <= MAX_MATCHES:
            raise UnreadableError("matches", expected=f"1 to {MAX_MATCHES}", came=self.matches)
        if not 0 < self.timeout <= MAX_TIMEOUT_SECONDS:
            expected = f"more than 0 and at most {MAX_TIMEOUT_SECONDS:g} seconds"
            raise UnreadableError("timeout", expected=expected, came=self.timeout)
        if self.tournament not in TOURNAMENTS:
            raise UnreadableError(
                "tournament", expected=f"one of {', '.join(TOURNAMENTS)}", came=self.tournament
            )
        if self.adjudicate is not None and not MIN_ADJUDICATED <= self.adjudicate < 1:
            expected = f"a chance from {MIN_ADJUDICATED:g} to less than 1"
            raise UnreadableError("adjudicate", expected=expected, came=self.adjudicate)
        check_openings(self.openings, self.mode)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bots, which results and records use."""
        return tuple(bot.name for bot in self.load_bots())

    @property
    def network(self) -> str:
        """The digest of the weights with which the package's bots play in this mode."""
        return network_for(mode_named(self.mode)).digest

    def load_bots(self) -> list[Bot]:
        """Return all bots; those from files are loaded once in a process."""
        return [load_bot(bot) if isinstance(bot, str) else bot for bot in self.bots]

    def as_json(self) -> dict[str, Any]:
        """Return the settings as JSON data, with the names of the bots and of their weights."""
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        openings = digest_of(self.openings) if self.openings else None
        return {**facts, "bots": list(self.names), "openings": openings, "network": self.network}


def check_names(names: Sequence[str]) -> None:
    """Reject a wrong number of bots, a repeated name, and a name that no record can hold."""
    if not 2 <= len(names) <= MAX_BOTS:
        raise UnreadableError("bots", expected=f"2 to {MAX_BOTS} names", came=len(names))
    for place, name in enumerate(names):
        check_tag(Tag("Seat1", name), "name")
        if name in names[:place]:
            raise UnreadableError("bots", expected="each name once", came=name)

"""The log of one tournament, with what is due there."""

from collections.abc import Sequence

from punto.rules.errors import PuntoError
from punto.server.live.due import LEASE_MS
from punto.server.live.group_log import GroupLog
from punto.server.store.model import Due, EventRow
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.effects import apply_rows
from punto.server.tournament.errors import refusal
from punto.server.tournament.rounds import must_open
from punto.server.tournament.tournament import Tournament

LOOKS_PER_LIMIT = 4
"""How often the server looks for absent people within the time that they may be away."""


class TournamentLog(GroupLog[Tournament, TournamentChange]):
    """Reads and appends the events of a tournament."""

    membership_events = frozenset(
        {"tournament_opened", "player_joined", "host_changed", "finished"}
    )

    def new_state(self) -> Tournament:
        """Make the tournament before its first event."""
        return Tournament(self.code)

    def apply_rows(self, state: Tournament, rows: Sequence[EventRow]) -> None:
        """Apply stored events."""
        apply_rows(state, rows)

    def missing(self) -> PuntoError:
        """Make the error for a code that no tournament has."""
        return refusal("no-such-tournament")

    def due_of(self, state: Tournament, now: int) -> Due | None:
        """Find when the server must draw a round, open tables or look for absent people."""
        if state.is_over:
            return None
        if state.is_round_called or must_open(state):
            return Due(now, "tournament", LEASE_MS)
        if state.next_at is not None:
            return Due(state.next_at, "tournament")
        if not any(pairing.is_playing for pairing in state.pairings):
            return None
        return Due(now + look_ms(state), "tournament")


def look_ms(tournament: Tournament) -> int:
    """How long after one look for absent people the next one is due."""
    return 1000 * tournament.plan.absence_seconds // LOOKS_PER_LIMIT

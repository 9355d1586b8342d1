"""The log of one tournament, with what is due there."""

from collections.abc import Sequence

from punto.rules.errors import PuntoError
from punto.server.live.due import LEASE_MS
from punto.server.live.event_log import EventLog
from punto.server.store.model import Due, EventRow
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.effects import apply_rows
from punto.server.tournament.errors import refusal
from punto.server.tournament.rounds import must_open
from punto.server.tournament.tournament import Tournament

LOOKS_PER_LIMIT = 4
"""How often the server looks for absent people within the time that they may be away."""


class TournamentLog(EventLog[Tournament]):
    """Reads and appends the events of a tournament."""

    def new_state(self) -> Tournament:
        """Make the tournament before its first event."""
        return Tournament(self.code)

    def apply_rows(self, state: Tournament, rows: Sequence[EventRow]) -> None:
        """Apply stored events."""
        apply_rows(state, rows)

    def missing(self) -> PuntoError:
        """Make the error for a code that no tournament has."""
        return refusal("no-such-tournament")

    def follow(self, state: Tournament) -> None:
        """Nothing is kept: what is due is stored with every event."""

    async def append(self, change: TournamentChange) -> list[EventRow]:
        """Store the events of a change. They are on the disk when this returns.

        Raises ConflictError if another node has stored an event first.
        """
        tournament = change.tournament
        joined = {"tournament_opened", "player_joined", "host_changed", "finished"}
        is_membership = any(event.kind in joined for event in change.events)
        return await self.store_events(
            change,
            phase=tournament.phase,
            due=due_of(tournament, change.now),
            devices=member_devices(tournament) if is_membership else (),
        )


def due_of(tournament: Tournament, now: int) -> Due | None:
    """Find when the server must draw a round, open tables or look for absent people."""
    if tournament.is_over:
        return None
    if tournament.is_round_called or must_open(tournament):
        return Due(now, "tournament", LEASE_MS)
    if tournament.next_at is not None:
        return Due(tournament.next_at, "tournament")
    current = tournament.current
    if current is None or not any(pairing.is_playing for pairing in current.pairings):
        return None
    return Due(now + look_ms(tournament), "tournament")


def look_ms(tournament: Tournament) -> int:
    """How long after one look for absent people the next one is due."""
    return 1000 * tournament.plan.absence_seconds // LOOKS_PER_LIMIT


def member_devices(tournament: Tournament) -> list[str]:
    """List the devices of the host and of those who take part."""
    numbers = sorted({*tournament.people, tournament.host})
    return [tournament.devices[number - 1] for number in numbers]

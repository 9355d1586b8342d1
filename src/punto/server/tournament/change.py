"""A change of a tournament: the events that one command causes."""

from punto.server.table.draft import Draft
from punto.server.table.stored_event import StoredEvent
from punto.server.tournament.effects import apply
from punto.server.tournament.errors import refusal
from punto.server.tournament.tournament import Player, Tournament

MAX_GUEST_CHANGES = 100
"""How many changes of a tournament one guest may make."""

MAX_HOST_CHANGES = 8000
"""The same for the host, who may enter the results of all matches, and correct them."""


class TournamentChange(Draft[Tournament]):
    """The events of one command in a tournament."""

    @property
    def tournament(self) -> Tournament:
        """The tournament as it will be once the change is stored."""
        return self.state

    def _apply(self, event: StoredEvent, number: int) -> None:
        apply(self.state, event, number, self.now)

    def check_changes(self) -> None:
        """Refuse a device that has changed the tournament too often."""
        tournament, number = self.tournament, self.device_number
        limit = MAX_HOST_CHANGES if number == tournament.host else MAX_GUEST_CHANGES
        if tournament.changes.get(number, 0) >= limit:
            raise refusal("tournament-full", limit=limit)

    def require_host(self) -> None:
        """Refuse everybody but the host."""
        if self.device_number != self.tournament.host:
            raise refusal("tournament-host-only")
        self.check_changes()

    def require_player(self) -> Player:
        """Return the person who makes the change; refuse those who do not take part."""
        player = self.tournament.player_of(self.device_number)
        if player is None:
            removed = self.device_number in self.tournament.removed
            raise refusal("tournament-removed" if removed else "not-a-player")
        self.check_changes()
        return player

    def require_not_over(self) -> None:
        """Refuse once the tournament is over."""
        if self.tournament.is_over:
            raise refusal("tournament-over")

    def player(self, number: int) -> Player:
        """Find somebody by number."""
        player = self.tournament.players.get(number)
        if player is None or player.is_removed:
            raise refusal("no-such-player", player=number)
        return player

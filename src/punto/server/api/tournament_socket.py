"""The WebSocket of a tournament."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.api.prices import GROUP_PRICE, PRICE_PER_RECIPIENT
from punto.server.api.socket import Socket
from punto.server.live.tournament_actor import TournamentActor
from punto.server.wire.tournaments import TOURNAMENT_CLIENT_MESSAGE, TournamentCommand


class TournamentSocket(Socket[TournamentActor, TournamentCommand]):
    """One WebSocket in one tournament."""

    reader = TOURNAMENT_CLIENT_MESSAGE.validator

    @asynccontextmanager
    async def _enter(self, code: str) -> AsyncIterator[TournamentActor]:
        hub = self.runtime.hub
        with hub.visit_tournament(await hub.find_tournament(code, self.owner)) as actor:
            yield actor

    def _price(self, actor: TournamentActor, message: TournamentCommand) -> float:  # noqa: ARG002
        return GROUP_PRICE + PRICE_PER_RECIPIENT * len(actor.presence.clients)

    async def _execute(
        self, actor: TournamentActor, message: TournamentCommand, received: float
    ) -> None:
        await actor.execute_for(self.client, message, received)

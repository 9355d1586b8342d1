"""The WebSocket of a room."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.api.prices import GROUP_PRICE, PRICE_PER_RECIPIENT
from punto.server.api.socket import Socket
from punto.server.live.room_actor import RoomActor
from punto.server.wire.rooms import ROOM_CLIENT_MESSAGE, ROOM_PLAY_COMMANDS, RoomCommand, Say


class RoomSocket(Socket[RoomActor, RoomCommand]):
    """One WebSocket in one room."""

    reader = ROOM_CLIENT_MESSAGE.validator
    play_commands = ROOM_PLAY_COMMANDS

    @asynccontextmanager
    async def _enter(self, code: str) -> AsyncIterator[RoomActor]:
        hub = self.runtime.hub
        with hub.visit_room(await hub.find_room(code, self.client.device, self.owner)) as actor:
            yield actor

    def _price(self, actor: RoomActor, message: RoomCommand) -> float:
        price = PRICE_PER_RECIPIENT * len(actor.presence.clients)
        return price if isinstance(message, Say) else GROUP_PRICE + price

    async def _execute(self, actor: RoomActor, message: RoomCommand, received: float) -> None:
        await actor.execute_for(self.client, message, received)

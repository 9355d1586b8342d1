"""The WebSocket of a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.api.prices import PRICE_PER_RECIPIENT
from punto.server.api.socket import Socket
from punto.server.live.table_actor import TableActor
from punto.server.table.codes import read_code
from punto.server.wire.commands import CLIENT_MESSAGE, PLAY_COMMANDS, React, TableCommand


class TableSocket(Socket[TableActor, TableCommand]):
    """One WebSocket at one table."""

    reader = CLIENT_MESSAGE.validator
    play_commands = PLAY_COMMANDS

    @asynccontextmanager
    async def _enter(self, code: str) -> AsyncIterator[TableActor]:
        with self.runtime.hub.visit(read_code(code)) as actor:
            yield actor

    def _price(self, actor: TableActor, message: TableCommand) -> float:
        is_sent_to_all = isinstance(message, React)
        return PRICE_PER_RECIPIENT * len(actor.presence.clients) if is_sent_to_all else 0.0

    async def _execute(self, actor: TableActor, message: TableCommand, received: float) -> None:
        await actor.execute_for(self.client, message, received)

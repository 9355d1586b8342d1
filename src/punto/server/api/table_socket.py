"""The WebSocket of a table: commands come in, and everything that happens goes out."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import NoReturn, cast

from fastapi import WebSocket
from pydantic import ValidationError

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import check_name_length
from punto.server.api.errors import INTERNAL, http_status, message_error
from punto.server.api.prices import MESSAGE_PRICE, REACTION_PRICE_PER_CLIENT
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import TokenBucket
from punto.server.limits.request_budget import OverBudgetError
from punto.server.live import client_messages
from punto.server.live.client import ClientChannel, Connection
from punto.server.live.hub import stopping
from punto.server.live.live_table import LiveTable
from punto.server.process.memory import memory_full
from punto.server.runtime import Runtime
from punto.server.store.errors import IN_DOUBT, UNAVAILABLE
from punto.server.table.codes import read_code
from punto.server.wire.commands import CLIENT_MESSAGE, Beat, React, TableCommand
from punto.server.wire.words import LARGEST_NUMBER

log = logging.getLogger("punto.sockets")

READER = CLIENT_MESSAGE.validator
"""Without the adapter around it, which takes longer than the reading itself."""

CLOSE_CODES = {"stopping": 1012}
OTHER_CLOSE_CODE = 4000
"""What a client learns from the farewell, the code of the closing need not say again."""

FAREWELL_SECONDS = 2
"""How long a client has to hear the farewell."""

LOOKING_SECONDS = 1
"""How long it may take to find out whether a table can still be read."""

MOST_REFUSALS = 100
"""So many messages that were too many or unreadable in a row, and the connection is closed."""


class TableSocket:
    """One socket at one table, from the handshake to the farewell."""

    def __init__(self, runtime: Runtime, socket: WebSocket, channel: ClientChannel) -> None:
        self.runtime, self.socket, self.channel = runtime, socket, channel
        self.owner: Owner = socket.state.owner
        self.purse = runtime.budget.purse(self.owner)
        config = runtime.config
        address = self.owner.address
        self.connection = Connection(socket.state.device, config.outbox_bytes, channel, address)
        self.bucket = TokenBucket(
            config.messages_per_second, config.messages_burst, time.monotonic()
        )
        self.refusals = 0

    async def run(self, code: str, since: str | None) -> None:
        """Join a table, and talk until one side has enough."""
        await self.socket.accept()
        self.runtime.metrics.connections.inc()
        try:
            await self._visit(code, read_number(since))
        except PuntoError as error:
            self.runtime.metrics.refusals.labels(error.code).inc()
            may_pass = http_status(error) == 503 or isinstance(error, OverBudgetError)
            self.connection.finish(error, reconnect=may_pass)
        finally:
            self.runtime.metrics.connections.dec()
            await self._part()

    async def _visit(self, code: str, since: int | None) -> None:
        hub = self.runtime.hub
        if hub.is_stopping:
            raise stopping()
        hub.connections.add(self.connection)
        try:
            with hub.visit(read_code(code)) as live:
                await self._join(live, since)
                try:
                    # A task of its own: else every message would go through all that is around us.
                    await asyncio.create_task(self._talk(live))
                finally:
                    await live.leave(self.connection)
        finally:
            hub.connections.discard(self.connection)

    async def _join(self, live: LiveTable, since: int | None) -> None:
        """Join the table; while the memory is full, only those may who belong to it."""
        if self.runtime.memory.is_full:
            table = await live.current()
            if table.number_of(self.connection.device) not in {*table.people, table.host}:
                raise memory_full()
        await live.join(self.connection, since)

    async def _talk(self, live: LiveTable) -> None:
        """Listen until the client goes, or until nothing can be sent to it any more."""
        while self.connection.is_open and (message := await self.channel.receive()) is not None:
            await self._hear(live, message, time.perf_counter())

    async def _hear(self, live: LiveTable, text: str | bytes, received: float) -> None:
        """Do what a message asks for, or say why not; nothing that comes in ends the server."""
        id_ = None
        try:
            message = self._understand(text)
            if isinstance(message, Beat):
                self.connection.put(client_messages.BEAT)
                return
            id_ = message.id
            if isinstance(message, React):
                self._charge(REACTION_PRICE_PER_CLIENT * len(live.presence.connections))
            check_name_length(message, self.runtime.config.name_length)
            self.refusals = 0
            await live.act(self.connection, message, received)
        except PuntoError as error:
            if error.code in (UNAVAILABLE, IN_DOUBT) and not await self._can_look(live):
                self.runtime.metrics.refusals.labels(error.code).inc()
                self.connection.finish(error, reconnect=True)  # then it is asked for again
            else:
                self._refuse(error, id_)
        except Exception:
            self.runtime.metrics.errors.inc()
            log.exception("table %s: a command failed", live.code)
            self._refuse(INTERNAL, id_)

    async def _can_look(self, live: LiveTable) -> bool:
        """Tell whether the database is there, though it does not store just now."""
        with suppress(PuntoError, TimeoutError):
            await asyncio.wait_for(live.current(), LOOKING_SECONDS)
            return True
        return False

    def _understand(self, text: str | bytes) -> TableCommand | Beat:
        limit = self.runtime.config.message_bytes
        if not self.bucket.take(time.monotonic()):
            self._refuse_too_many()
        self._charge(MESSAGE_PRICE)
        if isinstance(text, bytes):
            self.refusals += 1
            raise PuntoError("not-text", "messages are text, not bytes")
        if len(text) > limit or not (text.isascii() or len(text.encode()) <= limit):
            self.refusals += 1
            sentence = f"a message has at most {limit} bytes"
            raise PuntoError("message-too-long", sentence, limit=limit)
        try:
            return cast("TableCommand | Beat", READER.validate_json(text))
        except ValidationError as error:
            self.refusals += 1
            raise message_error(error) from None

    def _charge(self, price: float) -> None:
        """Charge the address and the device: they may have many connections."""
        if self.purse.take(price):
            self._refuse_too_many()

    def _refuse_too_many(self) -> NoReturn:
        self.refusals += 1
        raise PuntoError("too-many-messages", "too many messages: wait a moment")

    def _refuse(self, error: PuntoError, id_: str | None) -> None:
        self.runtime.metrics.refusals.labels(error.code).inc()
        self.connection.put(client_messages.refused(error, id_))
        if self.refusals > MOST_REFUSALS:
            sentence = "too many messages that could not be taken"
            self.connection.finish(PuntoError("too-many-refusals", sentence), reconnect=False)

    async def _part(self) -> None:
        """Close the connection; the farewell, if there is one, is on its way."""
        farewell = self.connection.farewell
        code = farewell or ("too-slow" if self.connection.is_cut else "gone")
        self.runtime.metrics.cut.labels(code).inc()
        if farewell is not None:
            with suppress(Exception):
                closing = self.channel.close(CLOSE_CODES.get(code, OTHER_CLOSE_CODE), code)
                await asyncio.wait_for(closing, FAREWELL_SECONDS)


def read_number(text: str | None) -> int | None:
    """Read the number of the last event that a client knows; what is no number is none."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 16:
        return None
    return min(int(text), LARGEST_NUMBER)

"""The WebSocket of a table: commands come in, and everything that happens goes out."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import NoReturn, Protocol, cast

from fastapi import WebSocket
from pydantic import ValidationError

from punto.rules.errors import PuntoError
from punto.server.api.errors import INTERNAL, status_of, unreadable_message
from punto.server.api.names import check_name_length
from punto.server.api.prices import HEARD_REACTION, MESSAGE
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import TokenBucket
from punto.server.limits.request_budget import OverBudgetError
from punto.server.live.client import Client, ClientChannel
from punto.server.live.hub import stopping
from punto.server.live.table_actor import TableActor
from punto.server.process.memory import memory_full
from punto.server.runtime import Runtime
from punto.server.store.errors import IN_DOUBT, UNAVAILABLE
from punto.server.table.client_view import HEARTBEAT, refused_message
from punto.server.table.codes import read_code
from punto.server.wire.commands import CLIENT_MESSAGE, Beat, React, TableCommand
from punto.server.wire.words import LARGEST_NUMBER

log = logging.getLogger("punto.sockets")

READER = CLIENT_MESSAGE.validator
"""Without the adapter around it, which takes longer than the reading itself."""

CLOSE_CODES = {"stopping": 1012}
OTHER_CLOSE_CODE = 4000
"""What a client learns from the farewell, the code of the closing need not say again."""

CLOSE_SECONDS = 2
"""How long a client has to hear the farewell."""

PROBE_SECONDS = 1
"""How long it may take to find out whether a table can still be read."""

MAX_BAD_MESSAGES = 100
"""So many messages that were too many or unreadable in a row, and the connection is closed."""


class Channel(ClientChannel, Protocol):
    """A connection to a client, in both directions."""

    async def hear(self) -> str | bytes | None:
        """Wait for the next message of the client; None means that there are no more."""


class TableSocket:
    """One WebSocket at one table, from the handshake to the close."""

    def __init__(self, runtime: Runtime, socket: WebSocket) -> None:
        self.runtime, self.socket = runtime, socket
        self.channel: Channel = socket.state.line
        self.owner: Owner = socket.state.owner
        self.account = runtime.budget.account(self.owner)
        config = runtime.config
        self.client = Client(
            socket.state.device, config.outbox_bytes, self.channel, self.owner.address
        )
        self.bucket = TokenBucket(
            config.messages_per_second, config.messages_burst, time.monotonic()
        )
        self.bad_messages = 0
        """How many messages in a row were unreadable or over the rate limit."""

    async def run(self, code: str, since: str | None) -> None:
        """Join a table, and talk until one side has enough."""
        await self.socket.accept()
        self.runtime.metrics.connections.inc()
        try:
            await self._visit(code, read_number(since))
        except PuntoError as error:
            self.runtime.metrics.refusals.labels(error.code).inc()
            may_pass = status_of(error) == 503 or isinstance(error, OverBudgetError)
            self.client.say_bye(error, reconnect=may_pass)
        finally:
            self.runtime.metrics.connections.dec()
            await self._part()
            del self.socket.state.line  # it leads back to itself: so it is gone at once

    async def _visit(self, code: str, since: int | None) -> None:
        hub = self.runtime.hub
        if hub.is_stopping:
            raise stopping()
        hub.clients.add(self.client)
        try:
            with hub.visit(read_code(code)) as actor:
                await self._join(actor, since)
                try:
                    # A task of its own: else every message would go through all that is around us.
                    await asyncio.create_task(self._talk(actor))
                finally:
                    await actor.leave(self.client)
        finally:
            hub.clients.discard(self.client)

    async def _join(self, actor: TableActor, since: int | None) -> None:
        """Join the table; while the memory is full, only those may who belong to it."""
        if self.runtime.memory.is_full:
            table = await actor.current()
            if table.device_number(self.client.device) not in {*table.people, table.host}:
                raise memory_full()
        await actor.join(self.client, since)

    async def _talk(self, actor: TableActor) -> None:
        """Listen until the client goes, or until nothing can be sent to it any more."""
        while self.client.is_open and (message := await self.channel.hear()) is not None:
            await self._hear(actor, message, time.perf_counter())

    async def _hear(self, actor: TableActor, text: str | bytes, received: float) -> None:
        """Do what a message asks for, or say why not; nothing that comes in ends the server."""
        id_ = None
        try:
            message = self._understand(text)
            if isinstance(message, Beat):
                self.client.send(HEARTBEAT)
                return
            id_ = message.id
            if isinstance(message, React):
                self._charge(HEARD_REACTION * len(actor.presence.clients))
            check_name_length(message, self.runtime.config.name_length)
            self.bad_messages = 0
            await actor.execute_for(self.client, message, received)
        except PuntoError as error:
            if error.code in (UNAVAILABLE, IN_DOUBT) and not await self._can_look(actor):
                self.runtime.metrics.refusals.labels(error.code).inc()
                self.client.say_bye(error, reconnect=True)  # then it is asked for again
            else:
                self._refuse(error, id_)
        except Exception:
            self.runtime.metrics.errors.inc()
            log.exception("table %s: a command failed", actor.code)
            self._refuse(INTERNAL, id_)

    async def _can_look(self, actor: TableActor) -> bool:
        """Tell whether the database is there, though it does not store just now."""
        with suppress(PuntoError, TimeoutError):
            await asyncio.wait_for(actor.current(), PROBE_SECONDS)
            return True
        return False

    def _understand(self, text: str | bytes) -> TableCommand | Beat:
        limit = self.runtime.config.message_bytes
        if not self.bucket.take(time.monotonic()):
            self._refuse_too_many()
        self._charge(MESSAGE)
        if isinstance(text, bytes):
            self.bad_messages += 1
            raise PuntoError("not-text", "messages are text, not bytes")
        if len(text) > limit or not (text.isascii() or len(text.encode()) <= limit):
            self.bad_messages += 1
            sentence = f"a message has at most {limit} bytes"
            raise PuntoError("message-too-long", sentence, limit=limit)
        try:
            return cast("TableCommand | Beat", READER.validate_json(text))
        except ValidationError as error:
            self.bad_messages += 1
            raise unreadable_message(error) from None

    def _charge(self, price: float) -> None:
        """Charge the address and the device: they may have many connections."""
        if self.account.take(price):
            self._refuse_too_many()

    def _refuse_too_many(self) -> NoReturn:
        self.bad_messages += 1
        raise PuntoError("too-many-messages", "too many messages: wait a moment")

    def _refuse(self, error: PuntoError, id_: str | None) -> None:
        self.runtime.metrics.refusals.labels(error.code).inc()
        self.client.send(refused_message(error, id_))
        if self.bad_messages > MAX_BAD_MESSAGES:
            sentence = "too many messages that could not be taken"
            self.client.say_bye(PuntoError("too-many-refusals", sentence), reconnect=False)

    async def _part(self) -> None:
        """Close the connection; the farewell, if there is one, is on its way."""
        farewell = self.client.bye_code
        code = farewell or ("too-slow" if self.client.is_cut else "gone")
        self.runtime.metrics.cut.labels(code).inc()
        if farewell is not None:
            with suppress(Exception):
                closing = self.socket.close(CLOSE_CODES.get(code, OTHER_CLOSE_CODE), code)
                await asyncio.wait_for(closing, CLOSE_SECONDS)


def read_number(text: str | None) -> int | None:
    """Read the number of the last event that a client knows; what is no number is none."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 16:
        return None
    return min(int(text), LARGEST_NUMBER)

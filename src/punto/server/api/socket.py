"""A WebSocket of a table, a room or a tournament: commands come in, and news goes out."""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    nullcontext,
    suppress,
)
from typing import Generic, NoReturn, TypeVar, cast

from fastapi import WebSocket
from pydantic import ValidationError
from pydantic.plugin._schema_validator import PluggableSchemaValidator
from pydantic_core import SchemaValidator

from punto.rules.errors import PuntoError
from punto.server.api.dependencies import check_name_length
from punto.server.api.errors import INTERNAL, http_status, message_error
from punto.server.api.prices import MESSAGE_PRICE
from punto.server.limits.fair_queue import Owner
from punto.server.limits.rate_limit import TokenBucket
from punto.server.limits.request_budget import OverBudgetError
from punto.server.live.client import Client, ClientChannel
from punto.server.live.hub import stopping
from punto.server.live.programs import TOKEN_REVOKED, Program, not_in_scope
from punto.server.live.room_actor import RoomActor
from punto.server.live.table_actor import TableActor
from punto.server.live.tournament_actor import TournamentActor
from punto.server.process.memory import memory_full
from punto.server.runtime import Runtime
from punto.server.store.errors import IN_DOUBT, UNAVAILABLE
from punto.server.table.client_view import BEAT_MESSAGE, refused_message
from punto.server.table.log_state import LogState
from punto.server.wire.commands import Beat, TableCommand
from punto.server.wire.rooms import RoomCommand
from punto.server.wire.tournaments import TournamentCommand
from punto.server.wire.words import LARGEST_NUMBER

log = logging.getLogger("punto.sockets")

A = TypeVar("A", TableActor, RoomActor, TournamentActor)
M = TypeVar("M", bound=TableCommand | RoomCommand | TournamentCommand)

CLOSE_CODES = {"stopping": 1012}
OTHER_CLOSE_CODE = 4000
"""The bye message says why; the close code need not repeat it."""

CLOSE_SECONDS = 2
"""How long a client has to read the last message."""

PROBE_SECONDS = 1
"""How long it may take to find out whether the database can still be read."""

MAX_BAD_MESSAGES = 100
"""After more unreadable messages, or messages over the rate limit, the connection is closed."""


class Socket(ABC, Generic[A, M]):
    """One WebSocket at one table or in one room, from the handshake to the close."""

    reader: SchemaValidator | PluggableSchemaValidator
    """Parses messages: without the adapter around it, which takes longer than the parsing."""

    play_commands: tuple[type[TableCommand | RoomCommand], ...]
    """What a program may send, besides heartbeats."""

    def __init__(self, runtime: Runtime, socket: WebSocket, channel: ClientChannel) -> None:
        self.runtime, self.socket, self.channel = runtime, socket, channel
        self.owner: Owner = socket.state.owner
        self.program: Program | None = socket.state.program
        self.account = runtime.budget.account(self.owner)
        config = runtime.config
        self.client = Client(socket.state.device, config.outbox_bytes, channel, self.owner.address)
        self.bucket = TokenBucket(
            config.messages_per_second, config.messages_burst, time.monotonic()
        )
        self.bad_messages = 0

    @abstractmethod
    def _enter(self, code: str) -> AbstractAsyncContextManager[A]:
        """Use what the code names, for as long as the connection lasts."""

    @abstractmethod
    async def _execute(self, actor: A, message: M, received: float) -> None:
        """Carry out a command."""

    @abstractmethod
    def _price(self, actor: A, message: M) -> float:
        """Return what a command costs on top of its message."""

    async def run(self, code: str, since: str | None) -> None:
        """Join, and carry out commands until one side closes."""
        await self.socket.accept()
        self.runtime.metrics.connections.inc()
        try:
            await self._visit(code, read_number(since))
        except PuntoError as error:
            self.runtime.metrics.refusals.labels(error.code).inc()
            may_pass = http_status(error) == 503 or isinstance(error, OverBudgetError)
            self.client.say_bye(error, reconnect=may_pass)
        finally:
            self.runtime.metrics.connections.dec()
            await self._close()

    async def _visit(self, code: str, since: int | None) -> None:
        hub = self.runtime.hub
        if hub.is_stopping:
            raise stopping()
        hub.clients.add(self.client)
        try:
            async with self._enter(code) as actor:
                with self._counted(actor):
                    await self._stay(actor, since)
        finally:
            hub.clients.discard(self.client)

    async def _stay(self, actor: A, since: int | None) -> None:
        await self._join(actor, since)
        try:
            # A task of its own: otherwise every message would pass all the calls around it.
            await asyncio.create_task(self._receive(actor))
        finally:
            await actor.leave(self.client)

    def _counted(self, actor: A) -> AbstractContextManager[None]:
        """Count a program at the table or in the room; its token may allow no more of them."""
        if self.program is None:
            return nullcontext()
        return self.runtime.programs.visit(self.program, actor.code)

    async def _join(self, actor: A, since: int | None) -> None:
        """Join. While the memory is full, only people who belong here may."""
        if self.runtime.memory.is_full:
            state: LogState = await actor.current()
            if state.device_number(self.client.device) not in state.known:
                raise memory_full()
        await actor.join(self.client, since)

    async def _receive(self, actor: A) -> None:
        """Receive messages until the client leaves or is cut off."""
        while self.client.is_open and (message := await self.channel.receive()) is not None:
            await self._handle(actor, message, time.perf_counter())

    async def _handle(self, actor: A, text: str | bytes, received: float) -> None:
        """Carry out a message, or send why not. Nothing that a client sends ends the server."""
        command_id = None
        try:
            message = self._parse(text)
            if isinstance(message, Beat):
                self.client.send(BEAT_MESSAGE)
                return
            command_id = message.id
            if self.program is not None:
                await self._check_program(self.program, message)
            if price := self._price(actor, message):
                self._charge(price)
            check_name_length(message, self.runtime.config.name_length)
            self.bad_messages = 0
            await self._execute(actor, message, received)
        except PuntoError as error:
            if error.code in (UNAVAILABLE, IN_DOUBT) and not await self._can_read(actor):
                self.runtime.metrics.refusals.labels(error.code).inc()
                self.client.say_bye(error, reconnect=True)  # it reads the table when it is back
            else:
                self._refuse(error, command_id)
        except Exception:
            self.runtime.metrics.errors.inc()
            log.exception("%s: a command failed", actor.code)
            self._refuse(INTERNAL, command_id)

    async def _check_program(self, program: Program, message: M) -> None:
        """Refuse what is not playing, and everything once the token is revoked."""
        try:
            await self.runtime.programs.check(program)
        except PuntoError as error:
            if error.code == TOKEN_REVOKED:
                self.client.say_bye(error, reconnect=False)
            raise
        if not isinstance(message, self.play_commands):
            raise not_in_scope()

    async def _can_read(self, actor: A) -> bool:
        """Whether the database can be read, although it does not store at the moment."""
        with suppress(PuntoError, TimeoutError):
            await asyncio.wait_for(actor.current(), PROBE_SECONDS)
            return True
        return False

    def _parse(self, text: str | bytes) -> M | Beat:
        limit = self.runtime.config.message_bytes
        if not self.bucket.take(time.monotonic()):
            self._refuse_too_many()
        self._charge(MESSAGE_PRICE)
        if isinstance(text, bytes):
            self.bad_messages += 1
            raise PuntoError("not-text", "messages are text, not bytes")
        if len(text) > limit or not (text.isascii() or len(text.encode()) <= limit):
            self.bad_messages += 1
            sentence = f"a message has at most {limit} bytes"
            raise PuntoError("message-too-long", sentence, limit=limit)
        try:
            return cast("M | Beat", self.reader.validate_json(text))
        except ValidationError as error:
            self.bad_messages += 1
            raise message_error(error) from None

    def _charge(self, price: float) -> None:
        """Charge the address and the device, over all their connections."""
        if self.account.take(price):
            self._refuse_too_many()

    def _refuse_too_many(self) -> NoReturn:
        self.bad_messages += 1
        raise PuntoError("too-many-messages", "too many messages: wait a moment")

    def _refuse(self, error: PuntoError, command_id: str | None) -> None:
        self.runtime.metrics.refusals.labels(error.code).inc()
        self.client.send(refused_message(error, command_id))
        if self.bad_messages > MAX_BAD_MESSAGES:
            sentence = "too many messages that could not be taken"
            self.client.say_bye(PuntoError("too-many-refusals", sentence), reconnect=False)

    async def _close(self) -> None:
        """Close the connection after the bye message, if there is one."""
        bye_code = self.client.bye_code
        code = bye_code or ("too-slow" if self.client.is_cut else "gone")
        self.runtime.metrics.cut.labels(code).inc()
        if bye_code is not None:
            with suppress(Exception):
                closing = self.channel.close(CLOSE_CODES.get(code, OTHER_CLOSE_CODE), code)
                await asyncio.wait_for(closing, CLOSE_SECONDS)


def read_number(text: str | None) -> int | None:
    """Read the number of the last event that a client knows; None if it is not a number."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > 16:
        return None
    return min(int(text), LARGEST_NUMBER)

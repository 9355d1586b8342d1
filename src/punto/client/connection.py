"""A connection to a server that reconnects by itself: heartbeats, and commands that count once."""

import asyncio
import json
import random
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from punto.client.credentials import Credentials
from punto.client.http import HttpClient, not_a_server
from punto.client.link import Link
from punto.client.messages import Message, read_error
from punto.client.updates import Connected, Disconnected
from punto.rules.errors import PuntoError

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

BEAT_SECONDS = 5.0
"""After so long without a message, a heartbeat is sent."""

TIMEOUT_SECONDS = 15.0
"""After so long without a message, the connection counts as lost."""

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 0.2, 4.0
MAX_MESSAGE_BYTES = 8 * 2**20
UNAUTHORIZED = 401
BEAT = '{"type":"beat"}'

LinkT = TypeVar("LinkT", bound=Link)
UpdateT = TypeVar("UpdateT")


class ConnectionLost(Exception):  # noqa: N818 it is expected, and the client reconnects
    """The connection has to be opened again."""


class Connection(ABC, Generic[LinkT, UpdateT]):
    """One device at one table or in one room; what the messages mean is for subclasses to say.

    Entering it as an async context checks that the link leads somewhere, and connects. A command
    that was sent is sent again after every reconnect until it has its answer: it counts once.
    """

    def __init__(self, link: LinkT, credentials: Credentials) -> None:
        self.link, self.credentials = link, credentials
        self.http = HttpClient(link.server, credentials)
        self.is_connected = False
        self._updates: asyncio.Queue[UpdateT | Connected | Disconnected | PuntoError] = (
            asyncio.Queue()
        )
        self._unanswered: dict[str, tuple[str, asyncio.Future[Message]]] = {}
        self._socket: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self.failure: PuntoError | None = None
        """Why the server ended the connection for good, if it did."""

    @abstractmethod
    def _check_shape(self, shape: Message) -> None:
        """Read what the server shows at the link; a KeyError or TypeError if it is nonsense."""

    @abstractmethod
    def _handle(self, message: Message) -> None:
        """Apply a message, and report what it changed."""

    def _query(self) -> str:
        """Return what the address of the socket ends with, such as `?since=5`."""
        return ""

    async def __aenter__(self) -> Self:
        require_websockets()
        shape = await self.http.get(self.link.path)  # this also gets the device its cookie
        try:
            self._check_shape(shape)
        except (KeyError, TypeError, AttributeError):
            raise not_a_server(self.link.server) from None
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *exception: object) -> None:
        assert self._task is not None
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        for _, answer in self._unanswered.values():
            answer.cancel()

    async def updates(self) -> AsyncIterator[UpdateT | Connected | Disconnected]:
        """Yield everything that happens, in order and without gaps; for one reader.

        A PuntoError is raised when the server ends the connection for good.
        """
        while True:
            update = await self._updates.get()
            if isinstance(update, PuntoError):
                raise update
            yield update

    async def send(self, type_: str, **values: object) -> Message:
        """Send a command, and return the event that answers it.

        While the connection is down, it waits. A PuntoError has the server's code if it refuses.
        """
        if self.failure is not None:
            raise self.failure
        id_ = secrets.token_hex(8)
        text = json.dumps({"type": type_, "id": id_, **values})
        answer: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._unanswered[id_] = text, answer
        try:
            if self._socket is not None:
                with suppress(*connection_errors()):
                    await self._socket.send(text)
            return await answer
        finally:
            self._unanswered.pop(id_, None)

    # The connection

    async def _run(self) -> None:
        retry_seconds = FIRST_RETRY_SECONDS
        while True:
            was_admitted = False
            try:
                was_admitted = await self._visit()
            except PuntoError as error:
                self._fail(error)
                return
            retry_seconds = FIRST_RETRY_SECONDS if was_admitted else retry_seconds
            await asyncio.sleep(retry_seconds * random.uniform(0.75, 1.25))
            retry_seconds = min(MAX_RETRY_SECONDS, 2 * retry_seconds)

    async def _visit(self) -> bool:
        """Connect, and receive messages until the connection is lost.

        Return whether the server admitted us: without its database it connects only to say bye.
        """
        from websockets.asyncio.client import connect  # noqa: PLC0415 an optional package

        url = self.link.socket_url + self._query()
        try:
            async with connect(
                url,
                additional_headers=self.credentials.headers(self.link.server),
                max_size=MAX_MESSAGE_BYTES,
                open_timeout=TIMEOUT_SECONDS,
                close_timeout=1,
                ping_interval=None,  # the heartbeat does that
            ) as socket:
                self._socket = socket
                for text, _ in list(self._unanswered.values()):
                    await socket.send(text)
                await self._receive(socket)
        except connection_errors() as error:
            if (refusal := read_refused_handshake(error)) is not None:
                raise refusal from None
        finally:
            self._socket = None
        was_admitted, self.is_connected = self.is_connected, False
        if was_admitted:
            self._updates.put_nowait(Disconnected())
        return was_admitted

    async def _receive(self, socket: "ClientConnection") -> None:
        heard = time.monotonic()
        while True:
            try:
                # Not `wait_for`: Python 3.11 loses a cancellation there if a message just came.
                async with asyncio.timeout(BEAT_SECONDS):
                    text = await socket.recv()
            except TimeoutError:
                if time.monotonic() - heard > TIMEOUT_SECONDS:
                    raise ConnectionLost from None
                async with asyncio.timeout(TIMEOUT_SECONDS):
                    await socket.send(BEAT)
                continue
            heard = time.monotonic()
            try:
                self._take(json.loads(text))
            except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
                if isinstance(error, PuntoError) and error is self.failure:
                    raise
                raise not_a_server(self.link.server) from error

    def _take(self, message: Message) -> None:
        """Handle what every connection gets, and leave the rest to the subclass."""
        kind = message["type"]
        if kind == "bye":
            self._bye(message)
            return
        if not self.is_connected:
            self.is_connected = True
            self._updates.put_nowait(Connected())
        if kind == "refused":
            self._refused(message)
        else:
            self._handle(message)

    def _answer(self, id_: str | None, message: Message) -> None:
        """Hand the answer to whoever waits for it."""
        _, answer = self._unanswered.get(id_ or "", ("", None))
        if answer is not None and not answer.done():
            answer.set_result(message)

    def _refused(self, message: Message) -> None:
        if message["id"] is None:  # of which command, it does not say: all are sent again
            raise ConnectionLost
        _, answer = self._unanswered.get(message["id"], ("", None))
        if answer is not None and not answer.done():
            answer.set_exception(read_error(message))

    def _bye(self, message: Message) -> None:
        if not message["reconnect"]:
            self.failure = read_error(message)
            raise self.failure

    def _fail(self, error: PuntoError) -> None:
        """End for good: the reader and everybody who waits for an answer get the error."""
        self.failure = error
        self.is_connected = False
        self._updates.put_nowait(error)
        for _, answer in self._unanswered.values():
            if not answer.done():
                answer.set_exception(error)


def connection_errors() -> tuple[type[Exception], ...]:
    """Return the exceptions that mean that a connection is lost or cannot be made."""
    from websockets.exceptions import WebSocketException  # noqa: PLC0415 an optional package

    return OSError, TimeoutError, EOFError, WebSocketException, ConnectionLost


def read_refused_handshake(error: Exception) -> PuntoError | None:
    """Return why the server does not know who we are, which no retry changes; None otherwise."""
    response = getattr(error, "response", None)
    if getattr(response, "status_code", None) != UNAUTHORIZED:
        return None
    try:
        return read_error(json.loads(response.body))  # type: ignore[union-attr]
    except (ValueError, KeyError, TypeError, AttributeError):
        return PuntoError("wrong-token", "this server does not know this token")


def require_websockets() -> None:
    """Refuse to start where `websockets` is missing, in a sentence that names the extra."""
    try:
        import websockets  # noqa: F401, PLC0415 an optional package
    except ImportError:
        sentence = (
            "the client needs websockets, which is not installed: "
            "run pip install '.[client]' in the source folder of Punto"
        )
        values = {"module": "websockets", "extra": "client"}
        raise PuntoError("not-installed", sentence, **values) from None

"""A bridge: a bot of this computer plays at tables and in rooms of a server, with a token.

`Bridge` is what all its places share: the token, the one bot that thinks about one card after the
other, and the lines that are printed.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TypeVar
from urllib.parse import urlsplit

from punto.bots.bot import Bot
from punto.bots.faults import check_answer, describe_exception
from punto.cli._language import error_text
from punto.client import Credentials, RemoteTable, RoomLink, TableLink, read_link, read_room_link
from punto.client.http import HttpClient
from punto.client.link import read_server
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError, shortened
from punto.rules.view import View

FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.5, 30.0
"""How long to wait after a failure, of the bot or of the server; twice as long each time."""

PASSING = frozenset(
    {
        "no-server",
        "busy",
        "closed",
        "stopping",
        "memory-full",
        "disk-full",
        "store-unavailable",
        "store-in-doubt",
        "store-gone",
        "internal-error",
        "too-many-requests",
        "too-many-messages",
        "too-many-tables",
        "too-many-tables-of-address",
    }
)
"""Codes of errors that pass by themselves: the same is tried again."""

Result = TypeVar("Result")
Place = TableLink | RoomLink


class BotFault(Exception):  # noqa: N818 the bot is asked again
    """The bot did something else than choose a legal cell."""


class Pause:
    """Waits longer after each failure."""

    def __init__(self) -> None:
        self.seconds = FIRST_PAUSE_SECONDS

    async def wait(self) -> None:
        """Wait."""
        await asyncio.sleep(self.seconds)
        self.seconds = min(MAX_PAUSE_SECONDS, 2 * self.seconds)


class Bridge:
    """One bot with one token at one server."""

    passing = PASSING

    def __init__(
        self, server: str, credentials: Credentials, bot: Bot, *, name: str | None, is_once: bool
    ) -> None:
        self.server, self.credentials, self.bot = server, credentials, bot
        self.name = name or ""
        """The name at a seat; by default that of the program."""
        self.is_once = is_once
        """Whether it leaves a table after one match."""
        self.http = HttpClient(server, credentials)
        self.random = Random()
        self._thinking = ThreadPoolExecutor(1, thread_name_prefix="bot")

    async def identify(self) -> str:
        """Ask the server for the name of the program; a PuntoError says what is wrong."""
        program = str((await self.http.get("/api/token"))["name"])
        self.name = self.name or program
        return program

    async def seats_to_return_to(self) -> list[Place]:
        """Find where this program is already: rooms, and tables whose match is not over."""
        rooms = [RoomLink(self.server, room["room"]) for room in await self.http.get("/api/rooms")]
        found: list[Place] = [*rooms]
        for table in await self.http.get("/api/tables"):
            link = TableLink(self.server, table["table"])
            if table["phase"] != "over" and "room" not in await self.http.get(link.path):
                found.append(link)
        return found

    async def choose(self, table: RemoteTable) -> Cell:
        """Let the bot choose a cell; BotFault if it fails, after which it can be asked again."""
        position = table.position
        assert position is not None
        view = View(
            seat=position.seat,
            position=position,
            legal_cells=tuple(position.legal_cells),
            events=(),
            last_end=None,
            winner=None,
            commitment=table.commitment or None,
            seed=None,
        )
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(self._thinking, self.bot.choose, view, self.random)
        except Exception as error:
            raise BotFault(describe_exception(error)) from error
        cell = check_answer(answer, view)
        if not isinstance(cell, Cell):
            raise BotFault(cell)
        return cell

    async def insist(self, place: Place, what: Callable[[], Awaitable[Result]]) -> Result:
        """Do something at the server, again and again while what is in the way passes."""
        pause = Pause()
        while True:
            try:
                return await what()
            except PuntoError as error:
                if error.code not in PASSING:
                    raise
                self.tell(place, error_text(error))
            await pause.wait()

    def tell(self, place: Place, sentence: str) -> None:
        """Print what happened at a place."""
        print(f"{place}: {sentence}", flush=True)

    def close(self) -> None:
        """Take no more questions."""
        self._thinking.shutdown(wait=False, cancel_futures=True)


def read_places(texts: Sequence[str], server: str | None) -> list[Place]:
    """Read links or codes, which must all be of one server: no other may see the token."""
    for text in texts:
        reject_bare_server(text)
    places: list[Place] = [read_room_link(it, server) or read_link(it, server) for it in texts]
    named = set() if server is None else {read_server(server)}
    servers = sorted({place.server for place in places} | named)
    if len(servers) > 1:
        sentence = f"a token is for one server, and these are several: {', '.join(servers)}"
        raise PuntoError("several-servers", sentence, servers=", ".join(servers))
    return list(dict.fromkeys(places))


def reject_bare_server(text: str) -> None:
    """Refuse the address of a server in the place of a link, and say where it belongs."""
    try:
        is_bare = urlsplit(read_server(text)).path == ""
    except PuntoError:
        return
    if is_bare:
        came = shortened(text)
        sentence = f"{came} is the address of a server: add the code of a table or room, or "
        sentence += "give it as --server"
        raise PuntoError("link-is-server", sentence, came=came)

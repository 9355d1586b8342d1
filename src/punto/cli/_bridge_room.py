"""A bridge in a room: it joins, agrees to every next match, and plays where it has a seat."""

import asyncio
from contextlib import suppress

from punto.cli._bridge import Bridge, Pause
from punto.cli._bridge_table import BridgeTable
from punto.cli._language import error_text, say
from punto.client import Connected, Disconnected, RemoteRoom, RoomClient, RoomLink, TableLink
from punto.rules.errors import PuntoError

SETTLED = frozenset({"already-ready", "match-running"})
"""Codes of refusals that only say that things have moved on."""


class BridgeRoom:
    """Stays in a room until it is removed."""

    def __init__(self, bridge: Bridge, link: RoomLink) -> None:
        self.bridge, self.link = bridge, link
        self._table = ""
        """The code of the table where we play, or played last."""
        self._matches: set[asyncio.Task[None]] = set()
        """The match that we play, and those that the room has given up meanwhile."""

    async def play(self) -> None:
        """Play the matches of the room; a PuntoError says why it cannot any more."""
        await self.bridge.insist(self.link, self._stay)

    async def _stay(self) -> None:
        async with RoomClient(self.link, self.bridge.credentials) as client:
            changed = asyncio.Event()
            following = asyncio.create_task(self._follow(client, changed))
            try:
                await self._take_part(client, changed)
            finally:
                for task in (following, *self._matches):
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task

    async def _follow(self, client: RoomClient, changed: asyncio.Event) -> None:
        """Note every change, until cancelled or until the server ends the connection for good."""
        is_first = True
        with suppress(PuntoError):  # the client keeps it as its failure
            async for update in client.updates():
                if isinstance(update, Disconnected):
                    self.bridge.tell(self.link, say("connection.lost"))
                elif isinstance(update, Connected) and not is_first:
                    self.bridge.tell(self.link, say("joined.connected"))
                is_first = False
                changed.set()
        changed.set()

    async def _take_part(self, client: RoomClient, changed: asyncio.Event) -> None:
        pause = Pause()
        is_in = False
        while True:
            changed.clear()
            if client.failure is not None:
                raise client.failure
            room = client.room
            if room is None:
                await changed.wait()
                continue
            try:
                if not is_in:
                    if client.member is None:
                        await client.send("join", name=self.bridge.name)
                    is_in = True
                    self.bridge.tell(self.link, say("bridge.joined"))
                elif self._is_called(client, room):
                    await client.send("next_match")
                else:
                    self._go_to_table(client, room)
                    await changed.wait()
            except PuntoError as error:
                is_passing = error.code in self.bridge.passing | SETTLED
                if client.failure is not None or not is_passing:
                    raise
                if error.code not in SETTLED:
                    self.bridge.tell(self.link, error_text(error))
                await pause.wait()
            else:
                pause = Pause()

    @staticmethod
    def _is_called(client: RoomClient, room: RemoteRoom) -> bool:
        """Whether somebody asks for the next match, and we have not agreed."""
        return room.call is not None and client.member not in room.call.ready

    def _go_to_table(self, client: RoomClient, room: RemoteRoom) -> None:
        """Begin to play at the table of the current match, if we have a seat there."""
        if room.table in (None, self._table) or client.member not in room.players:
            return
        assert room.table is not None
        self._table = room.table
        match = asyncio.create_task(self._play(room.table))
        self._matches.add(match)
        match.add_done_callback(self._matches.discard)

    async def _play(self, code: str) -> None:
        """Play a match; what is wrong with it does not end the evening."""
        link = TableLink(self.link.server, code)
        try:
            await BridgeTable(self.bridge, link, is_in_room=True).play()
        except PuntoError as error:
            self.bridge.tell(link, error_text(error))

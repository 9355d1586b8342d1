"""A place in a room of a server: it follows the room, and the table of each match."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from punto.cli._joined_table import JoinedTable, News
from punto.cli._language import error_text, say
from punto.cli._room_news import describe_room, room_news_of
from punto.cli._table_news import news_of
from punto.client import (
    Connected,
    DeviceCookies,
    Disconnected,
    RemoteRoom,
    RoomChanged,
    RoomClient,
    RoomLink,
    TableClient,
    TableLink,
    Update,
)
from punto.rules.errors import PuntoError


class JoinedRoom(JoinedTable):
    """One device in a room, and at the tables of its matches."""

    def __init__(
        self,
        link: RoomLink,
        cookies: DeviceCookies,
        *,
        name: str | None = None,
        seat: int | None = None,
        is_watching: bool = False,
    ) -> None:
        no_table = TableLink(link.server, "")  # until the first match begins
        super().__init__(no_table, cookies, name=name, seat=seat, is_watching=is_watching)
        self.room_link = link
        self.room_client = RoomClient(link, cookies)
        self._news: asyncio.Queue[News | Exception] = asyncio.Queue()
        self._table_task: asyncio.Task[None] | None = None

    @property
    def room(self) -> RemoteRoom:
        """The room as it stands; only after the first news."""
        assert self.room_client.room is not None
        return self.room_client.room

    @property
    def is_known(self) -> bool:
        """Whether the room has arrived."""
        return self.room_client.room is not None

    @property
    def title(self) -> str:
        """What this is a place in, and its link."""
        if not self.is_known:
            return str(self.room_link)
        return f"{say('room.of', name=self.room.name_of(self.room.host))}: {self.room_link}"

    def lobby(self) -> list[str]:
        """Return who plays next, and how the evening went."""
        return describe_room(self.room)

    # Another match

    @property
    def is_between_matches(self) -> bool:
        """Whether no match is being played."""
        return self.is_known and self.room.table is None

    @property
    def can_play_again(self) -> bool:
        """Whether this device may ask for the next match, or agree to it."""
        return self.is_between_matches and self.room_client.member is not None

    @property
    def has_agreed(self) -> bool:
        """Whether this device waits for others to agree."""
        call = self.room.call
        return call is not None and self.room_client.member in call.ready

    @property
    def again_words(self) -> str:
        """What asking for the next match is called."""
        return say("room.call" if self.room.call is None else "room.agree")

    async def play_again(self) -> None:
        """Ask for the next match, or agree to it."""
        await self.room_client.send("next_match")

    @property
    def is_finished(self) -> bool:
        """Whether nothing can happen here any more; a room goes on."""
        return False

    @property
    def can_come_back(self) -> bool:
        """Whether there is something to come back to."""
        return self.is_known

    @property
    def failure(self) -> PuntoError | None:
        """Why the server ended the connection for good, if it did."""
        return self.room_client.failure

    def farewell(self) -> str:
        """Return how to come back."""
        if self.room_client.member is not None:  # members find it by this code, whatever the link
            self.room_link = self.room_link.with_code(self.room.code)
        return self._farewell(str(self.room_link))

    # Following the room

    async def news(self) -> AsyncGenerator[News, None]:
        """Join the room, then yield what happens there and at the tables of its matches."""
        following = asyncio.create_task(self._follow_room())
        try:
            while True:
                news = await self._news.get()
                if isinstance(news, Exception):
                    raise news
                yield news
        finally:
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def _follow_room(self) -> None:
        try:
            async with self.room_client as client:
                is_in = False
                async for update in client.updates():
                    if not is_in:
                        if not isinstance(update, RoomChanged):
                            continue  # the first connection is no news
                        is_in = True
                        await self._come_in()
                    assert client.room is not None
                    self._news.put_nowait(News(update, room_news_of(update, client.room)))
                    if client.room.table not in (None, self.link.code):
                        await self._go_to_table(client.room.table)
        except Exception as error:  # whoever reads the news raises it
            self._news.put_nowait(error)
        finally:
            await self._leave_table()

    async def _come_in(self) -> None:
        """Join under a name, unless this device is a member or only watches."""
        client = self.room_client
        if not self.is_watching and (client.member is None or self.name is not None):
            await client.send("join", name=self.name or say("seat.guest"))
        if self.seat is not None and not self.is_watching:
            await client.send("take_seat", seat=self.seat)

    async def _go_to_table(self, code: str) -> None:
        await self._leave_table()
        self.link = self.link.with_code(code)
        self.client = TableClient(self.link, self.cookies)
        self._table_task = asyncio.create_task(self._follow_table(self.client))

    async def _leave_table(self) -> None:
        if self._table_task is not None:
            self._table_task.cancel()
            with suppress(asyncio.CancelledError):
                await self._table_task
            self._table_task = None

    async def _follow_table(self, client: TableClient) -> None:
        """Report what happens at a table; what is wrong with it does not end the evening."""
        try:
            async with client:
                async for update in client.updates():
                    if client.table is not None:
                        self._news.put_nowait(News(update, self._table_sentences(update)))
        except PuntoError as error:
            self._news.put_nowait(News(Disconnected(), [error_text(error)]))
        except Exception as error:  # whoever reads the news raises it
            self._news.put_nowait(error)

    def _table_sentences(self, update: Update) -> list[str]:
        if isinstance(update, Connected | Disconnected):
            return []  # the connection to the room tells that already
        return news_of(update, self.table, self.mine)

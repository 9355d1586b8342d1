"""A place at a table of a server: it takes a seat, and follows rematches to their tables.

The line mode (`_join_lines.py`) and the full screen (`punto.tui`) show the same `JoinedTable`.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from punto.cli._language import say
from punto.cli._state_folder import state_folder
from punto.cli._table_news import describe_lobby, names_of, news_of
from punto.client import (
    DeviceCookies,
    RemoteTable,
    Replaced,
    RoomUpdate,
    TableClient,
    TableLink,
    Update,
)
from punto.rules.errors import PuntoError

NOT_SEATED = ("seat-taken", "not-waiting")
"""Codes that mean that somebody else was faster."""


@dataclass(frozen=True, slots=True)
class News:
    """Something that happened, with its sentences."""

    update: Update | RoomUpdate
    sentences: list[str]


class JoinedTable:
    """One device at a table, and at the tables of its rematches."""

    def __init__(
        self,
        link: TableLink,
        cookies: DeviceCookies,
        *,
        name: str | None = None,
        seat: int | None = None,
        is_watching: bool = False,
    ) -> None:
        self.link, self.cookies = link, cookies
        self.name, self.seat, self.is_watching = name, seat, is_watching
        self.client = TableClient(link, cookies)

    @property
    def has_table(self) -> bool:
        """Whether the table has arrived."""
        return self.client.table is not None

    @property
    def is_known(self) -> bool:
        """Whether there is something to show."""
        return self.has_table

    @property
    def title(self) -> str:
        """What this is a place at, and its link."""
        return say("joined.table", link=str(self.link))

    def lobby(self) -> list[str]:
        """Return who has which seat, and for whom the table waits."""
        return describe_lobby(self.table)

    @property
    def table(self) -> RemoteTable:
        """The table as it stands; only if there is one."""
        assert self.client.table is not None
        return self.client.table

    @property
    def mine(self) -> tuple[int, ...]:
        """The seats of this device."""
        return self.client.you.seats

    @property
    def names(self) -> list[str]:
        """The name at every seat."""
        return names_of(self.table)

    @property
    def my_turn(self) -> int | None:
        """The seat of this device that is to move."""
        seat = self.table.seat_to_move if self.has_table else None
        return seat if seat in self.mine else None

    # Another match

    @property
    def is_between_matches(self) -> bool:
        """Whether people wait here for a match that is not at this table."""
        return False

    @property
    def can_play_again(self) -> bool:
        """Whether this device may ask for another match, or agree to one."""
        return self.is_over and bool(self.mine)

    @property
    def has_agreed(self) -> bool:
        """Whether this device waits for others to agree."""
        return self.client.you.device in self.table.rematch_offers

    @property
    def again_words(self) -> str:
        """What asking for another match is called."""
        return say("over.rematch")

    async def play_again(self) -> None:
        """Ask for another match, or agree to one."""
        await self.client.send("rematch", seat=self.mine[0])

    @property
    def is_over(self) -> bool:
        """Whether the match at this table has ended."""
        return self.has_table and self.table.phase == "over"

    @property
    def is_finished(self) -> bool:
        """Whether nothing can happen here any more for somebody who only watches."""
        return self.is_over and not self.mine

    @property
    def can_come_back(self) -> bool:
        """Whether there is something to come back to."""
        return self.is_known and not self.is_over

    @property
    def failure(self) -> PuntoError | None:
        """Why the server ended the connection for good, if it did."""
        return self.client.failure

    # Following the table

    async def news(self) -> AsyncGenerator[News, None]:
        """Take a seat, then yield what happens; when a rematch begins, at its table."""
        while True:
            async with self.client as client:
                is_seated = False
                async for update in client.updates():
                    if not is_seated:
                        if not isinstance(update, Replaced):
                            continue  # the first connection is no news
                        is_seated = True
                        await self._sit_down()
                    assert client.table is not None
                    yield News(update, news_of(update, client.table, self.mine))
                    if client.table.next_code is not None:
                        break
            assert client.table is not None
            assert client.table.next_code is not None
            self.link = self.link.with_code(client.table.next_code)
            self.client = TableClient(self.link, self.cookies)

    async def _sit_down(self) -> None:
        """Take an open seat, unless this device has one or only watches."""
        while not self.mine and not self.is_watching:
            table = self.table
            open_seats = table.open_seats if table.phase == "waiting" else []
            if not open_seats:
                raise PuntoError(
                    "no-open-seat", "this table has no open seat; --watch shows what happens there"
                )
            seat = self.seat or open_seats[0]
            name = self.name or say("seat.player", number=seat)
            try:
                await self.client.send("sit", seat=seat, name=name)
            except PuntoError as error:
                if self.seat is not None or error.code not in NOT_SEATED:
                    raise
            else:
                return

    def farewell(self) -> str:
        """Return how to come back."""
        return self._farewell(str(self.link))

    def _farewell(self, link: str) -> str:
        watch = " --watch" if self.is_watching else ""
        return say("joined.farewell", command=f"punto join {quote(link)}{watch}")


def device_cookies() -> DeviceCookies:
    """Return the cookies of this user's device, in the folder for programs' state."""
    return DeviceCookies(cookie_folder())


def cookie_folder() -> Path:
    """Return the folder of the cookies."""
    return state_folder() / "devices"

"""A place at a table of a server: it takes a seat, and follows rematches to their tables.

The line mode (`_join_lines.py`) and the full screen (`punto.tui`) show the same `JoinedTable`.
"""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from punto.cli._language import say
from punto.cli._puzzle_progress import default_path
from punto.cli._table_news import names_of, news_of
from punto.client import (
    DeviceCookies,
    RemoteTable,
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

    update: Update
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
    def table(self) -> RemoteTable:
        """The table as it stands; only after the first news."""
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
        seat = self.table.seat_to_move
        return seat if seat in self.mine else None

    async def news(self) -> AsyncGenerator[News, None]:
        """Take a seat, then yield what happens; when a rematch begins, at its table."""
        while True:
            async with self.client as client:
                is_seated = False
                async for update in client.updates():
                    if client.table is None:
                        continue
                    if not is_seated:
                        is_seated = True
                        await self._sit_down()
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
        watch = " --watch" if self.is_watching else ""
        return say("joined.farewell", command=f"punto join {quote(str(self.link))}{watch}")


def device_cookies() -> DeviceCookies:
    """Return the cookies of this user's device, in the folder for programs' state."""
    return DeviceCookies(cookie_folder())


def cookie_folder() -> Path:
    """Return the folder of the cookies."""
    return default_path().parent / "devices"

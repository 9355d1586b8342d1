"""Places at a server that tests show without one: a table in the middle of a match, and a room."""

from collections.abc import AsyncGenerator

from punto.cli._joined_room import JoinedRoom
from punto.cli._joined_table import JoinedTable, News
from punto.cli._room_news import room_news_of
from punto.client import (
    DeviceCookies,
    Holder,
    Presence,
    RemoteTable,
    Replaced,
    RoomChanged,
    RoomLink,
    TableLink,
    You,
)
from punto.client.remote_room import read_room
from punto.tui.app import PuntoApp
from punto.tui.joined_screen import JoinedScreen

from .staging import begun

SERVER, CODE = "https://host", "dhkl-moqr-wxyd"


class StagedTable(JoinedTable):
    """A table where Ben is to move and has lost the connection."""

    def __init__(self) -> None:
        super().__init__(TableLink(SERVER, CODE), DeviceCookies())
        match = begun(cards=21).match
        seats = (Holder("person", "Ada", 1), Holder("person", "Ben", 2))
        settings = {"mode": "2p", "begins_when_full": True}
        self.client.table = RemoteTable(
            CODE,
            30,
            "playing",
            settings,
            1,
            seats,
            match.position(),
            last=match.round.table.last,
            placements=tuple(match.round.placements),
        )
        self.client.you = You(1, (1,))
        self.client.presence = Presence(frozenset({1}), ((2, 0),))

    async def news(self) -> AsyncGenerator[News, None]:
        yield News(Replaced(self.table), ["Ben has lost the connection."])


class StagedRoom(JoinedRoom):
    """A room between two matches, in which Ben asks for the next one and Cleo sits out."""

    def __init__(self) -> None:
        super().__init__(RoomLink(SERVER, CODE), DeviceCookies())
        names = ("Ada", "Ben", "Cleo")
        members = [
            {"member": number, "name": name, "watches": False, "won": int(number == 2)}
            for number, name in enumerate(names, start=1)
        ]
        self.room_client.room = read_room(
            {
                "room": CODE,
                "number": 9,
                "host": 1,
                "members": members,
                "seats": [{"kind": "member", "member": 1}, {"kind": "member", "member": 2}],
                "call": {"member": 2, "ready": [2]},
                "table": None,
                "matches": [{"over": {"how": "won"}}],
            }
        )
        self.room_client.member = 1

    async def news(self) -> AsyncGenerator[News, None]:
        update = RoomChanged(self.room, self.room)
        yield News(update, [*room_news_of(update, self.room), "Ben wants the next match."])


def joined_table(app: PuntoApp) -> JoinedScreen:
    return JoinedScreen(app.look, StagedTable())


def joined_room(app: PuntoApp) -> JoinedScreen:
    return JoinedScreen(app.look, StagedRoom())

"""A client of the server's published API: tables and rooms over HTTP and WebSocket, for asyncio.

    link = read_link("https://host/t/dhkl-moqr-wxyd")
    async with TableClient(link, DeviceCookies(folder)) as client:
        async for update in client.updates():
            ...

It needs the package `websockets`, the extra `client`. Everything else is the standard library.
"""

from punto.client.cookies import DeviceCookies
from punto.client.credentials import BearerToken, Credentials
from punto.client.link import RoomLink, TableLink, read_link, read_room_link
from punto.client.messages import Presence, You
from punto.client.remote_room import RemoteRoom
from punto.client.remote_table import Ended, Holder, RemoteTable
from punto.client.room_client import (
    MemberReacted,
    MembersChanged,
    RoomChanged,
    RoomClient,
    RoomUpdate,
)
from punto.client.steps import EndedRound
from punto.client.table_client import TableClient
from punto.client.updates import (
    Connected,
    Disconnected,
    Happened,
    PresenceChanged,
    Reacted,
    Replaced,
    Update,
    YouChanged,
)

__all__ = [
    "BearerToken",
    "Connected",
    "Credentials",
    "DeviceCookies",
    "Disconnected",
    "Ended",
    "EndedRound",
    "Happened",
    "Holder",
    "MemberReacted",
    "MembersChanged",
    "Presence",
    "PresenceChanged",
    "Reacted",
    "RemoteRoom",
    "RemoteTable",
    "Replaced",
    "RoomChanged",
    "RoomClient",
    "RoomLink",
    "RoomUpdate",
    "TableClient",
    "TableLink",
    "Update",
    "You",
    "YouChanged",
    "read_link",
    "read_room_link",
]

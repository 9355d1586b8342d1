"""A client of the server's published API: tables over HTTP and WebSocket, for asyncio.

    link = read_link("https://host/t/dhkl-moqr-wxyd")
    async with TableClient(link, DeviceCookies(folder)) as client:
        async for update in client.updates():
            ...

It needs the package `websockets`, the extra `client`. Everything else is the standard library.
"""

from punto.client.cookies import DeviceCookies
from punto.client.link import TableLink, read_link
from punto.client.messages import Presence, You
from punto.client.remote_table import Ended, Holder, RemoteTable
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
    "Connected",
    "DeviceCookies",
    "Disconnected",
    "Ended",
    "EndedRound",
    "Happened",
    "Holder",
    "Presence",
    "PresenceChanged",
    "Reacted",
    "RemoteTable",
    "Replaced",
    "TableClient",
    "TableLink",
    "Update",
    "You",
    "YouChanged",
    "read_link",
]

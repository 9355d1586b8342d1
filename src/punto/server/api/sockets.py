"""The way from a path to its WebSocket."""

import re

from fastapi import WebSocket
from starlette.types import ASGIApp, Receive, Scope, Send

from punto.server.api.asgi_channel import channel_of
from punto.server.api.room_socket import RoomSocket
from punto.server.api.table_socket import TableSocket
from punto.server.api.tournament_socket import TournamentSocket
from punto.server.runtime import Runtime

SOCKET_PATH = re.compile(r"/api/(tables|rooms|tournaments)/([^/]+)/socket")

KINDS: dict[str, type[TableSocket | RoomSocket | TournamentSocket]] = {
    "tables": TableSocket,
    "rooms": RoomSocket,
    "tournaments": TournamentSocket,
}


class Sockets:
    """Serves the WebSockets of tables, rooms and tournaments, and passes everything else on.

    It stands before the router: routing, dependency injection and error pages are made for
    requests, and took a fifth of the time of a join, which needs none of them.
    """

    def __init__(self, app: ASGIApp, runtime: Runtime) -> None:
        self.app, self.runtime = app, runtime

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Talk with a table, a room or a tournament, if that is what the path asks for."""
        if scope["type"] == "websocket":
            path: str = scope["path"].removeprefix(scope.get("root_path", ""))
            if found := SOCKET_PATH.fullmatch(path):
                socket = WebSocket(scope, receive, send)
                async with channel_of(socket) as channel:
                    talk = KINDS[found[1]](self.runtime, socket, channel)
                    await talk.run(found[2], socket.query_params.get("since"))
                return
        await self.app(scope, receive, send)

"""Where sockets are opened, and what can be said on them."""

import re
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.types import ASGIApp, Receive, Scope, Send

from punto.server.api.asgi_channel import channel_of
from punto.server.api.dependencies import ERROR_RESPONSES
from punto.server.api.schema import socket_schema
from punto.server.api.table_socket import TableSocket
from punto.server.runtime import Runtime

SOCKET_PATH = re.compile(r"/api/tables/([^/]+)/socket")

router = APIRouter(prefix="/api", responses=ERROR_RESPONSES)


@router.get("/socket.json")
async def socket_json() -> dict[str, Any]:
    """Describe every message of the WebSocket, as JSON Schema."""
    return socket_schema()


class TableSockets:
    """Serves the WebSockets of tables, and passes everything else on.

    It stands before the router: routing, dependency injection and error pages are made for
    requests, and took a fifth of the time of a join, which needs none of them.
    """

    def __init__(self, app: ASGIApp, runtime: Runtime) -> None:
        self.app, self.runtime = app, runtime

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Talk with a table, if that is what the path asks for."""
        if scope["type"] == "websocket":
            path: str = scope["path"].removeprefix(scope.get("root_path", ""))
            if found := SOCKET_PATH.fullmatch(path):
                socket = WebSocket(scope, receive, send)
                async with channel_of(socket) as channel:
                    talk = TableSocket(self.runtime, socket, channel)
                    await talk.run(found[1], socket.query_params.get("since"))
                return
        await self.app(scope, receive, send)

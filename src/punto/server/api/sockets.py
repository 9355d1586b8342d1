"""Where sockets are opened, and what can be said on them."""

from typing import Any

from fastapi import APIRouter, WebSocket

from punto.server.api.asking import ANSWERS
from punto.server.api.conversation import Conversation
from punto.server.api.schema import socket_schema

router = APIRouter(prefix="/api", responses=ANSWERS)


@router.get("/socket.json")
async def socket_json() -> dict[str, Any]:
    """Describe every message of the WebSocket, as JSON Schema."""
    return socket_schema()


@router.websocket("/tables/{code}/socket")
async def socket(socket: WebSocket, code: str) -> None:
    """Talk with a table."""
    talk = Conversation(socket.app.state.house, socket)
    await talk.run(code, socket.query_params.get("since"))

"""The published description of the messages on the WebSocket."""

from functools import cache
from typing import Any

from pydantic import TypeAdapter

from punto.server.wire.commands import ClientMessage
from punto.server.wire.messages import ServerMessage

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def socket_schema() -> dict[str, Any]:
    """Describe what clients send and what they get."""
    client: TypeAdapter[Any] = TypeAdapter(ClientMessage)
    server: TypeAdapter[Any] = TypeAdapter(ServerMessage)
    schemas, definitions = TypeAdapter.json_schemas(
        [("client", "validation", client), ("server", "serialization", server)]
    )
    return {
        "$schema": DIALECT,
        "title": "Messages on the WebSocket of a table",
        "description": "Clients send what matches `ClientMessage`, and get `ServerMessage`.",
        "$defs": {
            **definitions["$defs"],
            "ClientMessage": schemas["client", "validation"],
            "ServerMessage": schemas["server", "serialization"],
        },
    }

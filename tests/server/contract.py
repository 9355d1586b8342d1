"""The published schema of the messages, read more strictly than it is written."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from punto.server.api.schema import socket_schema


def closed(schema: Any) -> Any:
    """Forbid every key that an object's schema does not name."""
    if isinstance(schema, list):
        return [closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {name: closed(part) for name, part in schema.items()}
    if "properties" in schema:
        parts["additionalProperties"] = False
    return parts


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    """Make what compares messages with one definition of the schema."""
    schema = {**closed(socket_schema()), "$ref": f"#/$defs/{name}"}
    return jsonschema_rs.Draft202012Validator(schema)


def check_sent(text: str, name: str = "ServerMessage") -> Any:
    """Fail unless a client may get this text; give what it says."""
    message = json.loads(text)
    errors = [str(error) for error in validator(name).iter_errors(message)]
    assert not errors, f"{text}\n{errors}"
    return message


def check_sent_in_room(text: str) -> Any:
    """Fail unless a client of a room may get this text; give what it says."""
    return check_sent(text, "RoomServerMessage")

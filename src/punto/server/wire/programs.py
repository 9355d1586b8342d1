"""Programs that play with a token: their devices, and what `GET /api/token` returns."""

from typing import Literal

from typing_extensions import TypedDict

PREFIX = "program:"
"""What the device of a program begins with; ids in cookies have no colon."""

MAX_PROGRAM_NAME = 24
"""Maximum length of a program's name, in characters: as long as a player's, by default."""

Scope = Literal["play"]
"""What a token allows: looking at tables and rooms, taking seats there, and playing."""


class TokenShape(TypedDict):
    """What a token allows the program that sends it."""

    name: str
    """The name of the program, as the host of the server gave it and everybody sees it."""
    scope: Scope
    max_tables: int
    """At how many tables it may be at the same time, and in how many rooms."""
    rate: int
    """Its rate limit for requests and messages, in units of the budget per second."""


def device_of_program(token_id: str, name: str) -> str:
    """Return the device that plays with a token; the log of a table keeps it as any other."""
    return f"{PREFIX}{token_id}:{name}"


def program_of(device: str) -> str:
    """Return the name of the program on a device; empty for the device of a person."""
    return device.split(":", 2)[2] if device.startswith(PREFIX) else ""


def token_id_of(device: str) -> str:
    """Return the id of the token with which a device plays; empty for the device of a person."""
    return device.split(":", 2)[1] if device.startswith(PREFIX) else ""

"""People at a table, each on their own device, and what the database says about it."""

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from typing import Any

from server.client import PATIENCE, Client, Device, Message, person
from server.server_process import ServerProcess

from .plain_requests import get

NAMES = ("Ada", "Ben", "Cleo", "Dag")


@asynccontextmanager
async def company(
    url: str, people: int = 2, watchers: int = 0, **settings: object
) -> AsyncIterator[list[Client]]:
    """Seat people in the order of their names, with Ada as the host; then add the spectators."""
    everybody = [Device(url) for _ in range(people + watchers)]
    clients: list[Client] = []
    try:
        code = await everybody[0].open(person(NAMES[0]), **settings)
        for seat, device in enumerate(everybody, start=1):
            client = await device.sit(code)
            clients.append(client)
            if 1 < seat <= people:
                await client.ask("sit", seat=seat, name=NAMES[seat - 1])
        last = max(client.number for client in clients)
        for place, client in enumerate(clients):
            await client.until(reached(client, last, seated=place < people))
        yield clients
    finally:
        for client in clients:
            await client.close()
        for device in everybody:
            await device.close()


def reached(client: Client, number: int, *, seated: bool = False) -> Callable[[], bool]:
    """Whether a client has received an event, and knows its own seats."""
    return lambda: (
        client.number >= number and bool(client.you) and (bool(client.you["seats"]) or not seated)
    )


async def caught_up(clients: list[Client]) -> None:
    """Wait until all clients know what the server knows now."""
    number = (await shown(clients[0]))["number"]
    for client in clients:
        await client.until(reached(client, number))


async def shown(client: Client) -> Message:
    """Return the current state of the table."""
    table: Message = await client.device.get(f"/api/tables/{client.code}")
    return table


async def answer_to(client: Client, message: str | bytes) -> Message:
    """Send something that will be refused, and return the refusal."""
    before = len(client.refusals)
    await client.send_text(message)
    await client.until(lambda: len(client.refusals) > before)
    return client.refusals[-1]


def to_move(clients: list[Client]) -> tuple[Client, Client]:
    """Find who is to move at a table of two, and who is not."""
    turn = clients[0].turn
    assert turn is not None
    first = turn["seat"] - 1
    return clients[first], clients[1 - first]


Stored = tuple[int, str, dict[str, Any]]
"""The number and kind of an event, with its public and secret parts."""


def stored(running: ServerProcess, code: str) -> list[Stored]:
    """Read the log of a table from the database."""
    with closing(sqlite3.connect(running.database, timeout=PATIENCE)) as database:
        rows = database.execute(
            "SELECT number, kind, body FROM events WHERE table_id = ? ORDER BY number", [code]
        ).fetchall()
    return [(number, kind, whole(body)) for number, kind, body in rows]


def whole(body: str) -> dict[str, Any]:
    """Merge the public and the secret part of an event."""
    merged: dict[str, Any] = {}
    for part in body.split("\n"):
        merged |= json.loads(part)
    return merged


def change(running: ServerProcess, statement: str, *values: object) -> int:
    """Change the database behind the server's back."""
    with closing(sqlite3.connect(running.database, timeout=PATIENCE)) as database, database:
        return database.execute(statement, values).rowcount


def in_memory(running: ServerProcess) -> int:
    """Count the tables in memory."""
    text = get(f"{running.url}/metrics").text
    found = re.search(r"^punto_tables (\S+)", text, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


async def until_let_go(running: ServerProcess, left: int = 0, pause: float = 0.05) -> None:
    """Wait until the server has at most that many tables in memory; releasing takes a moment.

    Every look is charged, so with default limits the pause must be longer.
    """
    async with asyncio.timeout(PATIENCE):
        while in_memory(running) > left:
            await asyncio.sleep(pause)


def mistakes(running: ServerProcess) -> float:
    """Return how many internal errors the server has counted."""
    found = re.search(
        r"^punto_errors_total (\S+)", get(f"{running.url}/metrics").text, re.MULTILINE
    )
    assert found is not None
    return float(found[1])

"""What is left of a room or a tournament on a quiet server, for tests that spoil it."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from copy import copy, deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Generic, Self, TypeVar

from punto.server.store.model import EventRow
from server.security.truth import key_of
from server.server_process import server

from .crowd import Crowd
from .evening import HOST_AWAY_SECONDS
from .guest import Guest, Traveller
from .room_guest import RoomGuest
from .room_verdict import public
from .verdict import Logs, grouped

P = TypeVar("P", bound=RoomGuest)

Story = Callable[[list[Traveller]], Awaitable[list[P]]]
"""Lets people on these devices play, and gives the people."""


@dataclass
class Remains(Generic[P]):
    """All that is left of a room or a tournament."""

    prefix: str
    """Before its code, this is the name of its log."""
    logs: Logs
    people: list[P]
    key: bytes

    @property
    def code(self) -> str:
        return self.people[0].code

    @property
    def log(self) -> list[EventRow]:
        return self.logs[f"{self.prefix}{self.code}"]

    def place(self, kind: str, **values: object) -> int:
        """Find the last event of a kind with these values."""
        return [
            place
            for place, entry in enumerate(self.log)
            if entry.kind == kind and values.items() <= public(entry).items()
        ][-1]

    def change(self, place: int, without: str = "", **values: object) -> None:
        """Write other values into the public part of an event, and leave one out."""
        entry = self.log[place]
        _, newline, secret = entry.body.partition("\n")
        body = {**public(entry), **values}
        body.pop(without, None)
        self.log[place] = entry._replace(body=json.dumps(body) + newline + secret)

    def repeat(self, place: int) -> None:
        """Store an event once more at the end."""
        self.log.append(self.log[place]._replace(number=self.log[-1].number + 1))

    def copy(self) -> Self:
        """Make a copy that can be spoilt."""
        people = [copy(person) for person in self.people]
        for person in people:
            person.received, person.done = list(person.received), dict(person.done)
            person.room = deepcopy(person.room)
        return replace(self, logs=deepcopy(self.logs), people=people)


def remains_of(folder: Path, prefix: str, devices: int, story: Story[P]) -> Remains[P]:
    """Let a story happen on a server of its own."""

    async def happen(url: str) -> list[P]:
        async with Crowd(url) as crowd:
            crowd.devices += (travellers := [Traveller(url) for _ in range(devices)])
            return await story(travellers)

    with server(folder, {"host_away_seconds": HOST_AWAY_SECONDS}) as running:
        people = asyncio.run(happen(running.url))
        key = key_of(running)
    query = "SELECT table_id, number, at, kind, body FROM events ORDER BY table_id, number"
    with closing(sqlite3.connect(running.database)) as connection:
        logs = grouped(connection.execute(query).fetchall())
    return Remains(prefix, logs, people, key)


async def play_quickly(_: str, guests: list[Guest]) -> None:
    """Play a match without thinking."""
    for guest in guests:
        guest.pace = 0.0
    await asyncio.gather(*(guest.play() for guest in guests))

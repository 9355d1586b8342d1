"""A party: many tables with people who come back by themselves, and all that they were told."""

import asyncio
import json
import random
import sqlite3
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self, TypeVar

import punto
from punto.server.table.client_view import public_event

from ..client import OPEN, Client, Device, Message, bot, person

PATIENCE = 400
"""Seconds after which a party counts as stuck; the machine may be slow."""

Found = TypeVar("Found")
Deed = Callable[[], Coroutine[Any, Any, Found]]
"""Something that is done while people play."""

Log = dict[int, Message]
"""The events of a table as clients get them, by their numbers."""


@dataclass(frozen=True)
class Plan:
    """How a table is to be set up; two devices play there."""

    mode: str
    seats: Sequence[Message]
    """The first device opens the table with these, and the second takes the open ones."""
    turn_seconds: int | None = None
    watchers: int = 0


ADA, CLEO = person("Ada"), person("Cleo")
PLANS = (
    Plan("2p", [ADA, OPEN]),
    Plan("2p", [OPEN, ADA], turn_seconds=60),
    Plan("3p", [ADA, bot("easy"), OPEN]),
    Plan("2p", [ADA, OPEN]),
    Plan("4p", [OPEN, ADA, bot("easy"), CLEO], turn_seconds=60),
    Plan("teams", [ADA, OPEN, bot("greedy"), bot("easy")]),
    Plan("2p", [ADA, OPEN]),
    Plan("3p", [ADA, OPEN, CLEO]),
)


@dataclass
class Party:
    """Tables, and the people who sit there."""

    url: str
    tables: dict[str, list[Client]] = field(default_factory=dict)
    devices: list[Device] = field(default_factory=list)
    bring: Callable[[str], Device] = Device
    """Makes a device for a person."""

    @property
    def clients(self) -> list[Client]:
        return [client for clients in self.tables.values() for client in clients]

    @property
    def heard(self) -> int:
        """Count the events that people know of, once for each table."""
        return sum(max(c.number for c in clients) for clients in self.tables.values())

    @property
    def unfinished(self) -> int:
        return sum(any(c.phase != "over" for c in clients) for clients in self.tables.values())

    @property
    def refused(self) -> set[str]:
        """The codes of all that was refused."""
        return {refusal["code"] for client in self.clients for refusal in client.refusals}

    async def until_heard(self, count: int) -> None:
        """Wait until people know of so many events."""
        while self.heard < count:
            await asyncio.sleep(0.01)

    async def gather(self, count: int, plans: Sequence[Plan] = PLANS) -> None:
        """Set so many tables up, and begin."""
        cooks = asyncio.Semaphore(20)

        async def set_up(plan: Plan) -> None:
            async with cooks:
                await self.set_up(plan)

        await asyncio.gather(*(set_up(plans[n % len(plans)]) for n in range(count)))

    async def set_up(self, plan: Plan) -> list[Client]:
        """Set one table up."""
        devices = [self.bring(self.url) for _ in range(2 + plan.watchers)]
        self.devices += devices
        settings = {"mode": plan.mode, "rounds_to_win": 1, "turn_seconds": plan.turn_seconds}
        code = await devices[0].open(*plan.seats, **settings)
        clients = [await device.sit(code) for device in devices]
        self.tables[code] = clients
        free = [place for place, seat in enumerate(plan.seats, 1) if seat == OPEN]
        for place in free:
            answer = await clients[1].ask("sit", seat=place, name="Ben")
            # Whoever missed the event, while away from the network, has the seat all the same.
            assert answer.get("kind") == "seat_changed" or place in clients[1].you["seats"], answer
        return clients

    async def play(self) -> None:
        """Play all matches to their end; a client that is told nonsense ends it at once."""
        playing = asyncio.gather(*(client.play() for client in self.clients))
        lives = [client.task for client in self.clients if client.task is not None]
        tasks: list[asyncio.Future[Any]] = [playing, *lives]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        broken = [life for life in lives if life.done()]
        if broken:
            playing.cancel()
        await asyncio.gather(playing, *broken)

    async def play_during(self, deed: Deed[Found]) -> Found:
        """Play all matches to their end while something is done; give what that found."""
        async with asyncio.TaskGroup() as tasks:
            doing = tasks.create_task(deed())
            tasks.create_task(self.play())
        return doing.result()

    async def play_while(self, deed: Deed[None], matches: int) -> dict[str, str]:
        """Hold a whole party while something breaks; give the record of every match.

        Tables are set up before the deed begins, and all matches are played to their end.
        """
        async with asyncio.timeout(PATIENCE), self:
            await self.gather(matches)
            await self.play_during(deed)
            return await self.records()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Send everybody home."""
        await asyncio.gather(*(device.close() for device in self.devices))

    async def records(self) -> dict[str, str]:
        """Fetch the record of every table."""
        return {code: await record(clients[0]) for code, clients in self.tables.items()}


async def record(client: Client) -> str:
    """Fetch the record of a match."""
    response = await client.device.http.get(f"/api/tables/{client.code}/record")
    assert response.status_code == 200, response.text
    return response.text


def logs_of(database: Path) -> dict[str, Log]:
    """Read all logs from the file itself, as clients would get them."""
    query = "SELECT table_id, number, at, kind, body FROM events ORDER BY table_id, number"
    with closing(sqlite3.connect(database)) as connection:
        return logs_from(connection.execute(query))


def logs_from(rows: Iterable[tuple[str, int, int, str, str]]) -> dict[str, Log]:
    """Sort rows of the database by tables, and leave their secrets out."""
    logs: dict[str, Log] = {}
    for table, number, at, kind, body in rows:
        log = logs.setdefault(table, {})
        assert number == len(log) + 1, "a log has a gap"
        log[number] = json.loads(public_event(number, at, kind, body))
    return logs


def check_nothing_lost(party: Party, records: dict[str, str], logs: dict[str, Log]) -> int:
    """Check after a party that all matches are stored as people were told, each with one end.

    Counts the events that were told.
    """
    assert set(logs) == set(party.tables)
    for code, log in logs.items():
        assert [event["kind"] for event in log.values()].count("over") == 1
        check_record(records[code], log)
    return check_told(party, logs)


def check_told(party: Party, logs: dict[str, Log]) -> int:
    """Compare all that anybody was told with the logs; count the events that were told."""
    return sum(check_heard(clients, logs[code]) for code, clients in party.tables.items())


def check_heard(clients: Iterable[Client], log: Log) -> int:
    """Compare all that was told at one table with its log; count the events that were told."""
    ids = [event["id"] for event in log.values() if "id" in event]
    assert len(ids) == len(set(ids)), "a command counted twice"
    told = 0
    for client in clients:
        told += len(client.events)
        assert client.number <= len(log), "somebody knows of more than there is"
        for number, event in client.events.items():
            assert log[number] == event
    return told


def check_record(text: str, log: Log) -> None:
    """Check a record from its first deal to its result, and against the log."""
    match = punto.read_record(text).match
    assert match.seed is not None
    assert match.seed.hex() == log[len(log)]["seed"]
    laid = [str(event.cell) for event in match.events if isinstance(event, punto.Placement)]
    assert laid == [event["cell"] for event in log.values() if event["kind"] == "placed"]
    assert match.over or log[len(log)]["how"] == "resigned"


def moments(count: int, least: int, most: int, chance: random.Random) -> list[int]:
    """Choose so many numbers of events after which something is to happen."""
    return sorted(chance.sample(range(least, most), count))

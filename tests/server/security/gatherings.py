"""Rooms and tournaments over recorded connections: matches that follow one another."""

import io
import zipfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from punto.notation.reader import read_record
from server.room_client import Company, company
from server.server_process import ServerProcess
from server.tournament_client import TournamentClient

from .company import caught_up, stored
from .leaks import leaks
from .parties import Aside, Party, check
from .recorder import Recorder
from .truth import Truth, is_in


class RecordedGathering:
    """Recorded devices in one room or tournament, and what they requested about it."""

    def __init__(self, running: ServerProcess, people: Company, wires: Sequence[Recorder]) -> None:
        self.running, self.people, self.wires = running, people, list(wires)
        self.answers: list[str] = []
        """The bodies of HTTP responses about the room or tournament itself."""
        self.records: list[str] = []
        """The records in archives."""
        self.tables: list[str] = []

    async def ask(self, wires: Sequence[Recorder], *paths: str) -> None:
        """Have devices request these, of members or not."""
        for wire in wires:
            for path in paths:
                response = await wire.device.http.get(path)
                if response.headers["content-type"] == "application/zip":
                    self.records += unpacked(response.content)
                elif "png" not in response.headers["content-type"]:
                    self.answers.append(response.text)

    async def play(self, table: str, meanwhile: Aside, absent: Sequence[Recorder] = ()) -> None:
        """Play a match with everybody at its table, those without a seat as spectators."""
        here = [wire for wire in self.wires if wire not in absent]
        match = Party(self.running, here, [await wire.device.sit(table) for wire in here])
        await caught_up(match.clients)
        await match.play(meanwhile)
        check(match)
        truth = Truth(stored(self.running, table))
        for text in self.answers:
            assert not leaks(text, truth.decks), text
        for record in self.records:
            assert read_record(record).match.over
            assert not is_in(truth.seed, record)
        for client in match.clients:
            await client.close()
        self.tables.append(table)

    def check(self, log_name: str) -> None:
        """Search all that was sent about the room or tournament, and the log of the server."""
        for truth in [Truth(stored(self.running, table)) for table in self.tables]:
            for text in {text for person in self.people.people for text in person.received}:
                assert not leaks(text, truth.decks), text
        seed = bytes.fromhex(stored(self.running, log_name)[0][2]["seed"])
        ids = {wire.id for wire in self.wires}
        log = self.running.logged()
        assert not is_in(seed, log)
        assert not {id_ for id_ in ids if id_ in log}
        for wire in self.wires:
            assert not is_in(seed, wire.text)
            assert not {id_ for id_ in ids - {wire.id} if id_ in wire.text}


def unpacked(archive: bytes) -> list[str]:
    """Read all files of an archive."""
    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return [files.read(name).decode() for name in files.namelist()]


@asynccontextmanager
async def recorded(running: ServerProcess, count: int) -> AsyncIterator[RecordedGathering]:
    """Have so many recorded devices as long as the block lasts."""
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(Recorder(running.port)) for _ in range(count)]
        people = await stack.enter_async_context(company(running.url))
        yield RecordedGathering(running, people, wires)


async def in_tournament(people: Company, code: str, wire: Recorder, name: str) -> TournamentClient:
    """Open a socket in a tournament, and join it if there is a name."""
    person = TournamentClient(wire.device, code)
    people.people.append(person)
    await person.begin()
    if name:
        await person.join(name)
    return person

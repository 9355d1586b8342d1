"""A full disk: people are told, nothing acknowledged is lost, and it goes on when there is room."""

import asyncio
import resource
import shutil
import subprocess
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

import pytest

from punto.server.store.checking import check
from punto.server.store.errors import SENTENCES

from ..client import Client
from ..server_process import ServerProcess
from .party import Party, check_nothing_lost, logs_of

MATCHES = 24
FREE = resource.RLIM_INFINITY


class Room(Protocol):
    """Takes the room that a server has on its disk, and gives it back."""

    codes: frozenset[str]
    """What people may be told when there is none."""

    def prepare(self, running: ServerProcess) -> list[str]:
        """Make what has to be there before a start; give the words before its command."""

    def take(self, running: ServerProcess) -> None: ...
    def give(self, running: ServerProcess) -> None: ...
    def database(self, running: ServerProcess) -> Path: ...


class LimitedFiles:
    """No file of the server may grow: SQLite does not tell that from other failures to write."""

    codes = frozenset({"disk-full", "store-unavailable"})

    def prepare(self, running: ServerProcess) -> list[str]:
        return []

    def take(self, running: ServerProcess) -> None:
        assert running.process is not None
        size = running.database.with_name(f"{running.database.name}-wal").stat().st_size
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (size, FREE))

    def give(self, running: ServerProcess) -> None:
        assert running.process is not None
        resource.prlimit(running.process.pid, resource.RLIMIT_FSIZE, (FREE, FREE))

    def database(self, running: ServerProcess) -> Path:
        return running.database


class SmallFileSystem:
    """A file system that only the server sees, in memory, filled up by a file beside its own."""

    codes = frozenset({"disk-full"})

    def __init__(self, size: str) -> None:
        self.size = size

    def prepare(self, running: ServerProcess) -> list[str]:
        self.folder = running.folder / "small"
        self.folder.mkdir()
        running.database = self.folder / "punto.sqlite"
        mount = f'mount -t tmpfs -o size={self.size} punto {self.folder} && exec "$@"'
        return ["unshare", "-rm", "sh", "-c", mount, "sh"]

    def inside(self, running: ServerProcess) -> Path:
        assert running.process is not None
        return Path(f"/proc/{running.process.pid}/root{self.folder}")

    def take(self, running: ServerProcess) -> None:
        ballast = self.inside(running) / "ballast"
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def give(self, running: ServerProcess) -> None:
        (self.inside(running) / "ballast").unlink()

    def database(self, running: ServerProcess) -> Path:
        """Copy the files out before the file system goes with the server."""
        for file in self.inside(running).iterdir():
            shutil.copy(file, running.folder)
        return running.folder / "punto.sqlite"


def can_mount() -> bool:
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "punto", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


MOUNTED = pytest.mark.skipif(not can_mount(), reason="file systems may not be mounted here")

ROOMS = [
    pytest.param(LimitedFiles(), id="limited-files"),
    pytest.param(SmallFileSystem("64m"), id="small-file-system", marks=MOUNTED),
]


async def ask_if_ready(client: Client) -> tuple[int, str]:
    response = await client.device.http.get("/readyz")
    return response.status_code, response.json()["status"]


async def fill_the_disk(running: ServerProcess, party: Party, room: Room) -> None:
    """Take all room while people play, look how they are told, and give it back."""
    first = party.clients[0]
    await party.until_heard(20 * MATCHES)
    assert await ask_if_ready(first) == (200, "ok")
    room.take(running)
    while sum(bool(client.refusals) for client in party.clients) < MATCHES // 2:
        await asyncio.sleep(0.01)
    status, code = await ask_if_ready(first)
    assert status == 503
    assert code in room.codes
    response = await first.device.http.post("/api/tables", json={})
    assert response.status_code in (503, 507)
    assert response.json()["code"] in room.codes
    known = party.heard
    shape = await first.device.get(f"/api/tables/{first.code}")  # looking is free
    assert shape["number"] >= first.number
    room.give(running)
    await party.until_heard(known + MATCHES)
    assert await ask_if_ready(first) == (200, "ok")


@pytest.mark.parametrize("room", ROOMS)
def test_with_a_full_disk_people_are_told_nothing_is_lost_and_it_goes_on_with_room(
    room: Room, tmp_path: Path
) -> None:
    running = ServerProcess(tmp_path)
    party = Party(running.url)

    with running.until_killed(room.prepare(running)):
        filling = partial(fill_the_disk, running, party, room)
        records = asyncio.run(party.play_while(filling, MATCHES))
        database = room.database(running)
    check_nothing_lost(party, records, logs_of(database))
    assert party.refused & room.codes
    assert party.refused <= {*room.codes, "too-late"}
    assert {client.reconnects for client in party.clients} == {0}
    said = running.logged()
    assert sum(said.count(SENTENCES[code]) for code in room.codes) >= 1
    assert said.count("storing works again") >= 1
    check(database, whole=True)


@MOUNTED
def test_a_disk_of_6_mb_is_filled_again_and_again_and_every_match_is_finished(
    tmp_path: Path,
) -> None:
    running, room = ServerProcess(tmp_path), SmallFileSystem("6m")
    party = Party(running.url)

    async def fill_again_and_again() -> None:
        for _ in range(3):
            refused = sum(len(client.refusals) for client in party.clients)
            room.take(running)
            while party.unfinished and refused + MATCHES > sum(
                len(client.refusals) for client in party.clients
            ):
                await asyncio.sleep(0.01)
            room.give(running)
            known = party.heard
            while party.unfinished and party.heard < known + 5 * MATCHES:
                await asyncio.sleep(0.01)

    with running.until_killed(room.prepare(running)):
        records = asyncio.run(party.play_while(fill_again_and_again, MATCHES))
        database = room.database(running)
    check_nothing_lost(party, records, logs_of(database))
    assert {client.phase for client in party.clients} == {"over"}
    assert "disk-full" in party.refused
    check(database, whole=True)

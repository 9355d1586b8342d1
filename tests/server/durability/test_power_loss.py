"""Power is lost again and again: what anybody was told was synced before, and all goes on."""

import asyncio
import random
from pathlib import Path

import pytest

from punto.server.store.checking import check

from ..client import Device, person
from ..disk.machine import Machine
from ..disk.shim import NO_COMPILER, Operation, compiler
from .party import Party, check_nothing_lost, check_told

pytestmark = pytest.mark.skipif(not compiler(), reason=NO_COMPILER)

MATCHES = 30
LOSSES = 5

CARELESS = """
import re, sqlite3, sqlite3.dbapi2

class Cursor(sqlite3.Cursor):
    def execute(self, sql, *rest):
        return super().execute(re.sub(r"(?i)synchronous *= *\\w+", "synchronous = OFF", sql), *rest)

class Connection(sqlite3.Connection):
    def cursor(self, factory=Cursor):
        return super().cursor(factory)

def connect(*words, connect=sqlite3.connect, **more):
    connection = connect(*words, factory=Connection, **more)
    connection.execute("PRAGMA synchronous = OFF")
    return connection

sqlite3.connect = sqlite3.dbapi2.connect = connect
"""
"""Makes a server that never waits for its disk."""


def test_what_anybody_was_told_survives_power_losses_and_every_match_is_finished(
    tmp_path: Path,
) -> None:
    server, chance = Machine(tmp_path), random.Random(12)
    party = Party(server.url)

    async def lose_power_now_and_then() -> None:
        for _ in range(LOSSES):
            await party.until_heard(party.heard + MATCHES)
            assert party.unfinished > MATCHES // 4
            await server.lose_power(chance, commits=20)
            assert check_told(party, server.stored()) > 0
            await asyncio.to_thread(server.start)

    with server.until_killed():
        records = asyncio.run(party.play_while(lose_power_now_and_then, MATCHES))
    assert check_nothing_lost(party, records, server.stored()) > 60 * MATCHES
    assert min(client.reconnects for client in party.clients) >= 1
    check(server.database, whole=True)


@pytest.mark.parametrize("is_careless", [False, True])
def test_a_server_that_does_not_sync_is_caught(tmp_path: Path, is_careless: bool) -> None:
    server = Machine(tmp_path)
    server.start()  # the database is made with care in any case
    server.kill()
    if is_careless:
        (tmp_path / "sitecustomize.py").write_text(CARELESS)
        server.customise(tmp_path)

    async def story() -> tuple[str, int]:
        async with Device(server.url) as ada:
            code = await ada.open(person("Ada"), person("Ben"))
            client = await ada.sit(code)
            for _ in range(20):
                assert (await client.place())["kind"] == "placed"
            return code, client.number

    with server.until_killed():
        code, told = asyncio.run(story())
    server.disk.after_power_loss()
    kept = len(server.stored().get(code, {}))
    assert (kept < told) == is_careless


def test_power_may_be_lost_while_the_database_is_made(tmp_path: Path) -> None:
    def new_machine(name: str) -> Machine:
        (tmp_path / name).mkdir()
        return Machine(tmp_path / name)

    whole = new_machine("whole")
    whole.start()
    whole.kill()
    for moment in (0.1, 0.5, 0.9):
        server = new_machine(str(moment))
        server.disk.lose_power(Operation.ANY, after=round(whole.disk.seen * moment))
        server.spawn()
        server.wait_for_power_loss(random.Random(round(100 * moment)))
        server.start()
        assert server.stop() == 0
        check(server.database, whole=True)

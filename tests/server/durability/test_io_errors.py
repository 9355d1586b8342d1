"""A disk that fails at times: people are told, and what was acknowledged is on it in the end."""

import asyncio
import errno
import random
from pathlib import Path

import pytest

from punto.server.store.checking import check

from ..client import Device, Message, person
from ..disk.machine import Machine
from ..disk.shim import ALWAYS, NO_COMPILER, Operation, compiler
from .party import Party, check_nothing_lost, check_told

pytestmark = pytest.mark.skipif(not compiler(), reason=NO_COMPILER)

MATCHES = 40

FAULTS = [
    (Operation.SYNC, errno.EIO, 1),
    (Operation.WRITE, errno.EIO, 1),
    (Operation.WRITE, errno.ENOSPC, 3),
    (Operation.SYNC, errno.ENOSPC, 3),
    (Operation.WRITE | Operation.SYNC, errno.EIO, ALWAYS),
    (Operation.WRITE, errno.ENOSPC, ALWAYS),
]
"""Which operations fail, with what, and how often before the disk is well again."""

LASTING = 0.5
"""Seconds for which those fail that fail always."""


@pytest.mark.parametrize("times", [1, ALWAYS])
def test_a_move_that_could_not_be_synced_is_not_refused_and_then_found(
    tmp_path: Path, times: int
) -> None:
    """SQLite leaves such a commit in its file: without a later one, a new start finds it."""
    server = Machine(tmp_path)

    async def story() -> tuple[str, Message]:
        async with Device(server.url) as ada:
            code = await ada.open(person("Ada"), person("Ben"))
            client = await ada.sit(code)
            await client.place()
            server.disk.fail(Operation.SYNC, errno.EIO, times=times)
            answer = await client.place()
            await asyncio.to_thread(server.kill)
            return code, answer

    with server.until_killed():
        code, answer = asyncio.run(story())
    if times == 1:  # the next try succeeds
        assert server.stored()[code][answer["number"]]["id"] == answer["id"]
    else:
        assert answer["code"] == "store-in-doubt"


def test_whatever_fails_on_the_disk_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    server, chance = Machine(tmp_path), random.Random(12)
    party = Party(server.url)

    async def fail_now_and_then() -> None:
        for operations, error, times in FAULTS:
            await party.until_heard(party.heard + MATCHES)
            assert party.unfinished > MATCHES // 4
            failed = server.disk.failed
            server.disk.fail(operations, error, after=chance.randrange(50), times=times)
            while server.disk.failed < failed + min(times, 3):
                await asyncio.sleep(0.01)
            await asyncio.sleep(LASTING if times == ALWAYS else 0)
            server.disk.mend()
            await party.until_heard(party.heard + 1)
        await server.lose_power(chance, commits=10)
        assert check_told(party, server.stored()) > 0
        await asyncio.to_thread(server.start)

    with server.until_killed():
        records = asyncio.run(party.play_while(fail_now_and_then, MATCHES))
    check_nothing_lost(party, records, server.stored())
    assert "store-unavailable" in party.refused
    assert party.refused <= {"store-unavailable", "store-in-doubt", "disk-full", "too-late"}
    assert "Traceback" not in server.logged()
    check(server.database, whole=True)

"""A disk that fails at times: people are told, and what was acknowledged is on it in the end."""

import asyncio
import errno
import random
from pathlib import Path

import pytest

from punto.server.store.checking import check

from ..disk.machine import Machine
from ..disk.shim import ALWAYS, Operation, compiler
from .party import Party, check_record, check_told

pytestmark = pytest.mark.skipif(not compiler(), reason="needs Linux and a C compiler, as `cc`")

MATCHES = 40
PATIENCE = 400
"""Seconds until it counts as stuck; the machine may be slow."""

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


def test_whatever_fails_on_the_disk_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    server, chance = Machine(tmp_path), random.Random(12)
    party = Party(server.url)

    async def heard_more(count: int) -> None:
        heard = party.heard
        while party.heard < heard + count:
            await asyncio.sleep(0.01)

    async def fail_now_and_then() -> None:
        for operations, error, times in FAULTS:
            await heard_more(MATCHES)
            assert party.unfinished > MATCHES // 4
            failed = server.disk.failed
            server.disk.fail(operations, error, after=chance.randrange(50), times=times)
            while server.disk.failed < failed + min(times, 3):
                await asyncio.sleep(0.01)
            await asyncio.sleep(LASTING if times == ALWAYS else 0)
            server.disk.mend()
            await heard_more(1)
        await server.lose_power(chance, commits=10)
        assert check_told(party, server.stored()) > 0
        await asyncio.to_thread(server.start)

    async def story() -> dict[str, str]:
        async with asyncio.timeout(PATIENCE), party:
            await party.gather(MATCHES)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(fail_now_and_then())
                tasks.create_task(party.play())
            return await party.records()

    server.start()
    try:
        records = asyncio.run(story())
    finally:
        server.kill()
    logs = server.stored()
    check_told(party, logs)
    for code, log in logs.items():
        check_record(records[code], log)
    refused = {refusal["code"] for client in party.clients for refusal in client.refusals}
    assert "store-unavailable" in refused
    assert refused <= {"store-unavailable", "store-in-doubt", "disk-full", "too-late"}
    assert "Traceback" not in server.logged()
    check(server.database, whole=True)

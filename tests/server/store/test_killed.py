"""Everything acknowledged is stored after the process was killed."""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from punto.server.store.checking import check
from punto.server.store.location import database_file, parse_address
from punto.server.store.store import Store

KILLS = 15
MANY = 1_000_000


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_acknowledged_events_survive_kills_at_random_moments(address: str) -> None:
    script = Path(__file__).with_name("append_until_killed.py")
    command = [sys.executable, str(script), address, str(KILLS)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert run.returncode == 0, run.stderr
    acknowledged = Counter(tuple(line.split()) for line in run.stdout.splitlines())
    assert set(acknowledged.values()) == {1}
    assert len(acknowledged) > 100
    path = database_file(parse_address(address))
    if path:
        with path.with_name("punto.db-wal").open("ab") as log:
            log.write(os.urandom(3000))  # as if another write had been interrupted

    async def story() -> None:
        appends = Counter[bool]()
        async with Store(address) as store:
            for name in {table for table, _ in acknowledged}:
                log = await store.read(name, limit=MANY)
                there = [entry.number for entry in log]
                appended = Counter(entry.at for entry in log)  # all events of one have its time
                appends.update(count == 1 for count in appended.values())
                assert there == list(range(1, len(there) + 1))
                told = {int(number) for table, number in acknowledged if table == name}
                assert told <= set(there)
                row = await store.table(name)
                assert row is not None
                assert row.last == len(there)
                assert [due.at for due in await store.due(MANY) if due.table == name] == [row.last]
                assert await store.recent(name) == [row]
            (totals,) = await store.daily_totals(10)
            assert totals == ("2026-11-17", appends.total(), appends[True])

    asyncio.run(story())
    if path:
        check(path, whole=True)

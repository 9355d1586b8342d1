"""SQLite's index is cut off under a server that runs: only the process is lost."""

import asyncio
import os
import signal
import sys

import pytest

from ..client import Client, Device, person
from ..server_process import ServerProcess
from .party import logs_of


@pytest.mark.skipif(sys.platform != "linux", reason="other systems end a process in other ways")
def test_only_the_process_is_lost_and_the_next_start_goes_on(running: ServerProcess) -> None:
    async def story() -> Client:
        async with Device(running.url) as ada:
            client = await ada.sit(await ada.open(person("Ada"), person("Ben")))
            for _ in range(5):
                assert (await client.place())["kind"] == "placed"
            os.truncate(f"{running.database}-shm", 0)
            assert running.process is not None
            await asyncio.to_thread(running.process.wait, 60)
            return client

    running.start()
    client = asyncio.run(story())
    assert running.process is not None
    # Whoever comes first, SQLite or the server's own look at the files.
    ends = {-signal.SIGBUS: "Bus error", 1: "restart the server"}
    assert ends[running.process.wait()] in running.logged()
    running.start()
    running.stop()
    log = logs_of(running.database)[client.code]
    assert {number: log[number] for number in client.events} == client.events

"""The server is killed again and again: whatever anybody was told is kept, and all goes on."""

import asyncio
import random
from pathlib import Path

from punto.server.store.checking import check

from ..server_process import ServerProcess
from .party import Party, check_record, check_told, logs_of, moments

MATCHES = 200
KILLS = 5
PATIENCE = 400
"""Seconds until it counts as stuck; the machine may be slow."""


async def kill_now_and_then(server: ServerProcess, party: Party) -> None:
    """Kill the server at moments that are spread over the matches, and start it again."""
    chance = random.Random()
    begun = party.heard
    for moment in moments(KILLS, begun, begun + 25 * MATCHES, chance):
        while party.heard < moment:
            await asyncio.sleep(chance.uniform(0, 0.02))
        assert party.unfinished > MATCHES // 2
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


def test_what_anybody_was_told_survives_kills_and_every_match_is_finished(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    party = Party(server.url)

    async def story() -> dict[str, str]:
        async with asyncio.timeout(PATIENCE), party:
            await party.gather(MATCHES)
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(kill_now_and_then(server, party))
                tasks.create_task(party.play())
            return await party.records()

    server.start()
    try:
        records = asyncio.run(story())
    finally:
        server.kill()
    logs = logs_of(server.database)
    assert set(logs) == set(party.tables)
    assert check_told(party, logs) > 60 * MATCHES
    for code, log in logs.items():
        assert [event["kind"] for event in log.values()].count("over") == 1
        check_record(records[code], log)
    assert min(client.reconnects for client in party.clients) >= 1
    assert {refusal["code"] for client in party.clients for refusal in client.refusals} <= {
        "too-late"
    }
    check(server.database, whole=True)

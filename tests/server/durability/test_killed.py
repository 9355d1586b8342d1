"""The server is killed again and again: whatever anybody was told is kept, and all goes on."""

import asyncio
import random
from functools import partial
from pathlib import Path

from punto.server.store.checking import check

from ..server_process import ServerProcess
from .party import Party, check_nothing_lost, logs_of, moments

MATCHES = 60
KILLS = 5


async def kill_now_and_then(server: ServerProcess, party: Party) -> None:
    """Kill the server at moments that are spread over the matches, and start it again."""
    chance = random.Random()
    begun = party.heard
    for moment in moments(KILLS, begun, begun + 25 * MATCHES, chance):
        await party.until_heard(moment)
        await asyncio.sleep(chance.uniform(0, 0.02))
        assert party.unfinished > MATCHES // 2
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


def test_what_anybody_was_told_survives_kills_and_every_match_is_finished(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    party = Party(server.url)
    with server.until_killed():
        killing = partial(kill_now_and_then, server, party)
        records = asyncio.run(party.play_while(killing, MATCHES))
    assert check_nothing_lost(party, records, logs_of(server.database)) > 60 * MATCHES
    assert min(client.reconnects for client in party.clients) >= 1
    assert party.refused <= {"too-late"}
    check(server.database, whole=True)

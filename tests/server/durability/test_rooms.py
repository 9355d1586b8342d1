"""The server is killed again and again during an evening: no match is lost, and none is doubled."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path

from punto.server.maintenance.audit import audit

from ..room_client import RoomClient, company
from ..server_process import ServerProcess

MATCHES = 4


def tables_of(database: Path, room: str) -> list[str]:
    """List the codes of all tables that were ever opened for a room."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT table_id, body FROM events WHERE kind = 'opened'")
        return [code for code, body in rows if json.loads(body.split("\n")[0]).get("room") == room]


async def kill(server: ServerProcess, within_seconds: float) -> None:
    """Kill the server in a moment, and start it again."""
    await asyncio.sleep(random.uniform(0, within_seconds))
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def evening(server: ServerProcess) -> str:
    """Play some matches; the server is killed while they are agreed on, played and ended."""
    async with company(server.url) as people:
        host = people.device()
        opened = await people.open(host, settings={"rounds_to_win": 1})
        room: str = opened["room"]
        ada, ben = await people.come(room, host), await people.come(room, name="Ben")
        both: list[RoomClient] = [ada, ben]
        for number in range(1, MATCHES + 1):
            killing = asyncio.create_task(kill(server, 0.05))
            await asyncio.gather(*(agree(one, number) for one in both))
            await killing
            killing = asyncio.create_task(kill(server, 1.0))
            await asyncio.gather(*(one.play_match(number) for one in both))
            await killing
        await ada.until(lambda: ada.results == ["won"] * MATCHES)
        shape = await host.get(f"/api/rooms/{room}")
        assert [one["played"] for one in shape["members"]] == [MATCHES, MATCHES]
        assert sum(one["won"] for one in shape["members"]) == MATCHES
        tables = [match["table"] for match in shape["matches"]]
        assert sorted(tables_of(server.database, room)) == sorted(tables)
        return room


async def agree(person: RoomClient, number: int) -> None:
    """Agree to the next match until it has begun, whatever time was up meanwhile."""
    while len(person.room["matches"]) < number:
        if person.you["member"] not in person.seats:
            await person.insist("take_seat", seat=person.seats.index(None) + 1)
        answer = await person.insist("next_match")
        assert answer["type"] == "done" or answer["code"] in ("already-ready", "match-running")
        await person.until(
            lambda: len(person.room["matches"]) >= number or person.room["call"] is None
        )


def test_no_match_of_an_evening_is_lost_or_doubled_when_the_server_is_killed(
    tmp_path: Path,
) -> None:
    server = ServerProcess(tmp_path, {"answer_seconds": 3})
    with server.until_killed():
        asyncio.run(evening(server))
    assert audit(server.database).problems == []

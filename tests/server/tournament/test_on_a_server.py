"""A tournament on a real server: played over sockets, killed in between, and taken home."""

import asyncio
import csv
import io
import json
import sqlite3
import zipfile
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest

from punto.notation.reader import read_record
from punto.server.maintenance.audit import audit

from ..room.test_on_a_server import check_secrets
from ..room_client import company
from ..server_process import ServerProcess
from ..tournament_client import TournamentClient, come, open_tournament

NAMES = ("Ada", "Ben", "Cleo", "Dag", "Eva")


async def kill(server: ServerProcess) -> None:
    """Kill the server without warning, and start it again."""
    await asyncio.to_thread(server.kill)
    await asyncio.to_thread(server.start)


async def during(killing: Awaitable[None], doing: Awaitable[Any]) -> Any:
    """Do something while the server is killed."""
    _, done = await asyncio.gather(killing, doing)
    return done


def opened_tables(database: Path, code: str) -> list[str]:
    """List the codes of all tables that were ever opened for a tournament."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT table_id, body FROM events WHERE kind = 'opened'")
        public = [(table, json.loads(body.split("\n")[0])) for table, body in rows]
    return [table for table, body in public if body.get("tournament") == code]


@pytest.mark.slow
def test_a_swiss_tournament_survives_being_killed_and_reveals_nothing(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)

    async def story() -> None:
        async with company(server.url) as people:
            host, code = await open_tournament(people, rounds=2)
            players = [await come(people, code, name) for name in NAMES[:4]]
            await during(kill(server), host.insist("next_round"))
            await host.until(lambda: host.round == 1)
            players.append(await come(people, code, NAMES[4]))
            playing = asyncio.gather(*(one.play_round(1) for one in players))
            await during(kill(server), playing)
            await host.until(host.is_round_over)
            await host.insist("next_round")
            await asyncio.gather(*(one.play_round(2) for one in players))
            await host.until(lambda: host.tournament["stage"] == "over")
            await check_the_end(server, host, code)
            check_secrets(server.database, people)

    with server.until_killed():
        asyncio.run(story())
    assert audit(server.database).problems == []


async def check_the_end(server: ServerProcess, host: TournamentClient, code: str) -> None:
    """See that nothing was lost or doubled, and what the host can take home."""
    rounds = (await host.device.get(f"/api/tournaments/{code}/rounds"))["rounds"]
    tables = [pairing["table"] for one in rounds for pairing in one["pairings"]]
    assert sorted(opened_tables(server.database, code)) == sorted(tables)
    assert len(tables) == 4
    # A match is worth two points, and so is the bye of the second round, when a fifth had come.
    points = sum(row["points"] for row in host.tournament["standings"])
    assert (points, [len(one["byes"]) for one in rounds]) == (2 * 4 + 2, [0, 1])
    at = f"/api/tournaments/{code}"
    standings = (await host.device.http.get(f"{at}/standings.csv")).text
    assert [row["name"] for row in csv.DictReader(io.StringIO(standings))] == [
        next(one["name"] for one in host.tournament["players"] if one["player"] == row["player"])
        for row in host.tournament["standings"]
    ]
    results = list(
        csv.DictReader(io.StringIO((await host.device.http.get(f"{at}/results.csv")).text))
    )
    assert len(results) == 2 * 4 + 1
    archive = zipfile.ZipFile(io.BytesIO((await host.device.http.get(f"{at}/records.zip")).content))
    assert archive.namelist()[0] == "round-01-table-01.punto"
    records = [read_record(archive.read(name).decode()) for name in archive.namelist()]
    assert len(records) == 4
    assert all(record.match.over for record in records)
    assert "<svg" in (await host.device.http.get(f"{at}/invite.svg")).text
    (recent,) = await host.device.get("/api/tournaments")
    assert (recent["name"], recent["stage"], recent["players"]) == ("Club night", "over", 5)
    missing = await host.device.http.get("/api/tournaments/dhkl-moqr-wxyd")
    assert (missing.status_code, missing.json()["code"]) == (404, "no-such-tournament")
    refused = await (await host.device.sit(tables[0])).ask("rematch", seat=1)
    assert refused["code"] in ("in-a-tournament", "not-your-seat")

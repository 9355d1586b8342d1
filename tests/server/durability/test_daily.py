"""The totals of the deal of the day are exact, although the server is killed meanwhile."""

import asyncio
from pathlib import Path

from ..client import Client, Device
from ..server_process import ServerProcess
from .party import logs_of

DEVICES = 30
KILLS = 3


async def begin(device: Device) -> Client:
    """Begin today's deal, or go on with it."""
    answer = await device.http.post("/api/daily", json={"name": "Ada"})
    assert answer.status_code in (200, 201), answer.text
    return await device.sit(answer.json()["table"])


async def kill_now_and_then(server: ServerProcess, clients: list[Client]) -> None:
    """Kill the server each time a few more have finished, and start it again."""
    for kill in range(1, KILLS + 1):
        while sum(client.phase == "over" for client in clients) < kill * DEVICES // (KILLS + 2):
            await asyncio.sleep(0.002)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


def test_each_try_counts_once_whenever_the_server_is_killed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)

    async def story() -> tuple[int, int]:
        devices = [Device(server.url) for _ in range(DEVICES)]
        clients = [await begin(device) for device in devices]
        playing = asyncio.gather(*(client.play() for client in clients))
        await asyncio.gather(playing, kill_now_and_then(server, clients))
        days = (await devices[0].get("/api/daily"))["totals"]
        await asyncio.gather(*(device.close() for device in devices))
        assert min(client.reconnects for client in clients) >= 1
        return sum(day["played"] for day in days), sum(day["won"] for day in days)

    with server.until_killed():
        told = asyncio.run(story())
    ends = [log[len(log)] for log in logs_of(server.database).values()]
    assert [end["kind"] for end in ends] == ["over"] * DEVICES
    assert told == (DEVICES, sum(end["winner"] == 1 for end in ends))

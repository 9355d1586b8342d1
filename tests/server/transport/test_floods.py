"""Floods: one anonymous visitor within the default limits holds up nobody and fills no memory."""

import asyncio
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from punto.server.config import Config
from server.flooding import ADDRESS, FLOODS, Flood, pings, requests_without_reading
from server.process import GENEROUS, ServerProcess, server
from server.security.company import mistakes
from server.security.quiet import Waits, assert_undisturbed, quiet_table

DEFAULTS = {name: Config.model_fields[name].default for name in GENEROUS}
FLOOD_SECONDS = 5.0
GROWTH_MB = 100
LEFT_MB = 40
"""What may stay in memory: buffers that Python and the system keep for the next time."""

PATIENCE = 60.0


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("floods"), DEFAULTS) as process:
        yield process


@pytest.fixture(scope="module")
def peaceful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that nobody attacks: it shows how long moves take on this machine just now."""
    with server(tmp_path_factory.mktemp("peaceful"), DEFAULTS) as process:
        yield process


def memory_mb(process: ServerProcess) -> float:
    assert process.process is not None
    status = Path(f"/proc/{process.process.pid}/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1000


async def peak_of(process: ServerProcess, attack: Callable[[], object]) -> float:
    """Attack from another thread; give the most memory that was seen meanwhile."""
    running, peak = asyncio.create_task(asyncio.to_thread(attack)), 0.0
    while not running.done():
        peak = max(peak, memory_mb(process))
        await asyncio.sleep(0.05)
    await running
    return peak


@pytest.mark.parametrize("flood", FLOODS, ids=lambda flood: flood.__name__)
def test_a_flood_neither_fills_memory_nor_holds_up_a_quiet_table(
    running: ServerProcess, peaceful: ServerProcess, flood: Flood
) -> None:
    async def story() -> tuple[Waits, Waits, float]:
        async with quiet_table(running.url) as table, quiet_table(peaceful.url) as other:
            await asyncio.gather(table.waits(moves=10), other.waits(moves=10))
            assert table.client is not None
            code = table.client.code
            attack = asyncio.create_task(
                peak_of(running, lambda: flood(running.port, code, FLOOD_SECONDS))
            )
            meanwhile, elsewhere = await asyncio.gather(
                table.waits(asyncio.shield(attack)), other.waits(asyncio.shield(attack))
            )
            return meanwhile, elsewhere, await attack

    before, errors = memory_mb(running), mistakes(running)
    meanwhile, elsewhere, peak = asyncio.run(story())
    assert_undisturbed(elsewhere, meanwhile)
    assert peak < before + GROWTH_MB
    end = time.monotonic() + PATIENCE
    while memory_mb(running) > before + LEFT_MB:
        assert time.monotonic() < end, f"{before} MB before, {memory_mb(running)} MB now"
        time.sleep(0.5)
    assert mistakes(running) == errors
    assert "Traceback" not in running.logged()


@pytest.mark.parametrize("flood", [requests_without_reading, pings], ids=["requests", "pings"])
def test_a_server_under_a_flood_stops_cleanly_when_it_is_told_to(
    tmp_path: Path, flood: Flood
) -> None:
    with server(tmp_path, DEFAULTS) as process:

        async def open_table() -> str:
            async with quiet_table(process.url) as table:
                await table.move()
                assert table.client is not None
                return table.client.code

        code = asyncio.run(open_table())
        attackers = [
            Thread(target=flood, args=(process.port, code, FLOOD_SECONDS)) for _ in range(3)
        ]
        for attacker in attackers:
            attacker.start()
        time.sleep(FLOOD_SECONDS / 2)
        assert process.stop() == 0
        for attacker in attackers:
            attacker.join()
        assert "Traceback" not in process.logged()
        assert "did not end in time" not in process.logged()


def test_floods_come_from_an_address_of_their_own() -> None:
    assert ADDRESS != "127.0.0.1"

"""Floods: one anonymous visitor within the default limits holds up nobody and fills no memory."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

import pytest

from punto.server.api.prices import FILE_PRICE
from punto.server.config.settings import Config
from server import flooding as flooding_script
from server.flooding import (
    ADDRESS,
    ENDLESS,
    FLOODS,
    Flood,
    connect,
    head,
    requests_with_reading,
)
from server.security.company import mistakes
from server.security.quiet import Waits, quiet_table
from server.server_process import GENEROUS, ServerProcess, server
from server.serving import read_all, serving

DEFAULTS = {name: Config.model_fields[name].default for name in GENEROUS}
FLOOD_SECONDS = 3.0
GROWTH_MB = 100
LEFT_MB = 40
"""What may stay in memory: buffers that Python and the system keep for the next time."""

TAKEN_MB = 100
"""What a server may take of requests without end, with the buffers of the systems: some megabytes
for each connection, which it closes after a second. If it read on, several hundred would come."""

PATIENCE = 60.0
OTHER_ADDRESS = "127.0.0.67"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("floods"), DEFAULTS) as process:
        yield process


@pytest.fixture(scope="module")
def peaceful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that nobody attacks: it shows how long moves take on this machine just now."""
    with server(tmp_path_factory.mktemp("peaceful"), DEFAULTS) as process:
        yield process


def assert_not_held_up(elsewhere: Waits, meanwhile: Waits) -> None:
    """Compare with a server in peace at the same time: others may use this machine, too."""
    told = f"{elsewhere} elsewhere, {meanwhile} meanwhile"
    print(told)
    assert meanwhile.p50 <= max(0.15, 3 * elsewhere.p50), told
    assert meanwhile.usual_worst <= max(0.25, 3 * elsewhere.usual_worst), told


def memory_mb(process: ServerProcess) -> float:
    assert process.process is not None
    status = Path(f"/proc/{process.process.pid}/status").read_text("utf-8")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1000


def flooding(flood: Flood, port: int, code: str, seconds: float) -> "subprocess.Popen[str]":
    """Flood from another process; it prints how many bytes it sent."""
    command = [sys.executable, flooding_script.__file__, flood.__name__, str(port), code]
    return subprocess.Popen([*command, str(seconds)], stdout=subprocess.PIPE, text=True)


async def attack(process: ServerProcess, flood: Flood, code: str) -> tuple[float, int]:
    """Flood a server; give the most memory that was seen meanwhile, and the bytes sent."""
    peak = 0.0
    with flooding(flood, process.port, code, FLOOD_SECONDS) as attacker:
        while attacker.poll() is None:
            peak = max(peak, memory_mb(process))
            await asyncio.sleep(0.05)
        assert attacker.stdout is not None
        return peak, int(attacker.stdout.read())


@pytest.mark.parametrize("flood", FLOODS, ids=lambda flood: flood.__name__)
def test_a_flood_neither_fills_memory_nor_holds_up_a_quiet_table(
    running: ServerProcess, peaceful: ServerProcess, flood: Flood
) -> None:
    async def story() -> tuple[Waits, Waits, float, int]:
        async with quiet_table(running) as table, quiet_table(peaceful) as other:
            await asyncio.gather(table.waits(moves=5), other.waits(moves=5))
            assert table.client is not None
            flooded = asyncio.create_task(attack(running, flood, table.client.code))
            meanwhile, elsewhere = await asyncio.gather(
                table.waits(asyncio.shield(flooded)), other.waits(asyncio.shield(flooded))
            )
            peak, sent = flooded.result()
            return meanwhile, elsewhere, peak, sent

    before, errors = memory_mb(running), mistakes(running)
    meanwhile, elsewhere, peak, sent = asyncio.run(story())
    print(f"{sent / 1e6:.1f} MB sent")
    assert sent > 1000
    assert flood not in ENDLESS or sent < 1e6 * TAKEN_MB
    assert_not_held_up(elsewhere, meanwhile)
    assert peak < before + GROWTH_MB
    end = time.monotonic() + PATIENCE
    while memory_mb(running) > before + LEFT_MB:
        assert time.monotonic() < end, f"{before} MB before, {memory_mb(running)} MB now"
        time.sleep(0.5)
    assert mistakes(running) == errors
    assert "Traceback" not in running.logged()


@pytest.mark.parametrize("floods", [FLOODS[:5], FLOODS[5:10], FLOODS[10:]])
def test_a_server_under_floods_stops_cleanly_when_it_is_told_to(
    tmp_path: Path, floods: Sequence[Flood]
) -> None:
    with server(tmp_path, DEFAULTS) as process:

        async def open_table() -> str:
            async with quiet_table(process) as table:
                await table.move()
                assert table.client is not None
                return table.client.code

        code = asyncio.run(open_table())
        attackers = [flooding(flood, process.port, code, FLOOD_SECONDS) for flood in floods]
        time.sleep(FLOOD_SECONDS / 2)
        assert process.stop() == 0
        for attacker in attackers:
            attacker.communicate()
        logged = process.logged()
        assert "Traceback" not in logged
        assert "shutdown took longer" not in logged
        assert "timeout graceful shutdown exceeded" not in logged


def test_garbage_behind_requests_is_no_mistake_of_the_server(running: ServerProcess) -> None:
    errors = mistakes(running)
    for behind in (b"\xff" * 500, b"NOT HTTP\r\n\r\n", b"GET /\r\n\r\n" * 50, b"\r\n" * 9):
        with connect(running.port) as line:
            line.settimeout(PATIENCE)
            line.sendall(head("GET /healthz") + behind)
            assert read_all(line).count(b"HTTP/1.1 400 ") == 1
    assert mistakes(running) == errors
    assert "Traceback" not in running.logged()


def test_files_of_the_page_are_paid_for(tmp_path: Path) -> None:
    little = {"requests_burst": 20, "requests_per_second": 1}
    with server(tmp_path, DEFAULTS | little) as process, connect(process.port) as line:
        line.settimeout(PATIENCE)
        line.sendall(head("GET /icon.svg") * 1000)
        received = b""
        while b"HTTP/1.1 429 " not in received:
            part = line.recv(1 << 16)
            assert part
            received += part
        assert received.count(b"HTTP/1.1 200 ") > little["requests_burst"] / FILE_PRICE - 2


def answer_seconds(port: int, address: str, count: int) -> float:
    """Ask again and again over one connection; give the median of the times to an answer."""
    taken = []
    with socket.create_connection(
        ("127.0.0.1", port), timeout=PATIENCE, source_address=(address, 0)
    ) as line:
        for _ in range(count):
            began = time.perf_counter()
            line.sendall(head("GET /healthz"))
            assert line.recv(65_536)
            taken.append(time.perf_counter() - began)
    return median(taken)


def test_who_asks_over_many_connections_waits_for_themselves_and_others_do_not() -> None:
    with serving() as served, flooding(requests_with_reading, served.port, "", 60) as attacker:
        time.sleep(1.0)
        same, other = (
            answer_seconds(served.port, address, 30) for address in (ADDRESS, OTHER_ADDRESS)
        )
        attacker.terminate()
    print(f"{1000 * same:.1f} ms, others {1000 * other:.1f} ms")
    assert other < same / 2


def test_floods_come_from_an_address_of_their_own() -> None:
    assert ADDRESS != "127.0.0.1"

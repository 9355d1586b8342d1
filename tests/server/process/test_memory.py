"""Above its memory limit the server refuses new work and says why; matches in play continue."""

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from notation.samples import vector
from punto.server.process import gc_tuning, memory
from punto.server.process.memory import MEGABYTE, MemoryWatch, group_bytes, limit_bytes
from punto.server.process.metrics import Metrics

from ..client import OPEN, PATIENCE, Device, person
from ..in_process import serving
from ..server_process import ServerProcess


class Meter:
    """A fake measurement of the memory in use."""

    used = 0

    def __call__(self) -> int:
        return self.used


@pytest.fixture
def meter(monkeypatch: pytest.MonkeyPatch) -> Meter:
    meter = Meter()
    monkeypatch.setattr(memory, "resident_bytes", meter)
    monkeypatch.setattr(memory, "CHECK_SECONDS", 0.02)
    return meter


async def until_ready_says(device: Device, status: int, word: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            answer = await device.http.get("/readyz")
            if (answer.status_code, answer.json()["status"]) == (status, word):
                return
            await asyncio.sleep(0.02)


def test_above_the_limit_matches_go_on_and_newcomers_are_refused(
    tmp_path: Path, meter: Meter
) -> None:
    async def story(url: str) -> None:
        host, stranger = Device(url), Device(url)
        code = await host.open(person("Ada"), person("Ben"), rounds_to_win=1)
        waiting = await host.open(person("Ada"), OPEN)
        client = await host.sit(code)
        meter.used = 2**60
        await until_ready_says(host, 503, "memory-full")

        refused = await stranger.http.post("/api/tables", json={})
        assert (refused.status_code, refused.json()["code"]) == (503, "memory-full")
        assert int(refused.headers["retry-after"]) > 0
        record = vector("3p-english-2018-1")
        headers = {"content-type": "text/plain"}
        costly = await stranger.http.post("/api/records", content=record, headers=headers)
        assert (costly.status_code, costly.json()["code"]) == (503, "memory-full")
        for table in (code, waiting):
            joining = await stranger.connect(table)
            bye = str(await asyncio.wait_for(joining.recv(), PATIENCE))
            assert '"memory-full"' in bye
            assert '"reconnect":true' in bye
            await joining.close()

        assert (await client.place())["kind"] == "placed"
        again = await host.sit(code)  # whoever has a seat may come back
        assert again.phase == "playing"
        assert (await again.place())["kind"] == "placed"
        metrics = (await host.http.get("/metrics")).text
        assert 'punto_refusals_total{code="memory-full"}' in metrics
        assert f"punto_memory_bytes {float(2**60)!r}" in metrics

        meter.used = 0
        await until_ready_says(host, 200, "ok")
        await stranger.open()
        watching = await stranger.sit(code)
        assert watching.phase == "playing"
        await stranger.close()
        await host.close()

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(story(url))


def test_a_server_above_its_memory_limit_reports_it(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, {"memory_limit_mb": 1})
    process.spawn()
    try:
        deadline, answer = time.monotonic() + PATIENCE, None
        while answer is None and time.monotonic() < deadline:
            try:
                answer = httpx.get(f"{process.url}/readyz", timeout=PATIENCE)
            except httpx.TransportError:
                time.sleep(0.05)
        assert answer is not None
        assert (answer.status_code, answer.json()) == (503, {"status": "memory-full"})
        assert httpx.get(f"{process.url}/healthz", timeout=PATIENCE).status_code == 200
    finally:
        process.end()
    assert "no new work is accepted" in process.logged()


def test_the_memory_limit_does_not_flap(meter: Meter) -> None:
    watch = MemoryWatch(100, Metrics())
    full = []
    for megabytes in (90, 100, 101, 99, 96, 94, 99):
        meter.used = megabytes * MEGABYTE
        watch.check()
        full.append(watch.is_full)
    assert full == [False, False, True, True, True, False, False]


def groups(root: Path, lines: str, **limits: str) -> Path:
    """Write the files in which the system describes control groups."""
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/cgroup").write_text(lines)
    for path, limit in limits.items():
        file = root / "sys/fs/cgroup" / path.replace("__", "/").replace("memory_", "memory.", 1)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(limit)
    return root


def test_the_limit_of_the_control_group_is_found(tmp_path: Path) -> None:
    assert group_bytes(tmp_path / "none") == 0
    second = groups(tmp_path / "2", "0::/a/b\n", a__b__memory_max="max\n", a__memory_max="5000\n")
    assert group_bytes(second) == 5000
    container = groups(tmp_path / "c", "0::/\n", memory_max="7000\n")
    assert group_bytes(container) == 7000
    unlimited = groups(tmp_path / "u", "0::/a\n", a__memory_max="max\n")
    assert group_bytes(unlimited) == 0
    first = groups(tmp_path / "1", "3:cpu:/x\n2:memory:/a\n")
    file = first / "sys/fs/cgroup/memory/a/memory.limit_in_bytes"
    file.parent.mkdir(parents=True)
    file.write_text("9000\n")
    assert group_bytes(first) == 9000


def test_the_memory_limit_is_the_setting_or_what_the_system_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "machine_bytes", lambda: 1000)
    monkeypatch.setattr(memory, "group_bytes", lambda: 100)
    assert limit_bytes(3) == 3 * MEGABYTE
    assert limit_bytes(0) == 80
    monkeypatch.setattr(memory, "group_bytes", lambda: 2**62)  # cgroup v1 means "none" by that
    assert limit_bytes(0) == 500
    monkeypatch.setattr(memory, "group_bytes", lambda: 0)
    assert limit_bytes(0) == 500
    monkeypatch.setattr(memory, "machine_bytes", lambda: 0)
    assert limit_bytes(0) == 0


def test_garbage_is_collected_when_memory_has_grown_towards_the_limit(
    meter: Meter, monkeypatch: pytest.MonkeyPatch
) -> None:
    collections: list[int] = []
    monkeypatch.setattr(gc_tuning, "collect", lambda: collections.append(meter.used))
    monkeypatch.setattr(memory, "RECLAIM_SECONDS", 0.0)
    watch = MemoryWatch(300, Metrics())

    async def story() -> None:
        for used_mb in (100, 90, 150, 155, 140, 160, 100, 170):
            meter.used = used_mb * MEGABYTE
            await watch.reclaim_if_grown(meter.used)

    asyncio.run(story())
    assert [used // MEGABYTE for used in collections] == [155, 170]


def test_a_busy_server_with_enough_memory_is_collected_when_it_is_idle(
    meter: Meter, monkeypatch: pytest.MonkeyPatch
) -> None:
    collections: list[int] = []
    given: list[int] = []
    worked = 0.0
    monkeypatch.setattr(gc_tuning, "collect", lambda: collections.append(meter.used))
    monkeypatch.setattr(memory, "trim_heap", lambda: given.append(meter.used))
    monkeypatch.setattr(memory, "RECLAIM_SECONDS", 0.0)
    monkeypatch.setattr(time, "process_time", lambda: worked)
    watch = MemoryWatch(1000, Metrics())

    async def story() -> None:
        nonlocal worked
        for used_mb, seconds in [(100, 0), (170, 10_000), (172, 10_000), (171, 0), (171, 0)]:
            meter.used, worked = used_mb * MEGABYTE, worked + seconds
            await watch.reclaim_if_grown(meter.used)

    asyncio.run(story())
    assert [used // MEGABYTE for used in collections] == [171]
    assert [used // MEGABYTE for used in given] == [170, 171]


def test_an_idle_server_returns_memory_after_a_little_growth(
    meter: Meter, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []
    worked = 0.0
    monkeypatch.setattr(gc_tuning, "collect", lambda: pytest.fail("nobody waits for a collection"))
    monkeypatch.setattr(memory, "trim_heap", lambda: given.append(meter.used))
    monkeypatch.setattr(memory, "RECLAIM_SECONDS", 0.0)
    monkeypatch.setattr(time, "process_time", lambda: worked)
    watch = MemoryWatch(0, Metrics())

    async def story() -> None:
        nonlocal worked
        for used_mb, seconds in [(100, 0), (130, 10_000), (135, 10_000), (140, 0), (140, 0)]:
            meter.used, worked = used_mb * MEGABYTE, worked + seconds
            await watch.reclaim_if_grown(meter.used)

    asyncio.run(story())
    assert [used // MEGABYTE for used in given] == [140]


@pytest.mark.skipif(not memory.STATM.exists(), reason="only Linux tells how much memory is in use")
def test_the_memory_of_the_child_process_counts() -> None:
    watch = MemoryWatch(0, Metrics())
    with subprocess.Popen(
        [sys.executable, "-c", "x = bytearray(2**27); print(flush=True); input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdout.readline()
        watch.child_pids = lambda: [child.pid]
        watch.check()
        used = float(watch.metrics.text().decode().split("\npunto_memory_bytes ")[1].split()[0])
        assert used > memory.resident_bytes() + 2**26
        child.stdin.close()

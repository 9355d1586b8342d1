"""Work that one anonymous person can cause holds up nobody else, and fills no memory."""

import asyncio
import multiprocessing
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import pytest

from punto.server.config.settings import Config
from punto.server.store.model import Due
from punto.server.table.codes import new_code
from server.client import OPEN, PATIENCE, Device, bot, person
from server.live.room import play_out
from server.server_process import GENEROUS, ServerProcess, server

from . import attacks
from .attacks import ATTACKS, CONNECTIONS, Target
from .company import in_memory, mistakes, stored, until_let_go
from .costs import IDLE_SHARE, cpu_share, loop_seconds
from .full_logs import FULL, fill
from .large_groups import large_tournament
from .quiet import QuietTable, quiet_table
from .test_prices import long_record

DEFAULTS = {name: Config.model_fields[name].default for name in GENEROUS}
PAUSE_SECONDS = 0.05
LOOK_SECONDS = 0.5
FEWEST_MOVES = 3
FULL_TABLES = 12
HALLS = 8

DUE_MS = 5000
"""When bots move at full tables to which nobody comes: an attack begins before that."""

MOVING_SECONDS = 60.0
"""How long it may take on a busy machine until all of them have moved."""

LONGEST_WAIT_SECONDS = 0.25
"""What the slowest move of a quiet table may take, in processor time of the event loop.

Time that passes is bounded at twice that, less what other programs took of the processor: the disk
and other threads of the server are in it. Where even a server in peace takes longer, because the
machine is busy, both are bounded by multiples of that.
"""

GROWTH_MB = 100
LEFT_MB = 40
"""What may stay in memory: what was compiled, caches, and what Python keeps for the next time."""


def copy_tables(database: Path, code: str, count: int, less: int = 0) -> list[str]:
    """Copy a table, without so many of its last events."""
    codes = [new_code() for _ in range(count)]
    with closing(sqlite3.connect(database)) as connection, connection:
        (last,) = connection.execute("SELECT last FROM tables WHERE id = ?", [code]).fetchone()
        for copy in codes:
            connection.execute(
                "INSERT INTO tables (id, created_at, touched_at, phase, last)"
                " SELECT ?, created_at, touched_at, ?, ? FROM tables WHERE id = ?",
                [copy, "playing" if less else "over", last - less, code],
            )
            connection.execute(
                "INSERT INTO events SELECT ?, number, at, kind, body FROM events"
                " WHERE table_id = ? AND number <= ?",
                [copy, code, last - less],
            )
    return codes


@dataclass
class Scene:
    """A server that is attacked, one that is not, and a process that attacks."""

    process: ServerProcess
    peaceful: ServerProcess
    target: Target
    pool: ProcessPoolExecutor
    attacks: int = 0

    def attack(self, name: str) -> "asyncio.Future[Counter[str]]":
        """Begin an attack from an address of its own, whose budget is full."""
        self.attacks += 1
        target = replace(self.target, address=f"127.0.1.{self.attacks}")
        return asyncio.get_running_loop().run_in_executor(self.pool, attacks.run, name, target)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("attacked")
    code = play_out(folder, "Ada", "Ben", "Cleo", "Dag", mode="4p", rounds_to_win=9)
    database = folder / "punto.sqlite"
    target = Target(0, "", copy_tables(database, code, CONNECTIONS, less=3))
    target.finished_tables = copy_tables(database, code, 10)
    target.record = long_record().encode()
    context = multiprocessing.get_context("spawn")
    # Whoever is gone can be replaced at once: nobody has to prepare an attack for 30 seconds.
    settings = {**DEFAULTS, "grace_seconds": 0}
    with (
        server(folder, settings) as process,
        server(tmp_path_factory.mktemp("peaceful"), DEFAULTS) as peaceful,
        ProcessPoolExecutor(1, mp_context=context) as pool,
    ):
        target.port = process.port
        target.cookie = cookie_of_somebody_who_was_everywhere(process, target.open_tables[:20])
        host = target.cookie.partition("=")[2].rpartition(".")[0]
        hall = large_tournament(host, on_paper=False)
        target.halls = [hall.store(process.database, new_code()) for _ in range(HALLS)]
        target.full_tables, target.host_cookie = asyncio.run(opened_for_bots(process))
        yield Scene(process, peaceful, target, pool)


async def opened_for_bots(process: ServerProcess) -> tuple[list[str], str]:
    """Open tables where a bot has the first turn; give their codes, and the host's cookie.

    Two people play there: alone, the host would end the match with the first offer to do so.
    """
    codes = []
    async with Device(process.url) as ada, Device(process.url) as ben:
        for _ in range(FULL_TABLES):
            code = await ada.open(person("Ada"), OPEN, bot("master"), mode="3p", start=3)
            guest = await ben.sit(code)
            await guest.ask("sit", seat=2, name="Ben")
            await guest.close()
            codes.append(code)
        return codes, ada.cookie


async def fill_tables(scene: Scene) -> None:
    """Fill the logs of these tables; their bots move when somebody comes, or else soon."""
    while any(len(stored(scene.process, code)) < 3 for code in scene.target.full_tables):
        await asyncio.sleep(LOOK_SECONDS)  # the bots make their first moves in peace
    await until_let_go(scene.process, pause=LOOK_SECONDS)
    for code in scene.target.full_tables:
        fill(scene.process, code, Due(time.time_ns() // 1_000_000 + DUE_MS, "bot"))


def behind_full_logs(scene: Scene) -> list[list[str]]:
    """List what has happened at these tables since they were full, by kinds."""
    logs = [stored(scene.process, code)[FULL:] for code in scene.target.full_tables]
    return [[kind for _, kind, _ in log] for log in logs]


def cookie_of_somebody_who_was_everywhere(process: ServerProcess, codes: list[str]) -> str:
    """Get a cookie, and write into the database that its device was at these tables."""
    answer = httpx.get(f"{process.url}/api/choices", timeout=PATIENCE, verify=False)
    (name, value), *_ = answer.cookies.items()
    device = value.rpartition(".")[0]
    with closing(sqlite3.connect(process.database, timeout=PATIENCE)) as database, database:
        database.executemany(
            "INSERT INTO devices (device_id, table_id, touched_at) VALUES (?, ?, 1)",
            [(device, code) for code in codes],
        )
    return f"{name}={value}"


def memory_mb(process: ServerProcess) -> float:
    """Measure the memory of a server and of its child processes."""
    assert process.process is not None
    own = process.process.pid
    children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
    return sum(resident_mb(pid) for pid in (str(own), *children))


def resident_mb(pid: str) -> float:
    try:
        status = Path(f"/proc/{pid}/status").read_text("utf-8")
    except OSError:
        return 0.0
    found = re.search(r"^VmRSS:\s+(\d+)", status, re.MULTILINE)
    return int(found[1]) / 1000 if found else 0.0


class Watcher:
    """Plays at quiet tables while an attack lasts; knows how long moves took and how."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.worked: list[float] = []
        """Processor time of the event loop during each move: other processes do not change it.

        At most what the move waited: where this process gets no processor, the loop goes on
        meanwhile, and holds up nobody.
        """
        self.waited: list[float] = []
        self.waited_in_peace: list[float] = []
        self.peak_mb = 0.0

    async def attack(self, name: str) -> Counter[str]:
        """Attack, and play meanwhile. Only moves count that were begun during the attack."""
        scene = self.scene
        if name == "full_logs":
            await fill_tables(scene)
        async with (
            quiet_table(scene.process) as table,
            quiet_table(scene.peaceful) as other,
        ):
            await table.move()
            await other.move()
            attack = scene.attack(name)
            await asyncio.gather(self._play(table, attack), self._play_in_peace(other, attack))
            return await attack

    async def _play(self, table: QuietTable, attack: "asyncio.Future[Counter[str]]") -> None:
        while not attack.done():
            process = self.scene.process
            worked = loop_seconds(process)
            waited = (await table.move()).seconds
            self.worked.append(min(loop_seconds(process) - worked, waited))
            self.waited.append(waited)
            self.peak_mb = max(self.peak_mb, memory_mb(self.scene.process))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _play_in_peace(
        self, table: QuietTable, attack: "asyncio.Future[Counter[str]]"
    ) -> None:
        while not attack.done():
            self.waited_in_peace.append((await table.move()).seconds)
            await asyncio.sleep(PAUSE_SECONDS)


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_holds_up_nobody_and_fills_no_memory(scene: Scene, name: str) -> None:
    before, errors = memory_mb(scene.process), mistakes(scene.process)
    watcher = Watcher(scene)
    counts = asyncio.run(watcher.attack(name))
    told = (
        f"{name}: {dict(counts)}; {len(watcher.worked)} moves, "
        f"at most {1000 * max(watcher.worked):.0f} ms of work, "
        f"{1000 * max(watcher.waited):.0f} ms of waiting, "
        f"{1000 * max(watcher.waited_in_peace):.0f} ms in peace; "
        f"{before:.0f} MB, at most {watcher.peak_mb:.0f} MB"
    )
    print(told)
    assert len(watcher.worked) >= FEWEST_MOVES, told
    assert counts.total() >= 5, told
    in_peace = max(watcher.waited_in_peace)
    assert max(watcher.worked) < max(LONGEST_WAIT_SECONDS, 2 * in_peace), told
    assert max(watcher.waited) < max(2 * LONGEST_WAIT_SECONDS, 3 * in_peace), told
    assert watcher.peak_mb < before + GROWTH_MB, told
    end = time.monotonic() + PATIENCE
    while (now := memory_mb(scene.process)) > before + LEFT_MB:
        assert time.monotonic() < end, f"{told}, {now:.0f} MB now"
        time.sleep(0.5)
    assert mistakes(scene.process) == errors, told
    assert "Traceback" not in scene.process.logged()


@pytest.mark.parametrize("name", ["stand_in", "bot_turns", "full_logs"])
def test_an_attack_in_the_turns_of_bots_costs_nothing_afterwards(scene: Scene, name: str) -> None:
    moved_once = [["placed"]] * FULL_TABLES

    async def story() -> None:
        await fill_tables(scene)
        counts = await scene.attack(name)
        assert counts.total() >= 5, counts
        with suppress(TimeoutError):
            async with asyncio.timeout(MOVING_SECONDS):
                while behind_full_logs(scene) != moved_once:
                    await asyncio.sleep(LOOK_SECONDS)
        await until_let_go(scene.process, pause=LOOK_SECONDS)

    asyncio.run(story())
    assert cpu_share(scene.process) < IDLE_SHARE
    assert in_memory(scene.process) == 0
    assert behind_full_logs(scene) == moved_once


THOUGHTS = 3
"""How many thoughts somebody else's bot may take longer than without the attack, at most."""


def test_the_bots_of_one_address_do_not_hold_up_a_bot_of_another(scene: Scene) -> None:
    """The bound is in thoughts: how long one takes is measured by the server just now."""

    async def answer_seconds(device: Device, moves: int) -> list[float]:
        code = await device.open(person("Ada"), bot("easy"), start=1, rounds_to_win=9)
        client = await device.sit(code)
        waits = []
        for _ in range(moves):
            await client.until(lambda: client.turn and client.turn["seat"] == 1)
            await client.place()
            began = time.perf_counter()
            await client.until(lambda: client.turn and client.turn["seat"] == 1)
            waits.append(time.perf_counter() - began)
        await client.close()
        return waits

    async def story() -> tuple[list[float], list[float]]:
        async with Device(scene.process.url) as ada, Device(scene.peaceful.url) as ben:
            await answer_seconds(ada, 2)
            attack = scene.attack("bots")
            while bot_queue(scene.process) < 5 and not attack.done():
                await asyncio.sleep(0.05)
            meanwhile, in_peace = await asyncio.gather(
                answer_seconds(ada, 5), answer_seconds(ben, 5)
            )
            await attack
            return meanwhile, in_peace

    thought = EXPERT_SECONDS * 2  # the attack's thoughts share the processor with ours
    meanwhile, in_peace = asyncio.run(story())
    assert max(meanwhile) < 3 * max(in_peace) + THOUGHTS * thought, (meanwhile, in_peace)


EXPERT_SECONDS = 0.3
"""What one thought of the strongest bot takes at most, as docs/hosting.md says."""


def bot_queue(process: ServerProcess) -> float:
    text = httpx.get(f"{process.url}/metrics", timeout=PATIENCE, verify=False).text
    found = re.search(r"^punto_bot_queue (\S+)", text, re.MULTILINE)
    assert found is not None
    return float(found[1])

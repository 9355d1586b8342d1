"""Running the fuzzer against a server, and all that must hold meanwhile and afterwards."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from server.client import Device, person
from server.server_process import ServerProcess, server

from ..company import mistakes
from ..plain_requests import get
from .talking import Conversation, RawConnection, Talk, conversations

SETTINGS = {"waiting_seconds": 1, "log_level": "warning"}
AT_ONCE = 8
"""Conversations at a time, all of one example."""

BATCH = 25
"""Examples between two looks at the time."""

GROWTH_MEGABYTES = 100
LEAST_SECONDS = 1.0
TIMES_QUIET = 5
"""What a quiet table may wait at most, or so many times what it waits when nothing happens."""

SETTLING_SECONDS = 20.0
WARM_UP_MOVES = 20
WARM_UP_SECONDS = 120.0
"""How long a quiet table may take to make its first moves."""

QUIET = Path(__file__).with_name("quiet.py")


@dataclass
class Findings:
    """What was wrong, by kind: how often, and the shortest conversation that shows it."""

    counts: Counter[str] = field(default_factory=Counter)
    shortest: dict[str, bytes] = field(default_factory=dict)
    held: int = 0
    quiet_ms: tuple[float, float] = (0.0, 0.0)
    """The slowest hundredth of a quiet table's moves, before and meanwhile."""
    megabytes: tuple[float, float] = (0.0, 0.0)

    def add(self, kind: str, example: bytes = b"") -> None:
        self.counts[kind] += 1
        kept = self.shortest.get(kind)
        if kept is None or len(example) < len(kept):
            self.shortest[kind] = example

    def lines(self) -> Iterator[str]:
        """Tell it."""
        yield f"{self.held:,} conversations"
        before, meanwhile = self.quiet_ms
        yield f"a quiet table, 99 % of moves: {before:.0f} ms before, {meanwhile:.0f} ms meanwhile"
        yield f"memory: {self.megabytes[0]:.0f} MB before, {self.megabytes[1]:.0f} MB afterwards"
        yield f"wrong: {len(self.counts)} kinds"
        for kind, count in self.counts.most_common():
            shown = self.shortest[kind]
            rest = f"… ({len(shown):,} bytes)" if len(shown) > 300 else ""
            yield f"  {count:>5}  {kind}\n         {shown[:300]!r}{rest}"


def fuzzed(folder: Path, seconds: float, number: int) -> Findings:
    """Fuzz a new server for so long; the number says with what."""
    found = Findings()
    with server(folder, SETTINGS) as running, quiet_table(running) as moves:
        assert running.process is not None
        moves.warm_up()
        code = asyncio.run(new_table(running.url))
        begun, before = time.monotonic(), memory(running.process.pid)
        files = open_files(running.process.pid)
        while time.monotonic() < begun + seconds:
            number += 1
            run_examples(running, code, number, found, until=begun + seconds)
        found.megabytes = before, memory(running.process.pid)
        judge_server(running, files, found)
        judge_quiet_table(moves(), begun, found)
    return found


def run_examples(
    running: ServerProcess, code: str, number: int, found: Findings, until: float
) -> None:
    """Let Hypothesis make some examples, and hold the conversations of each at once."""

    @seed(number)
    @settings(
        max_examples=BATCH,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.lists(conversations, min_size=AT_ONCE, max_size=AT_ONCE))
    def example(some: list[Conversation]) -> None:
        if time.monotonic() < until:
            asyncio.run(run_all(running, [with_table(one, code) for one in some], found))

    example()


def with_table(conversation: Conversation, code: str) -> Conversation:
    """Put a real table into it."""
    if isinstance(conversation, Talk):
        return replace(conversation, path=conversation.path.replace("TABLE", code))
    return conversation


async def run_all(running: ServerProcess, some: Sequence[Conversation], found: Findings) -> None:
    logged = len(running.logged())
    told = await asyncio.gather(*(run_conversation(running.port, one) for one in some))
    for conversation, wrong in zip(some, told, strict=True):
        found.held += 1
        for sentence in wrong:
            found.add(f"{conversation.name}: {sentence}", conversation.sent())
    if "Traceback" in running.logged()[logged:]:
        names = ", ".join(sorted({one.name for one in some}))
        found.add("a traceback in the log", f"one of: {names}".encode())


async def run_conversation(port: int, conversation: Conversation) -> list[str]:
    """Run one conversation over a new connection."""
    connection = RawConnection(*await asyncio.open_connection("127.0.0.1", port))
    try:
        return await conversation.run(connection)
    except AssertionError as error:
        return [str(error).partition("\n")[0]]
    finally:
        connection.writer.transport.abort()


async def new_table(url: str) -> str:
    async with Device(url) as ada:
        return await ada.open(person("Ada"), {"kind": "open"})


@contextmanager
def quiet_table(running: ServerProcess) -> Iterator["Moves"]:
    """Let somebody play in peace."""
    tests = str(Path(__file__).parents[3])
    paths = os.pathsep.join(filter(None, [tests, os.environ.get("PYTHONPATH", "")]))
    log = running.folder / "quiet.log"
    with log.open("wb") as file:
        player = subprocess.Popen(
            [sys.executable, str(QUIET), running.url],
            env=os.environ | {"PYTHONPATH": paths},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Moves(log, player)
    finally:
        player.kill()
        player.wait()


@dataclass
class Moves:
    """The moves of a quiet table so far: when, and how many seconds each took."""

    log: Path
    player: "subprocess.Popen[bytes]"

    def __call__(self) -> list[tuple[float, float]]:
        text = self.log.read_text()
        assert self.player.poll() is None, text
        return [(float(at), float(took)) for at, took in re.findall(r"(\S+) (\S+)\n", text)]

    def warm_up(self) -> None:
        """Wait for the first moves, with which later ones are compared."""
        end = time.monotonic() + WARM_UP_SECONDS
        while len(self()) < WARM_UP_MOVES:
            assert time.monotonic() < end, "the quiet table did not move"
            time.sleep(0.1)


def judge_quiet_table(moves: Sequence[tuple[float, float]], begun: float, found: Findings) -> None:
    """Compare how long moves took before and meanwhile."""
    before = worst([took for at, took in moves if at < begun])
    meanwhile = worst([took for at, took in moves if at >= begun])
    found.quiet_ms = 1000 * before, 1000 * meanwhile
    if meanwhile > max(LEAST_SECONDS, TIMES_QUIET * before):
        found.add("a quiet table waits too long")


def worst(times: Sequence[float]) -> float:
    """Give the time in which 99 % were done."""
    assert times, "the quiet table did not move"
    return sorted(times)[int(0.99 * len(times))]


def judge_server(running: ServerProcess, files: int, found: Findings) -> None:
    """See whether the server is as well as it was before."""
    assert running.process is not None
    before, after = found.megabytes
    if after - before > GROWTH_MEGABYTES:
        found.add("memory grows")
    if get(f"{running.url}/healthz").status_code != 200:
        found.add("the server is not well")
    if mistakes(running):
        found.add("punto_errors_total is not 0")
    end = time.monotonic() + SETTLING_SECONDS
    while open_files(running.process.pid) > files + 2:
        if time.monotonic() > end:
            found.add("connections stay open after their end")
            break
        time.sleep(0.1)


def memory(process: int) -> float:
    """Read how many megabytes a process has."""
    text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(text.partition("VmRSS:")[2].split()[0]) / 1000


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))

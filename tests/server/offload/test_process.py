"""The child process: it starts when needed, and no job can block it."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

import pytest

from notation.samples import vector
from punto import read_record
from punto.server.offload.jobs import OK, REFUSED
from punto.server.offload.process import ChildProcess, JobFailedError
from punto.server.table.replaying import replay_of

CHILD = "punto.server.offload.child"
RECORD = vector("3p-english-2018-1").encode()

STUBBORN = """
import sys, time
sys.stdout.buffer.write(b"\\x02")
sys.stdout.buffer.flush()
while request := sys.stdin.buffer.read(5):
    if request[4:] == b"x":
        time.sleep(3600)
    sys.stdout.buffer.write(b"\\x00" + request)
    sys.stdout.buffer.flush()
"""
"""Echoes every request of one byte, but never replies to `x`."""


def test_records_are_read_one_after_the_other_by_the_same_process() -> None:
    async def story() -> None:
        child = ChildProcess(CHILD)
        status, text = await child.ask(RECORD)
        assert (status, json.loads(text)) == (OK, replay_of(read_record(RECORD)))
        assert child.process is not None
        first = child.process.pid
        status, text = await child.ask(b"[Format")
        assert status == REFUSED
        assert json.loads(text)["line"] == 1
        assert child.process.pid == first
        await child.close()

    asyncio.run(story())


def test_a_killed_process_is_restarted() -> None:
    async def story() -> None:
        child = ChildProcess(CHILD)
        await child.ask(RECORD)
        assert child.process is not None
        os.kill(child.process.pid, signal.SIGKILL)
        await child.process.wait()
        assert (await child.ask(RECORD))[0] == OK
        await child.close()

    asyncio.run(story())


def test_a_hanging_job_is_killed_and_the_next_one_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stubborn.py").write_text(STUBBORN, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))

    async def story() -> None:
        child = ChildProcess("stubborn", job_seconds=2)
        assert await child.ask(b"a") == (0, b"a")
        assert child.process is not None
        hung = child.process
        with pytest.raises(JobFailedError):
            await child.ask(b"x")
        assert await asyncio.wait_for(hung.wait(), 60) != 0
        assert await child.ask(b"b") == (0, b"b")
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(child.ask(b"x"), 0.1)
        assert await child.ask(b"c") == (0, b"c"), "not the answer of the job before"
        await child.close()

    asyncio.run(story())


def test_an_idle_process_is_ended() -> None:
    async def story() -> None:
        child = ChildProcess(CHILD, idle_seconds=0.1)
        await child.ask(RECORD)
        process = child.process
        assert process is not None
        await asyncio.wait_for(process.wait(), 60)
        assert (await child.ask(RECORD))[0] == OK
        await child.close()

    asyncio.run(story())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of Linux")
def test_its_memory_is_limited() -> None:
    async def story() -> None:
        child = ChildProcess(CHILD)
        await child.ask(RECORD)
        assert child.process is not None
        limits = Path(f"/proc/{child.process.pid}/limits").read_text()
        (line,) = [line for line in limits.splitlines() if line.startswith("Max data size")]
        assert "unlimited" not in line
        await child.close()

    asyncio.run(story())

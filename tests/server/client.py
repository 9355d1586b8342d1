"""A client as a program would write it: one device, its cookie, and sockets that come back."""

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 150.0
"""Seconds to wait for anything at all; machines may be slow."""

Message = dict[str, Any]


class Device:
    """A browser, as far as the server can tell: it keeps its cookie."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.AsyncClient(
            base_url=url,
            timeout=PATIENCE,
            verify=False,  # certificates take a while to read, and nothing here is encrypted
            trust_env=False,
            # An idle connection may be closed by the server at the moment when it is used again.
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        self.clients: list[Client] = []

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    def move(self, url: str) -> None:
        """Go to another node, and keep the cookie."""
        self.url = url
        self.http.base_url = httpx.URL(url)

    async def get(self, path: str) -> Any:
        """Ask for something, and expect it."""
        response = await self.http.get(path)
        assert response.status_code == 200, response.text
        return response.json()

    async def events(self, code: str) -> list[Message]:
        """Read the whole log of a table, page by page: a match with many draws has several."""
        events: list[Message] = []
        while page := (await self.get(f"/api/tables/{code}/events?since={len(events)}"))["events"]:
            events += page
        return events

    async def open(self, *seats: Message, **settings: object) -> str:
        """Open a table, and give its code."""
        wish = {"settings": settings, "seats": list(seats)}
        response = await self.http.post("/api/tables", json=wish)
        assert response.status_code == 201, response.text
        code: str = response.json()["table"]
        return code

    async def connect(self, code: str, since: int | None = None) -> ClientConnection:
        """Open a bare socket at a table."""
        return await self.connect_to(f"tables/{code}", since)

    async def connect_to(self, path: str, since: int | None = None) -> ClientConnection:
        """Open a bare socket at a table or in a room."""
        if not self.cookie:
            await self.get("/api/choices")
        address = f"{self.url.replace('http', 'ws', 1)}/api/{path}/socket"
        query = "" if since is None else f"?since={since}"
        headers = {"cookie": self.cookie}
        return await connect(
            address + query, additional_headers=headers, open_timeout=PATIENCE, proxy=None
        )

    async def sit(self, code: str) -> "Client":
        """Open a socket that comes back by itself."""
        client = Client(self, code)
        self.clients.append(client)
        await client.begin()
        return client

    async def close(self) -> None:
        """Leave all tables, and forget everything."""
        leaving = (client.close() for client in self.clients)
        await asyncio.gather(*leaving, return_exceptions=True)
        await self.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class Client:
    """A socket at a table that knows what happened there, also after the connection was lost."""

    def __init__(self, device: Device, code: str) -> None:
        self.device, self.code = device, code
        self.number = 0
        self.table: Message = {}
        """The last snapshot, with what events changed of the phase and the turn."""
        self.turn: Message | None = None
        self.phase = ""
        self.you: Message = {}
        self.presence: Message = {}
        self.events: dict[int, Message] = {}
        self.received: list[str] = []
        """Every text that came."""
        self.refusals: list[Message] = []
        self.byes: list[Message] = []
        self.reactions: list[Message] = []
        self.reconnects = 0
        self.changed = asyncio.Condition()
        self.socket: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None
        self.is_leaving = False
        self.ids = 0

    async def begin(self) -> None:
        """Connect, and wait until the table is known."""
        self.task = asyncio.create_task(self._run())
        await self.until(lambda: self.number > 0 or bool(self.byes))

    async def _run(self) -> None:
        while not self.is_leaving:
            with suppress(OSError, websockets.WebSocketException, TimeoutError):
                since = self.number or None
                self.socket = await self._connect(since)
                async for text in self.socket:
                    await self._hear(str(text))
            if self.byes and not self.byes[-1]["reconnect"]:
                return
            self.socket = None
            self.reconnects += 1
            await asyncio.sleep(0.05)

    async def _connect(self, since: int | None) -> ClientConnection:
        return await self.device.connect(self.code, since)

    async def _hear(self, text: str) -> None:
        self.received.append(text)
        message = json.loads(text)
        async with self.changed:
            kind = message["type"]
            if kind == "you":
                self.you = message
            elif kind == "snapshot":
                self._look(message["table"])
            elif kind == "events":
                for event in message["events"]:
                    self._follow(event)
            elif kind == "presence":
                self.presence = message
            elif kind == "refused":
                self.refusals.append(message)
            elif kind == "reaction":
                self.reactions.append(message)
            elif kind == "bye":
                self.byes.append(message)
            self.changed.notify_all()

    def _look(self, table: Message) -> None:
        assert table["number"] >= self.number, "the server knows less than it has told"
        self.table, self.number, self.phase = table, table["number"], table["phase"]
        self.turn = table["match"] and table["match"]["turn"]

    def _follow(self, event: Message) -> None:
        if event["number"] <= self.number:
            assert self.events.get(event["number"], event) == event
            self.events[event["number"]] = event
            return
        assert event["number"] == self.number + 1, "a gap"
        self.number = event["number"]
        self.events[self.number] = event
        if event["kind"] == "started":
            self.phase = "playing"
        if event["kind"] == "over":
            self.phase, self.turn = "over", None
        elif event["kind"] == "undone":
            self.turn = event["match"]["turn"]
        elif "turn" in event:
            self.turn = event["turn"]

    async def until(self, condition: Callable[[], object], timeout: float = PATIENCE) -> None:
        """Wait until something is true."""
        async with asyncio.timeout(timeout):
            async with self.changed:
                await self.changed.wait_for(lambda: bool(condition()))

    async def until_later_than(self, number: int) -> None:
        """Wait for the next event."""
        await self.until(lambda: self.number > number)

    async def _until_other_than(self, number: int, you: Message) -> None:
        await self.until(lambda: self.number > number or self.you is not you)

    async def send(self, type_: str, id_: str | None = None, **values: object) -> str:
        """Send a command, and give its id."""
        self.ids += 1
        id_ = id_ or f"c{self.ids}-{random.getrandbits(40)}"
        await self.send_text(json.dumps({"type": type_, "id": id_, **values}))
        return id_

    async def send_text(self, text: str | bytes) -> None:
        """Send anything."""
        assert self.socket is not None
        await self.socket.send(text)

    async def ask(self, type_: str, **values: object) -> Message:
        """Send a command, and give the event or the refusal that answers it."""
        id_ = await self.send(type_, None, **values)
        await self.until(lambda: self.answer(id_))
        answer = self.answer(id_)
        assert answer is not None
        return answer

    def answer(self, id_: str) -> Message | None:
        """Find what answers a command."""
        answers = [*reversed(self.refusals), *self.events.values()]
        return next((message for message in answers if message.get("id") == id_), None)

    async def place(self, cell: str | None = None, seat: int | None = None) -> Message:
        """Lay the card in hand, on any legal cell if none is said."""
        assert self.turn is not None
        cell = cell or random.choice(self.turn["cells"].split())
        seat = seat or self.turn["seat"]
        return await self.ask("place", answers=self.number, seat=seat, cell=cell)

    async def play(self) -> None:
        """Lay a card whenever it is the turn of one of our seats, until the match is over."""
        while self.phase != "over":
            you, number, turn = self.you, self.number, self.turn
            seats = you.get("seats", [])
            if self.phase == "playing" and turn and turn["seat"] in seats:
                answers, cell = self.number, random.choice(turn["cells"].split())
                id_ = f"m{answers}-{random.getrandbits(40)}"
                await self._insist(id_, answers, turn["seat"], cell)
                if "sentence" in (self.answer(id_) or {}):  # refused: a moment later, perhaps
                    await asyncio.sleep(0.1)
            else:  # which seats are ours is told after the event that began the match
                await self._until_other_than(number, you)

    async def _insist(self, id_: str, answers: int, seat: int, cell: str) -> None:
        """Send a move until it is answered, over as many connections as that takes."""
        while self.answer(id_) is None and self.turn_is(seat, answers):
            socket = self.socket
            with suppress(OSError, websockets.WebSocketException, AssertionError):
                await self.send("place", id_, answers=answers, seat=seat, cell=cell)
            with suppress(TimeoutError):
                await self._answered(id_, answers, seat, socket)

    async def _answered(
        self, id_: str, answers: int, seat: int, socket: ClientConnection | None
    ) -> None:
        """Wait for an answer, but not for long, and not on another connection."""

        def is_settled() -> bool:
            moved = not self.turn_is(seat, answers)
            return moved or self.answer(id_) is not None or self.socket is not socket

        await self.until(is_settled, timeout=2)

    def turn_is(self, seat: int, answers: int) -> bool:
        """Tell whether nobody has laid a card since an event."""
        moved = any(
            number > answers and event["kind"] in ("placed", "over")
            for number, event in self.events.items()
        )
        return not moved and self.turn is not None and self.turn["seat"] == seat

    async def close(self) -> None:
        """Go, and do not come back."""
        self.is_leaving = True
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task
        if self.socket is not None:
            await self.socket.close()


def person(name: str) -> Message:
    """A seat for a person on this device."""
    return {"kind": "person", "name": name}


def bot(name: str = "easy") -> Message:
    """A seat for a bot."""
    return {"kind": "bot", "bot": name}


OPEN: Message = {"kind": "open"}

"""People who keep playing through network faults, and log what they did and saw, with times."""

import asyncio
import json
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import httpx
import websockets
from websockets.asyncio.client import ClientConnection, connect

from server.client import Client, Device, Message

from .history import IN_DOUBT, TOO_LATE, TROUBLES, Move, Sight

OPENING = 6.0
"""Seconds after which a connection that does not open counts as lost."""

PING, PONG = 2.0, 5.0
"""A connection on which nothing comes back for both together is lost."""

AGAIN = 0.2
ENOUGH = 120.0
"""Seconds after which nothing but a mistake explains that something does not work."""

TOO_QUICK = "too-many-messages"
"""Taking a seat is limited per address, and each attempt counts while the disk is full."""

PASSING = {*TROUBLES, IN_DOUBT, TOO_LATE, TOO_QUICK}
"""Why something may be tried again."""


class Traveller(Device):
    """A device that tries again, and does not wait long for a network that is gone."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.http.timeout = httpx.Timeout(2 * OPENING)
        self.troubles: Counter[str] = Counter()
        """Why requests had to be sent again."""
        self.visits = 0
        """How often a socket was opened."""

    async def request(
        self, method: str, path: str, expected: int, **more: object
    ) -> httpx.Response:
        """Ask until the expected answer comes."""
        end = time.monotonic() + ENOUGH
        while True:
            trouble = "no answer"
            with suppress(httpx.TransportError):
                answer = await self.http.request(method, path, **more)  # type: ignore[arg-type]
                if answer.status_code == expected:
                    return answer
                trouble = answer.json()["code"]
                assert answer.status_code >= 500, answer.text
            self.troubles[trouble] += 1
            assert time.monotonic() < end, f"{method} {path}: {trouble}"
            await asyncio.sleep(AGAIN)

    async def open(self, *seats: Message, **settings: object) -> str:
        """Open a table; where the answer was lost there is one more, where nobody plays."""
        wish = {"settings": settings, "seats": list(seats)}
        answer = await self.request("POST", "/api/tables", 201, json=wish)
        return str(answer.json()["table"])

    async def connect_to(self, path: str, since: int | None = None) -> ClientConnection:
        if not self.cookie:
            await self.request("GET", "/api/choices", 200)
        query = "" if since is None else f"?since={since}"
        socket = await connect(
            f"{self.url.replace('http', 'ws', 1)}/api/{path}/socket{query}",
            additional_headers={"cookie": self.cookie},
            open_timeout=OPENING,
            close_timeout=1,
            ping_interval=PING,
            ping_timeout=PONG,
            proxy=None,
        )
        self.visits += 1
        return socket

    async def sit(self, code: str) -> "Guest":
        guest = Guest(self, code)
        self.clients.append(guest)
        await guest.begin()
        return guest


class Guest(Client):
    """A client that thinks for a while, and keeps the history of its moves."""

    device: Traveller
    pace = 1.0
    """Seconds to think, on average."""
    is_steady = False
    """Whether the time to think is always the same, so that two tabs of a person are rivals."""
    dozing = 0.0
    """How likely it is that the time to think runs out."""

    def __init__(self, device: Traveller, code: str) -> None:
        super().__init__(device, code)
        self.name = f"{code}/{id(self):x}"
        self.moves: dict[str, Move] = {}
        self.sights: list[Sight] = []

    async def begin(self) -> None:
        self.task = asyncio.create_task(self._run())
        await self.until(lambda: self.number > 0 or self.is_dismissed)

    @property
    def is_dismissed(self) -> bool:
        """Whether the server has said not to come back."""
        return bool(self.byes) and not self.byes[-1]["reconnect"]

    def jump(self) -> None:
        """Lose the network; the next connection may lead anywhere."""
        if self.socket is not None:
            self.socket.transport.abort()

    async def send(self, type_: str, id_: str | None = None, **values: object) -> str:
        if id_ is not None:
            answers = int(str(values.get("answers", 0)))
            new = Move(self.name, id_, answers, time.monotonic(), tries=0)
            move = self.moves.get(id_, new)
            self.moves[id_] = replace(move, tries=move.tries + 1)
        return await super().send(type_, id_, **values)

    async def _hear(self, text: str) -> None:
        now, before = time.monotonic(), self.number
        await super()._hear(text)
        if self.number != before:
            self.sights.append(Sight(self.name, now, self.number))
        message = json.loads(text)
        if message["type"] == "refused":
            self._note(message["id"], now, None, message["code"])
        elif message["type"] == "events":
            for event in message["events"]:
                self._note(event.get("id"), now, event["number"], "")

    def _note(self, id_: str | None, now: float, number: int | None, code: str) -> None:
        """Note the answer to a move; over two connections it may be refused, and done."""
        move = self.moves.get(id_ or "")
        if move is None:
            return
        if number is not None and move.number is None:
            self.moves[move.id] = replace(move, answered=now, number=number)
        elif code and not move.code:
            self.moves[move.id] = replace(move, answered=move.answered or now, code=code)

    async def ask(self, type_: str, **values: object) -> Message:
        """Send a command until it is answered for good, over as many connections as that takes.

        A command that was sent over two connections may be refused on one, and carried out on the
        other a moment later: then its next attempt comes too late, and its event is the answer.
        """
        end = time.monotonic() + ENOUGH
        tried: list[str] = []
        while True:
            self.ids += 1
            id_ = f"c{self.ids}-{random.getrandbits(40)}"
            tried.append(id_)
            while (answer := self.answer(id_)) is None:
                assert not self.is_dismissed, self.byes
                assert time.monotonic() < end, f"no answer to {type_}"
                socket = self.socket
                with suppress(OSError, websockets.WebSocketException, AssertionError):
                    await self.send(type_, id_, **values)
                with suppress(TimeoutError):
                    await self._until_answered_or_lost(id_, socket)
            if answer.get("code") not in PASSING:
                events = [event for event in self.events.values() if event.get("id") in tried]
                return next(iter(events), answer)
            assert time.monotonic() < end, f"{type_}: {answer}"
            await asyncio.sleep(AGAIN)

    async def _until_answered_or_lost(self, id_: str, socket: ClientConnection | None) -> None:
        await self.until(lambda: self.answer(id_) or self.socket is not socket, timeout=2)

    async def _insist(self, id_: str, answers: int, seat: int, cell: str) -> None:
        if random.random() < self.dozing:
            with suppress(TimeoutError):
                await self.until(lambda: not self.turn_is(seat, answers), timeout=ENOUGH)
            return
        steady = self.is_steady or not self.pace
        await asyncio.sleep(self.pace if steady else random.expovariate(1 / self.pace))
        await super()._insist(id_, answers, seat, cell)

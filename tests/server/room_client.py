"""A client in a room: it comes back by itself, and repeats its commands until they are answered."""

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from .client import Client, Device, Message
from .contract import check_sent_in_room


class RoomClient(Client):
    """A socket in a room."""

    def __init__(self, device: Device, code: str) -> None:
        super().__init__(device, code)
        self.room: Message = {}
        """The room after its last change."""
        self.done: dict[str, Message] = {}

    async def _connect(self, since: int | None) -> ClientConnection:
        return await self.device.connect_to(f"rooms/{self.code}", since)

    async def _hear(self, text: str) -> None:
        self.received.append(text)
        message = check_sent_in_room(text)
        async with self.changed:
            kind = message["type"]
            if kind == "you":
                self.you = message
            elif kind == "room":
                assert message["room"]["number"] >= self.number, "the server knows less than before"
                self.room, self.number = message["room"], message["room"]["number"]
            elif kind == "presence":
                self.presence = message
            elif kind == "done":
                self.done[message["id"]] = message
            elif kind == "refused":
                self.refusals.append(message)
            elif kind == "reaction":
                self.reactions.append(message)
            elif kind == "bye":
                self.byes.append(message)
            self.changed.notify_all()

    def answer(self, id_: str) -> Message | None:
        """Find what answers a command."""
        refused = next((one for one in reversed(self.refusals) if one["id"] == id_), None)
        return refused or self.done.get(id_)

    async def insist(self, type_: str, **values: object) -> Message:
        """Send a command until it is answered, over as many connections as that takes."""
        id_ = f"i{random.getrandbits(60)}"
        text = json.dumps({"type": type_, "id": id_, **values})
        while (answer := self.answer(id_)) is None:
            socket = self.socket
            with suppress(OSError, websockets.WebSocketException, AssertionError):
                await self.send_text(text)
            with suppress(TimeoutError):
                await self.until(
                    lambda socket=socket: self.answer(id_) or self.socket is not socket,  # type: ignore[misc]
                    timeout=2,
                )
        return answer

    async def join(self, name: str, **values: object) -> Message:
        """Join the room under a name."""
        return await self.insist("join", name=name, **values)

    @property
    def seats(self) -> list[object]:
        """The members and bots at the seats of the next match; None where a seat is open."""
        return [seat.get("member") or seat.get("bot") for seat in self.room["seats"]]

    @property
    def results(self) -> list[str]:
        """How the matches so far ended; empty for one that is being played."""
        return [match.get("over", {}).get("how", "") for match in self.room["matches"]]

    async def play_match(self, number: int) -> None:
        """Play the match with this number if this device has a seat, and wait for its result."""
        await self.until(lambda: len(self.room["matches"]) >= number)
        match = self.room["matches"][number - 1]
        mine = self.you["member"] in [seat.get("member") for seat in match["seats"]]
        if mine and "over" not in match:
            table = await self.device.sit(match["table"])
            await table.play()
            await table.close()
        await self.until(lambda: self.results[number - 1] != "")


class Company:
    """People in rooms, who are closed at the end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.devices: list[Device] = []
        self.people: list[RoomClient] = []

    def device(self, url: str = "") -> Device:
        """Bring a device that the server has not seen; it may go to another one."""
        self.devices.append(Device(url or self.url))
        return self.devices[-1]

    async def open(self, device: Device, **wish: object) -> dict[str, Any]:
        """Open a room."""
        response = await device.http.post("/api/rooms", json={"name": "Ada", **wish})
        assert response.status_code == 201, response.text
        opened: dict[str, Any] = response.json()
        return opened

    async def come(self, code: str, device: Device | None = None, name: str = "") -> RoomClient:
        """Open a socket in a room, and join it if there is a name."""
        person = RoomClient(device or self.device(), code)
        self.people.append(person)
        await person.begin()
        if name:
            await person.join(name)
        return person

    async def close(self) -> None:
        """Let all go."""
        await asyncio.gather(*(one.close() for one in self.people), return_exceptions=True)
        for device in self.devices:
            await device.close()


@asynccontextmanager
async def company(url: str) -> AsyncIterator[Company]:
    """Have people in rooms as long as the block lasts."""
    people = Company(url)
    try:
        yield people
    finally:
        await people.close()

"""People in a room, who repeat every command until it is answered for good."""

import asyncio
import json
import time
from collections.abc import Collection

from server.client import Message
from server.room_client import RoomClient

from .guest import AGAIN, ENOUGH, PASSING, Traveller


class RoomGuest(RoomClient):
    """A member of a room whose network and server break."""

    device: Traveller

    def __init__(self, device: Traveller, code: str) -> None:
        super().__init__(device, code)
        self.commands: dict[str, str] = {}
        """The types of all commands that were sent, by their ids."""

    async def send_text(self, text: str | bytes) -> None:
        command = json.loads(text)
        self.commands[command["id"]] = command["type"]
        await super().send_text(text)

    async def persuade(
        self, type_: str, accepted: Collection[str] = (), **values: object
    ) -> Message:
        """Send a command until it is carried out, or refused with one of these codes."""
        end = time.monotonic() + ENOUGH
        while (code := (answer := await self.insist(type_, **values)).get("code")) is not None:
            if code in accepted:
                break
            assert code in PASSING, f"{type_}: {answer}"
            assert time.monotonic() < end, f"{type_}: {answer}"
            await asyncio.sleep(AGAIN)
        return answer

    async def agree_on(self, number: int) -> None:
        """Ask for the match with this number, or agree to it, until it begins.

        A node whose clock is wrong may end a call early: then people ask again.
        """
        end = time.monotonic() + ENOUGH
        while len(self.room["matches"]) < number:
            assert time.monotonic() < end, f"match {number} does not begin: {self.room}"
            call = self.room["call"]
            if call is None or self.you["member"] not in call["ready"]:
                await self.persuade("next_match", ("already-ready", "match-running"))
            known = self.number
            try:
                await self.until(lambda known=known: self.number > known, timeout=2)  # type: ignore[misc]
            except TimeoutError:
                continue

    async def until_over(self, number: int) -> None:
        """Wait until the room knows how a match ended."""
        await self.until(lambda: len(self.results) >= number and self.results[number - 1] != "")

"""An evening in a room: people agree on matches, and have another host after each."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from server.client import Message

from .guest import Guest, Traveller
from .room_guest import RoomGuest

SETTINGS = {"mode": "2p", "rounds_to_win": 1}
NAMES = ("Ada", "Ben", "Cleo")
"""One more than play at a time: they take turns."""

CHANGED_AT = 6
"""Somebody else becomes the host once so many events of a match are known."""

HOST_AWAY_SECONDS = 2
"""How long the host may be gone, on every node."""

PlayMatch = Callable[[str, list[Guest]], Awaitable[None]]


@dataclass
class Evening:
    """One room with its people."""

    people: list[RoomGuest] = field(default_factory=list)
    matches: int = 0

    @property
    def code(self) -> str:
        return str(self.people[0].room["room"])

    async def begin(self, devices: list[Traveller]) -> None:
        """Open the room, and let everybody in; where the answer was lost there is one more room."""
        wish = {"name": NAMES[0], "settings": SETTINGS}
        opened: Message = (await devices[0].request("POST", "/api/rooms", 201, json=wish)).json()
        for device, name in zip(devices, NAMES, strict=True):
            person = RoomGuest(device, opened["room"])
            device.clients.append(person)
            self.people.append(person)
            await person.begin()
            await person.persuade("join", name=name)
            await person.until(lambda person=person: person.you["member"])  # type: ignore[misc]
        host = self.people[0]
        await host.persuade("set_room", ("room-host-only",), settings=SETTINGS, rotates=True)

    async def play_next(self, play: PlayMatch) -> None:
        """Agree on a match, play it, and wait until everybody knows its result."""
        number = self.matches + 1
        await asyncio.gather(*(person.agree_on(number) for person in self.people))
        table = self.people[0].room["matches"][number - 1]["table"]
        guests = [await person.device.sit(table) for person in self.people]
        change_host = self._hand_over if number % 2 else self._abandon
        handing_over = asyncio.create_task(change_host(guests[0]))
        try:
            await play(table, guests)
            await handing_over
        finally:
            handing_over.cancel()
        await asyncio.gather(*(person.until_over(number) for person in self.people))
        self.matches = number

    @property
    def host(self) -> RoomGuest:
        """Who knows that they are the host, or else anybody."""
        return next((one for one in self.people if one.you["is_host"]), self.people[0])

    async def _hand_over(self, guest: Guest) -> None:
        """Make the next member the host; the server may have replaced the host before."""
        await until_in_the_middle(guest)
        old = self.host
        heir = self.people[(self.people.index(old) + 1) % len(self.people)]
        await old.persuade("make_host", ("room-host-only",), member=heir.you["member"])

    async def _abandon(self, guest: Guest) -> None:
        """Let the host leave the room until the server has replaced them."""
        await until_in_the_middle(guest)
        old = self.host
        await old.close()
        other = next(one for one in self.people if one is not old)
        await other.until(lambda: other.room["host"] != old.you["member"])
        old.is_leaving = False
        await old.begin()


async def until_in_the_middle(guest: Guest) -> None:
    """Wait until some cards of a match have been laid."""
    await guest.until(lambda: guest.number >= CHANGED_AT or guest.phase == "over")

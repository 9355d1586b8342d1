"""A tournament of three rounds: somebody is late, somebody leaves, and the host changes twice."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from server.client import Message
from server.tournament_client import TournamentClient

from .guest import AGAIN, ENOUGH, Guest, Traveller
from .room_guest import RoomGuest

NAMES = ("Ada", "Ben", "Cleo", "Dag")
LATE = 3
"""The place of the one who comes when the first round has begun."""

PEOPLE = 1 + len(NAMES)
"""With the one who opens the tournament, and does not play."""

ROUNDS = 3
SYSTEMS = ("swiss", "round_robin")
CORRECTED = {"round": 1, "pairing": 1, "winner": 2, "rounds": [0, 1]}
"""The result that a host writes over that of the table."""

NOT_YET = {"tournament-host-only", "too-few-players", "no-such-player"}
"""Why a node may refuse a host whom, or players whom, it has not heard of yet."""

Aside = Callable[[], Coroutine[Any, Any, None]]
"""Something that happens while a round is played."""

PlayMatch = Callable[[str, list[Guest]], Awaitable[None]]


class CupGuest(TournamentClient, RoomGuest):
    """Somebody in a tournament, whose network and server break."""

    async def until_round(self, number: int) -> None:
        """Wait until a round has begun, and its tables are open."""
        await self.until(lambda: self.round >= number and self.are_tables_open())

    async def until_round_is_over(self, number: int) -> None:
        """Wait until all matches of a round have a result."""
        await self.until(lambda: self.round >= number and self.is_round_over())

    async def until_host_is_not(self, device: int) -> None:
        """Wait until somebody else than on this device is the host."""
        await self.until(lambda: self.tournament["host"] != device)

    async def until_the_end(self) -> None:
        """Wait until the tournament is over."""
        await self.until(lambda: self.tournament["stage"] == "over")


@dataclass
class Cup:
    """One tournament with its people. The first of them opens it, and does not play."""

    system: str = SYSTEMS[0]
    people: list[CupGuest] = field(default_factory=list)
    rounds: int = 0
    """How many were played to their end."""

    @property
    def code(self) -> str:
        return self.people[0].code

    @property
    def players(self) -> list[CupGuest]:
        return self.people[1:]

    async def begin(self, devices: list[Traveller]) -> None:
        """Open the tournament, and let everybody join who is in time."""
        settings = {"mode": "2p", "rounds_to_win": 1}
        plan = {"name": "Cup", "system": self.system, "rounds": ROUNDS, "settings": settings}
        wish = {"plan": {**plan, "absence": "loss", "absence_seconds": 30}}
        request = await devices[0].request("POST", "/api/tournaments", 201, json=wish)
        opened: Message = request.json()
        for device in devices:
            person = CupGuest(device, opened["tournament"])
            device.clients.append(person)
            self.people.append(person)
            await person.begin()
        for player, name in zip(self.players[:LATE], NAMES, strict=False):
            await self._join(player, name)

    async def _join(self, person: CupGuest, name: str) -> None:
        await person.persuade("join", name=name)
        await person.until(lambda: person.you["player"])

    async def play(self, play: PlayMatch) -> None:
        """Play all rounds; between them hosts come and go."""
        leaver = self.players[0]
        await self._play_round(play, self._let_late_join, lambda: self._hand_over(leaver))
        await self._by_the_host("set_result", **CORRECTED)
        await self._play_round(play, lambda: self._leave(leaver))
        await self._until_host_is_replaced(leaver)
        await leaver.begin()
        await self._play_round(play)
        async with asyncio.TaskGroup() as all_of_them:
            for person in self.people:
                all_of_them.create_task(person.until_the_end())

    async def _play_round(self, play: PlayMatch, *meanwhile: Aside) -> None:
        """Begin a round, play its matches, and wait until everybody here knows the results."""
        number = self.rounds + 1
        await self._by_the_host("next_round", "round-running")
        await asyncio.gather(*(one.until_round(number) for one in self.people))
        pairings = self.people[0].pairings
        async with asyncio.TaskGroup() as matches:
            for aside in meanwhile:
                matches.create_task(aside())
            for pairing in pairings:
                if pairing["table"] and "over" not in pairing:
                    matches.create_task(self._match(pairing, play))
        here = [one for one in self.people if not one.is_leaving]
        await asyncio.gather(*(one.until_round_is_over(number) for one in here))
        self.rounds = number

    async def _match(self, pairing: Message, play: PlayMatch) -> None:
        """Play one match; whoever leaves the tournament does not come to the table."""
        seats = [seat.get("player") for seat in pairing["seats"]]
        seated = [one for one in self.players if one.you["player"] in seats]
        leaving = self.players[:1] if self.rounds == 1 else []
        guests = [await one.device.sit(pairing["table"]) for one in seated if one not in leaving]
        await play(pairing["table"], guests)

    async def _by_the_host(self, type_: str, *accepted: str, **values: object) -> None:
        """Let the host send a command, whoever that is: the server may have replaced the host."""
        end = time.monotonic() + ENOUGH
        while True:
            for person in sorted(self.people, key=lambda one: not one.you["is_host"]):
                answer = await person.persuade(type_, (*accepted, *NOT_YET), **values)
                if answer.get("code") not in NOT_YET:
                    return
            assert time.monotonic() < end, f"{type_}: {answer}"
            await asyncio.sleep(AGAIN)

    async def _let_late_join(self) -> None:
        """Let somebody join while the first round is played."""
        await self._join(self.players[LATE], NAMES[LATE])

    async def _hand_over(self, heir: CupGuest) -> None:
        """Make a player the host."""
        await self._by_the_host("make_host", player=heir.you["player"])

    async def _leave(self, person: CupGuest) -> None:
        """Let somebody leave the tournament for good, and close the page."""
        await person.persuade("withdraw", has_left=True)
        await person.close()

    async def _until_host_is_replaced(self, old: CupGuest) -> None:
        """Wait until the server has made somebody else the host, and everybody knows."""
        number = 1 + self.people.index(old)  # they came in this order
        others = [one for one in self.people if one is not old]
        await asyncio.gather(*(one.until_host_is_not(number) for one in others))
        old.is_leaving = False

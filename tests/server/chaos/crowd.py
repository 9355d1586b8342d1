"""Many tables at once for the whole storm: after each match, the next one begins."""

import asyncio
import time
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from server.client import OPEN, bot
from server.durability.party import PLANS, Party, Plan

from .cup import PEOPLE, SYSTEMS, Cup
from .evening import NAMES, Evening
from .guest import Guest, Traveller

SOCIABILITY = 4
"""So many places share one where people meet in a room, and one where they play a tournament."""

ROOM_PLACE, CUP_PLACE = 0, 2
"""Which of so many places these are."""

MATCHES_OF_A_ROOM = 3
"""After so many, people go to another room."""

RIVALRY = 4
"""At every so many tables somebody has two tabs, which both move at the same moment."""

SPREAD = 0.1
"""Seconds between the first matches at two places."""

SHORTEST_TURN = 5
"""Seconds; the server allows no less."""

STORMY_PLANS = (
    *(replace(plan, watchers=place % 2) for place, plan in enumerate(PLANS)),
    Plan("2p", [bot("easy"), bot("greedy")], watchers=1),
    Plan("4p", [bot("random"), bot("easy"), bot("greedy"), OPEN]),
    Plan("2p", [OPEN, bot("easy")], turn_seconds=SHORTEST_TURN),
)
"""All four modes, with people and bots; at every other table somebody watches."""


@dataclass
class Crowd(Party):
    """Tables that are played one after the other at so many places."""

    url: str
    patience: float = 60.0
    """Seconds of silence after which a match counts as stuck."""
    finished: dict[str, str] = field(default_factory=dict)
    """The records of all matches that were played to their end."""
    failures: list[str] = field(default_factory=list)
    """What went wrong at tables, in a sentence each."""
    calm: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the storm is over."""
    begun: int = 0
    evenings: list[Evening] = field(default_factory=list)
    """All rooms."""
    cups: list[Cup] = field(default_factory=list)
    """All tournaments."""

    def __post_init__(self) -> None:
        self.bring = Traveller

    @property
    def guests(self) -> list[Guest]:
        return cast("list[Guest]", self.clients)

    @property
    def playing(self) -> list[Guest]:
        """Everybody who sits at a table that is in use, players and spectators."""
        return [guest for guest in self.guests if not guest.is_leaving]

    async def play_on(self, places: int, plans: Sequence[Plan] = STORMY_PLANS) -> None:
        """Play at so many places until the storm is over, and then to the end."""
        await asyncio.gather(*(self._place(plans, place) for place in range(places)))

    async def _place(self, plans: Sequence[Plan], place: int) -> None:
        await asyncio.sleep(SPREAD * place)
        while not self.calm.is_set():
            try:
                if place % SOCIABILITY == ROOM_PLACE:
                    await self._evening()
                elif place % SOCIABILITY == CUP_PLACE:
                    await self._cup()
                else:
                    plan = plans[self.begun % len(plans)]
                    self.begun += 1
                    await self._match(plan, has_rivals=self.begun % RIVALRY == 0)
            except Exception as error:  # the storm goes on, whatever happens at one table
                self.failures.append("".join(traceback.format_exception(error)).strip())

    async def _evening(self) -> None:
        """Play some matches in a room."""
        devices = [Traveller(self.url) for _ in NAMES]
        self.devices += devices
        evening = Evening()
        await evening.begin(devices)
        self.evenings.append(evening)
        while evening.matches < MATCHES_OF_A_ROOM and not self.calm.is_set():
            await evening.play_next(self._play)
        await asyncio.gather(*(device.close() for device in devices))

    async def _cup(self) -> None:
        """Play a tournament to its end."""
        devices = [Traveller(self.url) for _ in range(PEOPLE)]
        self.devices += devices
        cup = Cup(SYSTEMS[len(self.cups) % len(SYSTEMS)])
        await cup.begin(devices)
        self.cups.append(cup)
        await cup.play(self._play)
        await asyncio.gather(*(device.close() for device in devices))

    async def _match(self, plan: Plan, *, has_rivals: bool) -> None:
        guests = cast("list[Guest]", await self.set_up(plan))
        code = guests[0].code
        if has_rivals:
            guests.append(await guests[0].device.sit(code))
        for guest in guests:
            guest.is_steady = has_rivals
            guest.dozing = 0.05 if plan.turn_seconds == SHORTEST_TURN else 0.0
        await self._play(code, guests)
        await asyncio.gather(*(device.close() for device in {guest.device for guest in guests}))

    async def _play(self, code: str, guests: list[Guest]) -> None:
        """Play a match to its end, and fetch its record."""
        self.tables[code] = list(guests)
        playing: asyncio.Future[list[None]] = asyncio.gather(*(guest.play() for guest in guests))
        lives = [guest.task for guest in guests if guest.task is not None]
        limit = asyncio.create_task(self._silence(guests))
        ends: list[asyncio.Future[Any]] = [playing, *lives, limit]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        is_over = playing.done()
        limit.cancel()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        if is_over:
            answer = await guests[0].device.request("GET", f"/api/tables/{code}/record", 200)
            self.finished[code] = answer.text
        else:
            self.failures.append(f"{code} is not finished: {'; '.join(map(state_of, guests))}")
        for guest in guests:
            await guest.close()

    async def _silence(self, guests: Sequence[Guest]) -> None:
        """Wait until nobody at a table has heard anything for long; after the storm all hurry."""
        while silence(guests) < self.patience:
            await asyncio.sleep(1)
            if self.calm.is_set():
                for guest in guests:
                    guest.pace = 0.0


def silence(guests: Iterable[Guest]) -> float:
    """Tell for how many seconds nobody has heard of anything new."""
    return time.monotonic() - max(guest.sights[-1].at for guest in guests)


def state_of(guest: Guest) -> str:
    """Tell what somebody knew when a match did not go on."""
    turn = f"turn of {guest.turn['seat']}" if guest.turn else "nobody's turn"
    seats = guest.you.get("seats", [])
    return f"seats {seats} {guest.phase} at {guest.number}, {turn}, {ended(guest)}"


def ended(guest: Guest) -> str:
    """Tell whether somebody was sent away, or was told nonsense."""
    if guest.task is None or not guest.task.done():
        socket = "connected" if guest.socket is not None else "not connected"
        return f"{socket}, heard nothing for {silence([guest]):.1f} s"
    error = None if guest.task.cancelled() else guest.task.exception()
    return f"told nonsense: {error!r}" if error else f"sent away: {guest.byes[-1:]}"

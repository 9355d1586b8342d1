"""A tournament in memory, on one node, with a clock that can be set."""

import asyncio
from collections.abc import Callable
from typing import Any

from punto.server.live.client import Client
from punto.server.live.tournament_actor import TournamentActor
from punto.server.tournament.tournament import TOURNAMENT, Pairing, Tournament
from punto.server.wire.commands import Beat
from punto.server.wire.tournaments import TOURNAMENT_CLIENT_MESSAGE, NewTournament

from ..client import PATIENCE
from ..live.room import Pile, Room

SECONDS = 60
"""How long people may be away from their match."""

NAMES = ("ada", "ben", "cleo", "dag")


class Live:
    """A tournament in memory, with a clock that can be set."""

    def __init__(self, rooms: Room, actor: TournamentActor) -> None:
        self.rooms, self.actor = rooms, actor

    async def do(self, device: str, type_: str, **values: object) -> None:
        """Carry out a command."""
        id_ = f"c{next(self.rooms.ids)}"
        command = TOURNAMENT_CLIENT_MESSAGE.validate_python({"type": type_, "id": id_, **values})
        assert not isinstance(command, Beat)
        await self.actor.execute_for(Client(device, 10**6, Pile()), command, 0.0)

    async def come(self, device: str) -> Client:
        """Connect a device to the tournament."""
        client = Client(device, 10**6, Pile())
        await self.actor.join(client, None)
        return client

    @property
    def host(self) -> str:
        """The device of the host."""
        return self.tournament.devices[self.tournament.host - 1]

    @property
    def tournament(self) -> Tournament:
        assert self.actor.state is not None
        return self.actor.state

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        return self.tournament.rounds[-1].pairings

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, and do what is due then."""
        self.rooms.now += round(1000 * seconds)
        await self.rooms.hub.do_what_is_due(self.actor.code)

    async def pass_time_until(self, condition: Callable[[], object]) -> None:
        """Let time pass, a minute after the other, and do what is due then."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await self.pass_time(SECONDS)


async def begun(rooms: Room, actor: TournamentActor, names: tuple[str, ...]) -> Live:
    """Let people join, and begin the first round."""
    live = Live(rooms, actor)
    for name in names:
        await live.do(name, "join", name=name)
    await live.do("host", "next_round")
    return live


async def opened(rooms: Room, **plan: Any) -> str:
    """Open a tournament; return the name of its log."""
    wish = {"plan": {"name": "Club", "absence_seconds": SECONDS, **plan}}
    code = await rooms.hub.open_tournament("host", NewTournament.model_validate(wish))
    return f"{TOURNAMENT}{code}"

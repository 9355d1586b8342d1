"""People who are away from their match or have left: they lose it, or a bot plays for them."""

import asyncio
from pathlib import Path
from typing import Any

from punto.server.live.client import Client
from punto.server.live.tournament_actor import TournamentActor
from punto.server.tournament.tournament import TOURNAMENT, Pairing, Tournament
from punto.server.wire.commands import Beat
from punto.server.wire.tournaments import TOURNAMENT_CLIENT_MESSAGE, NewTournament

from ..live.room import Pile, Room, room

SECONDS = 60
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


def test_whoever_is_away_on_their_turn_loses_after_a_while_but_nobody_who_is_there(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            log = await opened(rooms, absence="loss", pause_seconds=5, rounds=2)
            with rooms.hub.visit_tournament(log) as actor:
                live = await begun(rooms, actor, NAMES)
                here = [live.tournament.players[one.seats[0]].name for one in live.pairings]
                there = rooms.visitor(live.pairings[0].code, here[0])
                await there.come()
                await live.pass_time(SECONDS - 1)
                assert [one.result for one in live.pairings] == [None, None]
                await live.pass_time(1)
                await rooms.until(lambda: live.pairings[1].result)
                assert live.pairings[0].result is None  # they think, and are connected
                result = live.pairings[1].result
                assert result is not None
                assert (result.how, result.winner) == ("resigned", 2)
                await there.go()
                await live.pass_time(SECONDS)
                await rooms.until(lambda: live.tournament.rounds[0].is_over)
                await live.pass_time(5)  # the next round begins by itself
                await rooms.until(lambda: len(live.tournament.rounds) == 2)

    asyncio.run(story())


def test_a_bot_plays_for_those_who_have_left_even_if_nobody_watches(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            quick = {"settings": {"rounds_to_win": 1}, "bot": "random", "rounds": 1}
            log = await opened(rooms, **quick)
            with rooms.hub.visit_tournament(log) as actor:
                live = await begun(rooms, actor, NAMES[:3])
                for player in live.pairings[0].seats:
                    await live.do("host", "set_left", player=player, has_left=True)
                await rooms.until(lambda: live.tournament.is_over)
                result = live.pairings[0].result
                assert result is not None
                assert (result.how, result.out) == ("won", ())

    asyncio.run(story())

"""People who are away from their match or have left: they lose it, or a bot plays for them."""

import asyncio
from pathlib import Path

from ..live.room import room
from .live import NAMES, SECONDS, begun, opened


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


def test_rounds_do_not_begin_by_themselves_when_everybody_has_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            quick = {"settings": {"rounds_to_win": 1}, "bot": "random", "rounds": 3}
            log = await opened(rooms, **quick, pause_seconds=5)
            with rooms.hub.visit_tournament(log) as actor:
                live = await begun(rooms, actor, NAMES)
                assert live.tournament.next_at is None
                # Bots stand in, for one after the other.
                await live.pass_time_until(lambda: live.tournament.rounds[0].is_over)
                assert live.tournament.rounds[0].is_abandoned
                assert live.tournament.next_at is None
                await live.pass_time(3600)
                assert len(live.tournament.rounds) == 1
                await live.do("host", "next_round")  # somebody is back
                await rooms.until(lambda: len(live.tournament.rounds) == 2)

    asyncio.run(story())


def test_one_person_who_is_there_is_enough_for_the_next_round(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            quick = {"settings": {"rounds_to_win": 1}, "bot": "random", "rounds": 2}
            log = await opened(rooms, **quick, pause_seconds=5)
            with rooms.hub.visit_tournament(log) as actor:
                live = await begun(rooms, actor, NAMES)
                here = live.tournament.players[live.pairings[0].seats[0]].name
                there = rooms.visitor(live.pairings[0].code, here)
                await there.come()
                await live.pass_time_until(lambda: live.pairings[1].result)
                await there.do("resign", seat=1)
                await rooms.until(lambda: live.tournament.rounds[0].is_over)
                assert not live.tournament.rounds[0].is_abandoned
                await live.pass_time(5)
                await rooms.until(lambda: len(live.tournament.rounds) == 2)

    asyncio.run(story())

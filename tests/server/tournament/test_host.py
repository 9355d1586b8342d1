"""A tournament whose host is gone: somebody who is there takes over."""

import asyncio
from pathlib import Path

import pytest

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.table.change import SERVER
from punto.server.tournament.entry import replace_host
from punto.server.wire.words import DeviceNumber

from ..live.room import room
from ..live.twins import twins
from .club import HOST, Club, device
from .live import NAMES, begun, opened

AWAY = Config().host_away_seconds


def replaced(club: Club, *present: int) -> str:
    """Let the server replace the host while these devices are there; tell who is the host."""
    change = club.change(SERVER)
    replace_host(change, [DeviceNumber(number) for number in present])
    if change.events:
        club.keep(change)
    return club.tournament.devices[club.tournament.host - 1]


def test_the_first_of_those_who_are_there_and_still_play_takes_over() -> None:
    club = Club()
    club.come(*NAMES)
    club.do(device("ada"), "withdraw", has_left=True)
    assert replaced(club, 2, 4, 5) == device("cleo")
    club.do(device("cleo"), "next_round")
    assert club.refuse(HOST, "finish") == "tournament-host-only"


@pytest.mark.parametrize("present", [(), (1, 2, 3)])
def test_nobody_takes_over_if_nobody_is_there_or_the_host_is(present: tuple[int, ...]) -> None:
    club = Club()
    club.come("ada", "ben")
    assert replaced(club, *present) == HOST


def test_who_was_removed_never_takes_over_and_who_has_left_only_if_nobody_else_can() -> None:
    club = Club()
    club.come(*NAMES)
    club.do(HOST, "remove_player", player=1)
    assert replaced(club, 2) == HOST
    club.do(device("ben"), "withdraw", has_left=True)
    assert replaced(club, 2, 3) == device("ben")


def test_a_host_who_does_not_play_takes_over_again_when_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            with rooms.hub.visit_tournament(await opened(rooms)) as actor:
                live = await begun(rooms, actor, NAMES)
                await live.do("host", "set_lock", is_locked=True)
                teacher = await live.come("host")
                await live.come("ada")
                await actor.leave(teacher)
                await live.pass_time(AWAY - 1)
                assert live.host == "host"
                await live.pass_time(1)
                assert live.host == "ada"
                await live.do("ada", "set_left", player=4, has_left=True)
                with pytest.raises(PuntoError, match="locked"):
                    await live.come("stranger")
                await live.come("host")
                assert live.host == "host"
                with pytest.raises(PuntoError, match="only the host"):
                    await live.do("ada", "set_left", player=4, has_left=False)

    asyncio.run(story())


def test_what_was_handed_on_meanwhile_stays_there(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            with rooms.hub.visit_tournament(await opened(rooms)) as actor:
                live = await begun(rooms, actor, NAMES)
                await live.come("ada")
                await live.pass_time(AWAY)
                await live.do("ada", "make_host", player=2)
                await live.come("host")
                assert live.host == "ben"

    asyncio.run(story())


def test_a_host_who_plays_does_not_take_over_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            with rooms.hub.visit_tournament(await opened(rooms)) as actor:
                live = await begun(rooms, actor, NAMES)
                await live.do("host", "make_host", player=1)
                await live.come("ben")
                await live.pass_time(AWAY)
                assert live.host == "ben"
                await live.come("ada")
                assert live.host == "ben"

    asyncio.run(story())


def test_a_host_at_a_table_of_the_tournament_is_not_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            with rooms.hub.visit_tournament(await opened(rooms)) as actor:
                live = await begun(rooms, actor, NAMES)
                await live.do("host", "make_host", player=1)
                table = next(one.code for one in live.pairings if 1 in one.seats)
                await live.come("ben")
                ada = rooms.visitor(table, "ada")
                await ada.come()
                await live.pass_time(2 * AWAY)
                assert live.host == "ada"
                await ada.go()
                await live.pass_time(AWAY - 1)
                assert live.host == "ada"
                await live.pass_time(1)
                assert live.host == "ben"

    asyncio.run(story())


def test_a_host_at_a_table_on_another_node_is_not_gone(tmp_path: Path) -> None:
    async def story() -> None:
        async with twins(tmp_path, attending=False) as (here, there):
            with here.hub.visit_tournament(await opened(here)) as actor:
                live = await begun(here, actor, NAMES)
                await live.do("host", "make_host", player=1)
                table = next(one.code for one in live.pairings if 1 in one.seats)
                await live.come("ben")
                ada = there.visitor(table, "ada")
                await ada.come()
                await live.pass_time(2 * AWAY)
                assert live.host == "ada"
                await ada.go()
                await live.pass_time(AWAY)
                assert live.host == "ben"

    asyncio.run(story())


def test_while_the_bus_is_down_nobody_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with room(tmp_path) as rooms:
            with rooms.hub.visit_tournament(await opened(rooms)) as actor:
                live = await begun(rooms, actor, NAMES)
                await live.come("ada")
                monkeypatch.setattr(rooms.bus, "trouble", "down")
                await live.pass_time(2 * AWAY)
                assert live.host == "host"  # who may be connected to another node
                monkeypatch.setattr(rooms.bus, "trouble", "")
                await live.pass_time(0)
                assert live.host == "ada"

    asyncio.run(story())

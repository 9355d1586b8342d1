"""Open rooms: what the first page of a server lists, in which order, and what it never shows."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from punto.server.config.settings import Config
from punto.server.live.open_rooms import CACHE_SECONDS, MAX_SHOWN, ListedRoom, OpenRoomList
from punto.server.live.services import Services

from ..client import PATIENCE, Device
from ..room_client import company
from ..server_process import server
from .evening import ADA, BEN, Evening


def listed(room: str, *players: str | None, rank: int = 0, **values: Any) -> ListedRoom:
    """Describe a listed room as another node tells of it."""
    return {
        "room": room,
        "number": values.get("number", 1),
        "listed_at": values.get("listed_at", 0),
        "rank": rank,
        "shape": {
            "link": room,
            "mode": "2p",
            "level": "any",
            "players": [*players],
            "others": 0,
            "is_playing": values.get("is_playing", False),
        },
    }


def new_list(**settings: Any) -> OpenRoomList:
    """Make the list of a node on which nobody is."""
    services = cast(Services, SimpleNamespace(config=Config(**settings)))
    return OpenRoomList(services, {})


def links(rooms: OpenRoomList) -> list[str]:
    return [room["link"] for room in rooms.shown()]


def test_rooms_that_can_begin_soonest_come_first() -> None:
    rooms = new_list()
    rooms.learn(
        "node",
        [
            listed("playing", "Ada", None, is_playing=True),
            listed("full", "Ada", "Ben"),
            listed("two missing", "Ada", None, None),
            listed("later", "Ada", None, listed_at=2),
            listed("earlier", "Ada", None, listed_at=1),
        ],
    )
    assert links(rooms) == ["earlier", "later", "two missing", "full", "playing"]


def test_nobody_can_fill_the_list_from_one_address() -> None:
    rooms = new_list()
    flood = [listed(f"flood {n:03}", "Ada", None, rank=n) for n in range(3 * MAX_SHOWN)]
    rooms.learn("node", flood)
    rooms.learn("other node", [listed("patient", "Ben", None, None, None, listed_at=9)])
    shown = links(rooms)
    assert len(shown) == MAX_SHOWN
    assert shown[-1] == "patient"


def test_a_room_on_two_nodes_is_listed_once_as_the_newer_one_knows_it() -> None:
    rooms = new_list()
    rooms.learn("here", [listed("room", "Ada", None, number=7)])
    rooms.learn("there", [listed("room", "Ada", "Ben", number=8)])
    (shown,) = rooms.shown()
    assert shown["players"] == ["Ada", "Ben"]
    rooms.lose_node("there")
    (shown,) = rooms.shown()
    assert shown["players"] == ["Ada", None]
    rooms.lose_node("here")
    assert rooms.shown() == []


def test_a_server_that_is_set_so_lists_nothing_and_refuses_hosts() -> None:
    rooms = new_list(open_rooms=False)
    rooms.learn("node", [listed("room", "Ada", None)])
    assert (rooms.own(), rooms.shown()) == ([], [])
    evening = Evening()
    evening.may_list = False
    assert evening.refuse(ADA, "set_listing", level="any") == "listing-off"
    evening.do(ADA, "set_listing", level=None)


def test_only_the_host_lists_a_room() -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.refuse(BEN, "set_listing", level="any") == "room-host-only"
    evening.do(ADA, "set_listing", level="beginner")
    assert evening.room.listed == "beginner"
    evening.do(ADA, "set_listing", level=None)
    assert evening.room.listed is None


def test_a_listed_room_is_seen_and_joined_by_strangers(tmp_path: Path) -> None:
    async def shown(device: Device, enough: Callable[[list[Any]], bool]) -> list[Any]:
        async with asyncio.timeout(PATIENCE):
            while True:
                answer = await device.get("/api/rooms/open")
                assert answer["is_on"] is True
                if enough(answer["rooms"]):
                    return list(answer["rooms"])
                await asyncio.sleep(CACHE_SECONDS / 4)

    async def story(url: str) -> None:
        async with company(url) as people:
            host, stranger = people.device(), people.device()
            opened = await people.open(host, settings={"mode": "3p"})
            ada = await people.come(opened["room"], host)
            assert (await stranger.get("/api/rooms/open"))["rooms"] == []
            await ada.insist("set_place", seat=3, holder={"kind": "bot", "bot": "easy"})
            await ada.insist("set_listing", level="beginner")
            (room,) = await shown(stranger, bool)
            assert room == {
                "link": opened["room"],
                "mode": "3p",
                "level": "beginner",
                "players": ["Ada", None, "easy"],
                "others": 0,
                "is_playing": False,
            }
            ben = await people.come(room["link"], stranger, "Ben")
            await people.come(room["link"], name="Cleo")
            (room,) = await shown(stranger, lambda rooms: bool(rooms and rooms[0]["others"]))
            assert room["players"] == ["Ada", "Ben", "easy"]
            await ada.insist("set_lock", is_locked=True)
            await shown(stranger, lambda rooms: not rooms)
            await ada.insist("set_lock", is_locked=False)
            await ada.insist("start_match")
            await shown(stranger, lambda rooms: bool(rooms and rooms[0]["is_playing"]))
            await ada.insist("remove_member", member=2)
            (room,) = await shown(stranger, lambda rooms: rooms[0]["link"] != opened["room"])
            assert room["link"] == ada.room["link"]
            assert (await people.come(room["link"], ben.device)).byes[0]["code"] == "removed"
            for person in people.people:  # a room without people is not offered to anybody
                await person.close()
            await shown(stranger, lambda rooms: not rooms)

    with server(tmp_path) as process:
        asyncio.run(story(process.url))

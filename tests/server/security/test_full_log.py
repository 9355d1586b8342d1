"""Nobody stops a match by filling its log, and what cannot go on costs nothing."""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from punto.server.store.model import Due
from server.client import OPEN, PATIENCE, Client, Device, Message, bot, person
from server.server_process import ServerProcess, server

from .company import company, in_memory, stored, to_move
from .costs import IDLE_SHARE, cpu_share
from .full_logs import fill

MOVING_SECONDS = 20.0
"""How long it may take on a busy machine until a few bots have moved."""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server(tmp_path_factory.mktemp("full")) as process:
        yield process


async def flood(client: Client, *commands: Message, times: int) -> None:
    """Send commands in turn without waiting, then wait for the last answer."""
    last = ""
    for place in range(times):
        for command in commands:
            last = f"f{place}-{command['type']}"
            await client.send_text(json.dumps({**command, "id": last}))
    await client.until(lambda: client.answer(last))


def counted(process: ServerProcess, code: str) -> Counter[str]:
    """Count the events of a table by their kinds."""
    return Counter(kind for _, kind, _ in stored(process, code))


@pytest.mark.parametrize("way", ["finish", "resign"])
def test_a_loser_who_floods_offers_stops_nobody(running: ServerProcess, way: str) -> None:
    async def story() -> None:
        async with company(running.url, rounds_to_win=1) as (ada, ben):
            await flood(
                ada,
                {"type": "offer_end", "seat": 1},
                {"type": "decline_end", "seat": 1},
                times=2600,
            )
            assert counted(running, ada.code).total() < 100
            assert ada.refusals[-1]["code"] in ("too-often", "nothing-offered")
            first, _ = to_move([ada, ben])
            assert (await first.place())["kind"] == "placed"
            if way == "resign":
                assert (await ben.ask("resign", seat=2))["kind"] == "resigned"
            else:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(ada.play(), ben.play())
            await ben.until(lambda: ben.phase == "over")

    asyncio.run(story())


def test_a_guest_neither_fills_a_lobby_nor_keeps_others_out(running: ServerProcess) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            ada, ben, cleo = [
                await stack.enter_async_context(Device(running.url)) for _ in range(3)
            ]
            code = await ada.open(person("Ada"), OPEN, OPEN, mode="3p", begins_when_full=False)
            host, guest = await ada.sit(code), await ben.sit(code)
            sit: Message = {"type": "sit", "seat": 2, "name": "Ben"}
            await flood(guest, sit, {"type": "leave", "seat": 2}, times=500)
            assert counted(running, code).total() < 100
            assert guest.refusals[-1]["code"] in ("too-often", "not-your-seat")
            other = await cleo.sit(code)
            assert (await other.ask("sit", seat=3, name="Cleo"))["kind"] == "seat_changed"
            told = await host.ask("set_seat", seat=2, holder=bot("random"))
            assert told["kind"] == "seat_changed"
            assert (await host.ask("start"))["kind"] == "started"

    asyncio.run(story())


def test_a_guest_with_many_cookies_does_not_fill_a_lobby_either(running: ServerProcess) -> None:
    async def story() -> None:
        async with AsyncExitStack() as stack:
            ada = await stack.enter_async_context(Device(running.url))
            code = await ada.open(person("Ada"), OPEN, begins_when_full=False)
            host, last = await ada.sit(code), {}
            for _ in range(30):
                guest = await (await stack.enter_async_context(Device(running.url))).sit(code)
                last = await guest.ask("sit", seat=2, name="Ben")
                await guest.ask("leave", seat=2)
                await guest.close()
            assert last["code"] == "too-many-messages"
            assert counted(running, code).total() < 30
            assert (await host.ask("start", fill="random"))["kind"] == "started"

    asyncio.run(story())


def until_moved(process: ServerProcess, codes: list[str], wanted: list[int]) -> list[int]:
    """Wait a while until bots have laid so many cards; tell how many they laid."""
    deadline = time.monotonic() + MOVING_SECONDS
    while True:
        moved = [counted(process, code)["placed"] for code in codes]
        if moved == wanted or time.monotonic() > deadline:
            time.sleep(1)  # for what may follow
            return moved
        time.sleep(0.2)


def test_tables_that_are_full_since_long_cost_nothing_and_can_be_finished(tmp_path: Path) -> None:
    async def opened(url: str) -> tuple[list[str], str]:
        async with Device(url) as ada:
            seats = person("Ada"), bot("medium")
            codes = [await ada.open(*seats, start=2, rounds_to_win=1) for _ in range(3)]
            codes.append(await ada.open(bot("random"), bot("random"), rounds_to_win=1))
            return codes, ada.cookie

    async def finished(url: str, codes: list[str], cookie: str) -> None:
        async with Device(url) as ada:
            name, _, value = cookie.partition("=")
            ada.http.cookies.set(name, value)
            clients = [await ada.sit(code) for code in codes]
            await asyncio.gather(*(client.play() for client in clients))

    with server(tmp_path) as process:
        codes, cookie = asyncio.run(opened(process.url))
        process.kill()
        for code in codes:
            fill(process, code, Due(1, "bot"))
        process.start()
        moved = until_moved(process, codes, [1, 1, 1, 0])
        assert cpu_share(process) < IDLE_SHARE
        assert moved == [1, 1, 1, 0], "bots of people move once, bots alone sleep"
        assert in_memory(process) == 0
        asyncio.run(finished(process.url, codes, cookie))
        assert all(counted(process, code)["over"] == 1 for code in codes)
        assert "Traceback" not in process.logged()


def test_bots_alone_sleep_while_nobody_looks(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as ada:
            seats = bot("easy"), bot("easy")
            codes = [await ada.open(*seats, rounds_to_win=9) for _ in range(8)]
            await asyncio.sleep(3)
            share = await asyncio.to_thread(cpu_share, running)
            assert share < IDLE_SHARE
            assert [counted(running, code)["placed"] for code in codes] == [0] * 8
            watcher = await ada.sit(codes[0])
            await watcher.until(lambda: watcher.number > 12)
            await watcher.close()
            while in_memory(running):
                await asyncio.sleep(0.1)
            before = counted(running, codes[0])["placed"]
            await asyncio.sleep(3)
            assert counted(running, codes[0])["placed"] == before
            again = await ada.sit(codes[0])
            number = again.number
            await again.until(lambda: again.number > number + 10)

    asyncio.run(story())


def test_rematches_count_as_tables(tmp_path: Path) -> None:
    async def story(url: str) -> list[str]:
        codes = []
        async with Device(url) as ada:
            codes.append(await ada.open(person("Ada"), bot("random"), rounds_to_win=1))
            refused: list[str] = []
            for _ in range(150):
                client = await ada.sit(codes[-1])
                if client.phase != "over":
                    await client.ask("resign", seat=1)
                answer = await client.ask("rematch", seat=1)
                if answer.get("code"):
                    refused.append(answer["code"])
                    assert answer["values"] == {"limit": 3}
                    assert client.table["rematch_offers"] == []
                else:
                    await client.until(
                        lambda c=client: c.events.get(c.number, {}).get("kind") == "rematched"  # type: ignore[misc]
                    )
                    codes.append(client.events[client.number]["table"])
                await client.close()
            assert set(refused) == {"too-many-tables"}
            response = await ada.http.post("/api/tables", json={})
            assert response.status_code == 429
        return codes

    with server(tmp_path, {"tables_per_device": 3}) as process:
        assert len(asyncio.run(story(process.url))) == 3


def test_rematches_count_for_the_address_of_who_wishes_last(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with company(url, rounds_to_win=1) as (ada, ben):
            await ben.ask("resign", seat=2)
            await ada.until(lambda: ada.phase == "over")
            assert (await ada.ask("rematch", seat=1))["kind"] == "rematch_wanted"
            answer = await ben.ask("rematch", seat=2)
            assert answer["code"] == "too-many-tables-of-address"
            shape = await ada.device.get(f"/api/tables/{ada.code}")
            assert (shape["rematch_offers"], shape["next"]) == ([1], None)

    with server(tmp_path, {"tables_per_address": 1}) as process:
        asyncio.run(story(process.url))


def test_many_sockets_of_one_device_do_not_flood_a_table_with_reactions(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with company(running.url) as (ada, ben):
            others = [await ada.device.sit(ada.code) for _ in range(15)]
            for client in (ada, *others):
                for place in range(40):
                    await client.send("react", f"r{place}", seat=1, reaction="wow")
            for client in others:
                await client.until(lambda c=client: len(c.refusals) > 20)  # type: ignore[misc]
            assert 8 <= len(ben.reactions) < 60
            assert {one["code"] for one in ada.refusals} <= {"too-many-messages"}

    asyncio.run(story())

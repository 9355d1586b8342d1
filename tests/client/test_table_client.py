"""The client plays on a real server, which may be killed."""

import asyncio
from pathlib import Path

import pytest

from punto.client import (
    Connected,
    DeviceCookies,
    Disconnected,
    TableClient,
    TableLink,
    read_link,
)
from punto.client.remote_table import read_table
from punto.rules.errors import PuntoError
from server.client import OPEN, Device, bot, person
from server.server_process import ServerProcess, server

from .following import following


async def open_table(url: str, *seats: dict[str, object], **settings: object) -> TableLink:
    """Open a table as a device of its own, which then leaves."""
    device = Device(url)
    try:
        return TableLink(url, await device.open(*seats, **settings))
    finally:
        await device.http.aclose()


def test_two_clients_play_a_match_and_know_what_the_server_knows(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        link = await open_table(url, OPEN, OPEN, rounds_to_win=1)
        async with following(link) as ada, following(link) as ben:
            await ada.client.send("sit", seat=1, name="Ada")
            await ben.client.send("sit", seat=2, name="Ben")
            await asyncio.gather(
                ada.play(until=lambda: ada.table.over), ben.play(until=lambda: ben.table.over)
            )
            told = read_table(await ada.client.http.get(link.path))
            for follower in (ada, ben):
                assert follower.table.over == told.over
                assert follower.table.position == told.position
                assert follower.table.seats == told.seats
                assert follower.count("placed") == ada.count("placed")
                assert follower.table.position is not None
                assert sum(follower.table.position.score.wins) == 1

    with server(tmp_path) as running:
        asyncio.run(play(running.url))


@pytest.mark.parametrize("settings", [{"mode": "3p"}, {"mode": "2p", "open_cards": True}])
def test_folding_events_gives_the_snapshot(tmp_path: Path, settings: dict[str, object]) -> None:
    async def play(url: str) -> None:
        seats = [person("Ada")] * (3 if settings["mode"] == "3p" else 2)
        device = Device(url)
        code = await device.open(*seats, rounds_to_win=1, **settings)
        cookies = DeviceCookies()
        cookies.receive(url, [device.cookie])
        await device.http.aclose()
        async with TableClient(TableLink(url, code), cookies) as client:
            async for _ in client.updates():
                if client.table is not None:
                    break
            for place in range(30):
                assert client.table is not None
                position = client.table.position
                if position is None or position.seat is None:
                    break
                cells = position.legal_cells
                cell = str(cells[place % len(cells)])
                event = await client.place(position.seat, cell)
                told = read_table(await client.http.get(client.link.path))
                assert told.number >= event["number"]
                assert told.position == client.table.position

    with server(tmp_path) as running:
        asyncio.run(play(running.url))


@pytest.mark.slow
def test_a_card_arrives_once_though_the_server_is_killed(tmp_path: Path) -> None:
    async def play(running: ServerProcess) -> None:
        link = await open_table(running.url, OPEN, bot("random"))
        async with following(link) as ada:
            await ada.client.send("sit", seat=1, name="Ada")
            await ada.until(lambda: ada.is_my_turn)
            for _ in range(3):
                await ada.until(lambda: ada.is_my_turn)
                await asyncio.to_thread(running.kill)
                await ada.until(lambda: isinstance(ada.updates[-1], Disconnected))
                position = ada.table.position
                assert position is not None
                move = ada.client.place(1, str(position.legal_cells[0]))
                sending = asyncio.create_task(move)
                await asyncio.to_thread(running.start)
                event = await sending
                assert event["seat"] == 1
                await ada.until(lambda: ada.client.is_connected)
            assert sum(isinstance(it, Connected) for it in ada.updates) >= 4
            events = (await ada.client.http.get(f"{link.path}/events?since=0"))["events"]
            placed = [it for it in events if it["kind"] == "placed" and it["seat"] == 1]
            assert len(placed) == 3
            assert len({it["id"] for it in placed}) == 3

    with server(tmp_path) as running:
        asyncio.run(play(running))


@pytest.mark.slow
def test_a_card_whose_answer_is_lost_is_sent_again_and_counts_once(tmp_path: Path) -> None:
    """The server is killed at about the time of its commit, so some answers never arrive."""

    async def play(running: ServerProcess) -> None:
        link = await open_table(running.url, person("Ben"), OPEN, start=2)
        async with following(link) as ada:
            await ada.client.send("sit", seat=2, name="Ada")
            await ada.until(lambda: ada.is_my_turn)
            sending = asyncio.create_task(ada.client.place(2, "f6"))
            await asyncio.sleep(0)  # the message is on its way
            await asyncio.to_thread(running.kill)
            await asyncio.to_thread(running.start)
            event = await sending
            assert event["cell"] == "f6"
            events = (await ada.client.http.get(f"{link.path}/events?since=0"))["events"]
            assert [it["cell"] for it in events if it["kind"] == "placed"] == ["f6"]

    with server(tmp_path) as running:
        asyncio.run(play(running))


def test_a_device_that_comes_back_has_its_seat(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        link = await open_table(url, OPEN, OPEN)
        folder = tmp_path / "cookies"
        async with following(link, folder) as ada:
            await ada.client.send("sit", seat=2, name="Ada")
        async with following(link, folder) as again, following(link) as ben:
            assert again.client.you.seats == (2,)
            assert ben.client.you.seats == ()
            await again.until(lambda: again.client.presence.spectators == 1)

    with server(tmp_path) as running:
        asyncio.run(play(running.url))
    (file,) = (tmp_path / "cookies").iterdir()
    assert file.parent.stat().st_mode & 0o077 == 0


def test_a_refusal_has_its_code(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        link = await open_table(url, person("Ben"), OPEN)
        async with following(link) as ada:
            with pytest.raises(PuntoError) as refused:
                await ada.client.send("sit", seat=1, name="Ada")
            assert refused.value.code == "seat-taken"
            with pytest.raises(PuntoError) as refused:
                await ada.client.send("sit", seat=2, name="Ada" * 20)
            assert refused.value.code == "name-too-long"
            assert refused.value.values["limit"]
        with pytest.raises(PuntoError) as refused:
            async with TableClient(read_link("dhkl-moqr-wxyd", url), DeviceCookies()):
                pass
        assert refused.value.code == "no-such-table"
        closed = await open_table(url, person("Ben"), bot(), spectators=False)
        with pytest.raises(PuntoError) as refused:
            async with following(closed) as ada:
                raise ada.failure or AssertionError("we may watch")
        assert refused.value.code == "not-a-spectator"

    with server(tmp_path) as running:
        asyncio.run(play(running.url))

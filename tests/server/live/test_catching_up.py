"""Catching up: a client sends its last event, and gets the missing ones or a shorter snapshot."""

import asyncio
import json

import pytest
from websockets.asyncio.client import ClientConnection

from ..client import Client, Device, Message, person
from ..contract import check_sent
from ..gathering import Gathering, gathering
from ..server_process import ServerProcess
from .matches import two

FEW = 2
"""So many events are never worth a snapshot."""


async def opening(socket: ClientConnection) -> tuple[Message, str]:
    """Read how a table greets: who one is, what one lacks, and who is there."""
    texts = [str(await socket.recv()) for _ in range(3)]
    await socket.close()
    you, news, presence = map(check_sent, texts)
    assert (you["type"], presence["type"]) == ("you", "presence")
    return news, texts[1]


async def greeting(device: Device, code: str, since: int | None) -> tuple[Message, str]:
    return await opening(await device.connect(code, since))


async def played(people: Gathering, cards: int) -> Client:
    """Lay so many cards on a table for people on one device."""
    host = people.device()
    settings = {"mode": "3p", "rounds_to_win": 9}  # so that it is never over too soon
    code = await host.open(person("Ada"), person("Ben"), person("Cleo"), **settings)
    client = await people.sit(code, host)
    for _ in range(cards):
        await client.place()
    return client


def test_a_client_gets_exactly_what_it_lacks_or_a_snapshot_where_that_is_shorter(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            client = await played(people, 25)
            device = people.device()
            log = await device.events(client.code)
            assert [event["number"] for event in log] == list(range(1, client.number + 1))
            whole, text = await greeting(device, client.code, None)
            assert whole["type"] == "snapshot"
            assert whole["table"] == await device.get(f"/api/tables/{client.code}")
            kinds = []
            for since in range(client.number + 1):
                news, sent = await greeting(device, client.code, since)
                kinds.append(news["type"])
                if news["type"] == "events":
                    assert news["events"] == log[since:]
                    assert len(sent) <= len(text) or len(log[since:]) <= FEW
                else:
                    assert news == whole
                    rest = {"type": "events", "events": log[since:]}
                    assert len(text) < len(json.dumps(rest, separators=(",", ":")))
            assert kinds[0] == "snapshot"
            assert kinds[-FEW - 1 :] == ["events"] * (FEW + 1)
            assert kinds == sorted(kinds, reverse=True)

    asyncio.run(story())


@pytest.mark.parametrize("since", ["1000", "9" * 16, "9" * 40, "-1", "1.5", "x", "", "²"])
def test_who_claims_to_know_the_future_or_nonsense_gets_a_snapshot(
    running: ServerProcess, since: str
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            host = people.device()
            code = await host.open(person("Ada"))
            socket = await host.connect(code, since)  # type: ignore[arg-type]
            news, _ = await opening(socket)
            assert (news["type"], news["table"]["number"]) == ("snapshot", 1)

    asyncio.run(story())


def test_a_client_that_lost_its_connection_goes_on_where_it_was(running: ServerProcess) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            ada, ben = await two(people)
            seen = len(ben.received)
            assert ben.socket is not None
            await ben.socket.close()
            placed = await ada.place("f6")
            await ben.until(lambda: ben.number == ada.number and ben.reconnects == 1)
            assert ben.events[ben.number] == placed
            news = [json.loads(text)["type"] for text in ben.received[seen:]]
            assert "snapshot" not in news
            assert (await ben.place())["kind"] == "placed"

    asyncio.run(story())


def test_a_second_tab_and_a_late_spectator_know_the_same_as_who_was_always_there(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with gathering(running.url) as people:
            client = await played(people, 12)
            tab = await people.sit(client.code, client.device)
            late = await people.sit(client.code)
            assert tab.you == client.you
            assert late.you["seats"] == []
            assert tab.table == late.table
            assert (tab.turn, tab.number) == (client.turn, client.number)
            await tab.place()
            for other in (client, late):
                await other.until(lambda other=other: other.number == tab.number)  # type: ignore[misc]
                assert other.events[other.number] == tab.events[tab.number]
                assert other.turn == tab.turn

    asyncio.run(story())

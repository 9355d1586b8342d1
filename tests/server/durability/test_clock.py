"""The wall clock jumps, or is wrong at a start: turns end all the same, and bots move."""

import asyncio
import time
from pathlib import Path

import pytest

from ..client import OPEN, Client, Device, bot, person
from ..clocks import HOUR, WrongClock
from ..databases import Postgres
from ..server_process import ServerProcess

PATIENCE = 60
"""Seconds; a jump of an hour would have people wait for an hour."""

TURN_SECONDS = 5


def moves_by(client: Client, author: str) -> int:
    return sum(event.get("by") == author for event in client.events.values())


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
def test_a_jump_while_people_play_moves_no_clock(
    running: ServerProcess, clock: WrongClock, seconds: int
) -> None:
    async def story() -> None:
        async with Device(running.url) as ada:
            code = await ada.open(person("Ada"), person("Ben"), turn_seconds=2 * TURN_SECONDS)
            client = await ada.sit(code)
            await client.place()
            begun = time.monotonic()
            clock.set(seconds)
            await client.until(lambda: moves_by(client, "clock"), timeout=PATIENCE)
            assert time.monotonic() - begun > TURN_SECONDS  # neither late nor early

    clock.start(running)
    asyncio.run(story())


def test_after_a_restart_an_hour_back_a_bot_moves(
    running: ServerProcess, clock: WrongClock
) -> None:
    async def story() -> None:
        async with Device(running.url) as ada:
            seats = bot("easy"), bot("easy"), person("Ada")
            code = await ada.open(*seats, mode="3p", start=1)
            await asyncio.to_thread(running.kill)
            clock.set(-HOUR)
            await asyncio.to_thread(clock.start, running)
            client = await ada.sit(code)
            await client.until(lambda: client.turn and client.turn["seat"] == 3, timeout=PATIENCE)

    clock.start(running)
    asyncio.run(story())


def test_after_a_restart_an_hour_back_a_turn_still_ends(
    running: ServerProcess, clock: WrongClock
) -> None:
    async def story() -> None:
        async with Device(running.url) as ada:
            code = await ada.open(person("Ada"), person("Ben"), turn_seconds=TURN_SECONDS)
            client = await ada.sit(code)
            await client.place()
            await asyncio.to_thread(running.kill)
            clock.set(-HOUR)
            await asyncio.to_thread(clock.start, running)
            await client.until(lambda: moves_by(client, "clock"), timeout=PATIENCE)

    clock.start(running)
    asyncio.run(story())


@pytest.mark.parametrize("seconds", [-HOUR, HOUR])
def test_a_jump_while_somebody_is_away_moves_no_grace_time(
    running: ServerProcess, clock: WrongClock, seconds: int
) -> None:
    running.settings["grace_seconds"] = TURN_SECONDS

    async def story() -> None:
        async with Device(running.url) as ada, Device(running.url) as ben:
            code = await ada.open(person("Ada"), OPEN)
            client, guest = await ada.sit(code), await ben.sit(code)
            await guest.ask("sit", seat=2, name="Ben")
            await guest.close()
            begun = time.monotonic()
            clock.set(seconds)
            while (await client.ask("stand_in", seat=2, bot="easy")).get("code"):
                assert time.monotonic() - begun < PATIENCE
                await asyncio.sleep(0.5)
            assert time.monotonic() - begun > TURN_SECONDS - 1

    clock.start(running)
    asyncio.run(story())


def test_nodes_go_by_the_clock_of_the_database(
    tmp_path: Path, clock: WrongClock, postgres: Postgres
) -> None:
    async def story(url: str) -> None:
        async with Device(url) as ada:
            client = await ada.sit(await ada.open(person("Ada"), person("Ben")))
            answer = await client.place()
            assert abs(answer["at"] / 1000 - time.time()) < PATIENCE

    with postgres.database() as address:
        node = ServerProcess(tmp_path, {"database": address})
        clock.set(HOUR)
        clock.start(node)
        try:
            asyncio.run(story(node.url))
        finally:
            node.end()

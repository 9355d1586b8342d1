"""Failover: when a node is killed or hangs, another takes over, and nothing is done twice."""

import asyncio
import signal
from pathlib import Path

from ..client import Client, bot, person
from ..databases import Postgres, Valkey
from ..gathering import Gathering, gathering
from ..server_process import ServerProcess
from .nodes import nodes

SOON = 30.0
"""Seconds in which another node has taken over on the slowest machine; usually it is two."""


async def watched(people: Gathering, here: ServerProcess, there: ServerProcess) -> Client:
    """Have bots play on one node, and somebody watch on the other."""
    host = people.device(here.url)
    seats = [person("Ada"), bot("random"), bot("random"), bot("random")]
    code = await host.open(*seats, mode="4p", start=1)
    ada = await people.sit(code, host)
    watcher = await people.sit(code, people.device(there.url))
    await ada.place()
    await watcher.until(lambda: watcher.turn and watcher.turn["seat"] == 1)
    return watcher


def laid(client: Client) -> list[tuple[int, int]]:
    """List by number the seats that laid a card."""
    events = sorted(client.events.items())
    return [(number, event["seat"]) for number, event in events if event["kind"] == "placed"]


def test_when_a_node_is_killed_another_one_lets_its_bots_move_and_once(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess, third: ServerProcess) -> None:
        async with gathering(there.url) as people:
            host = people.device(here.url)
            seats = [person("Ada"), bot("master"), person("Ben")]
            code = await host.open(*seats, mode="3p", start=1, rounds_to_win=1)
            ada = await people.sit(code, host)
            watchers = [await people.sit(code, people.device(one.url)) for one in (there, third)]
            await ada.send("place", answers=ada.number, seat=1, cell="f6")
            await watchers[0].until(lambda: len(laid(watchers[0])) == 1)
            here.kill()  # while the bot thinks, or just after
            for watcher in watchers:
                await watcher.until(
                    lambda w=watcher: [seat for _, seat in laid(w)] == [1, 2],  # type: ignore[misc]
                    timeout=SOON,
                )
                await watcher.until(
                    lambda w=watcher: w.presence["devices"] == [],  # type: ignore[misc]
                    timeout=SOON,
                )
            await asyncio.sleep(3)  # so long that another would have moved, too
            shape = await people.device(third.url).get(f"/api/tables/{code}")
            assert (shape["number"], shape["match"]["turn"]["seat"]) == (4, 3)
            here.start()
            await ada.until(lambda: ada.number == 4)

    with nodes(tmp_path, postgres, valkey, 3) as (here, there, third):
        asyncio.run(story(here, there, third))


def test_a_timer_goes_on_when_the_node_is_killed_that_began_it(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with gathering(there.url) as people:
            host, guest = people.device(here.url), people.device(there.url)
            code = await host.open(person("Ada"), start=1, turn_seconds=5)
            ada, ben = await people.sit(code, host), await people.sit(code, guest)
            await ben.ask("sit", seat=2, name="Ben")
            await ada.until(lambda: ada.phase == "playing")
            here.kill()
            await ben.until(lambda: ben.turn and ben.turn["seat"] == 2, timeout=SOON)
            assert [event.get("by") for n, event in ben.events.items() if n > 3] == ["clock"]

    with nodes(tmp_path, postgres, valkey) as (here, there):
        asyncio.run(story(here, there))


def test_a_node_that_hung_finds_what_others_did_and_does_nothing_twice(
    tmp_path: Path, postgres: Postgres, valkey: Valkey
) -> None:
    async def story(here: ServerProcess, there: ServerProcess) -> None:
        async with gathering(there.url) as people:
            watcher = await watched(people, here, there)
            assert here.process is not None
            ada = people.clients[0]
            for _ in range(2):
                assert ada.turn is not None
                cell = ada.turn["cells"].split()[0]
                await ada.send("place", answers=ada.number, seat=1, cell=cell)
                number = watcher.number
                await watcher.until_later_than(number)
                here.process.send_signal(signal.SIGSTOP)
                await watcher.until(lambda: watcher.turn and watcher.turn["seat"] == 1, timeout=60)
                await asyncio.sleep(1)
                here.process.send_signal(signal.SIGCONT)
                await ada.until(lambda: ada.number >= watcher.number, timeout=60)
            seats = [seat for _, seat in laid(watcher)]
            assert seats == [1 + n % 4 for n in range(len(seats))]
            await ada.place()
            await watcher.until(lambda: watcher.number >= ada.number)

    with nodes(tmp_path, postgres, valkey) as (here, there):
        asyncio.run(story(here, there))

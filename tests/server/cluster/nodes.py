"""Several real nodes on one database and one bus."""

import asyncio
import json
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..client import Client, person
from ..databases import Postgres, Valkey
from ..gathering import Gathering
from ..server_process import ServerProcess


def node(folder: Path, name: str, database: str, bus: str, **settings: object) -> ServerProcess:
    """Describe a node, which is not started yet."""
    place = folder / name
    place.mkdir()
    return ServerProcess(place, {"database": database, "bus": bus, **settings})


@contextmanager
def nodes(
    folder: Path, postgres: Postgres, valkey: Valkey, count: int = 2, **settings: object
) -> Iterator[Sequence[ServerProcess]]:
    """Run so many nodes as long as the block lasts."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres.database())
        running = [
            node(folder, f"node{n}", database, valkey.address, **settings) for n in range(count)
        ]
        for one in running:
            stack.callback(one.end)
            one.spawn()
        for one in running:
            one.wait_until_ready()
        yield running


async def two(
    people: Gathering, here: ServerProcess, there: ServerProcess, **settings: object
) -> tuple[Client, Client]:
    """Let Ada, who begins, and Ben play: each on a node of their own."""
    host, guest = people.device(here.url), people.device(there.url)
    code = await host.open(person("Ada"), start=1, **settings)
    ada, ben = await people.sit(code, host), await people.sit(code, guest)
    await ben.ask("sit", seat=2, name="Ben")
    for client in (ada, ben):
        await client.until(lambda client=client: client.phase == "playing")  # type: ignore[misc]
    return ada, ben


def ready(node: ServerProcess) -> tuple[int, str]:
    """Ask a node how it is."""
    try:
        with urllib.request.urlopen(f"{node.url}/readyz", timeout=30) as answer:
            return answer.status, json.load(answer)["status"]
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)["status"]


async def until_ready(node: ServerProcess, status: tuple[int, str]) -> None:
    """Wait until a node is so."""
    async with asyncio.timeout(60):
        while await asyncio.to_thread(ready, node) != status:
            await asyncio.sleep(0.1)


def metric(node: ServerProcess, name: str) -> float:
    """Read what a node counts."""
    with urllib.request.urlopen(f"{node.url}/metrics", timeout=30) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


async def take_turns(ada: Client, ben: Client, moves: int) -> None:
    """Lay cards in turn, each as soon as its person knows of the one before."""
    for _ in range(moves):
        await ada.until(lambda: ada.phase == "over" or ada.number >= ben.number)
        await ben.until(lambda: ben.phase == "over" or ben.number >= ada.number)
        if ada.phase == "over":
            return
        assert ada.turn is not None
        mover = ada if ada.turn["seat"] == 1 else ben
        assert (await mover.place())["kind"] == "placed"

"""Several real nodes on one database and one bus."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..client import Client, person
from ..databases import Postgres, Valkey
from ..gathering import Gathering
from ..process import ServerProcess


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

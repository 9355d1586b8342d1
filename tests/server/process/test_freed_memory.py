"""Finished tables and closed connections are freed immediately, without the garbage collector.

To look for garbage among all tables makes everybody wait, so the server hardly ever does.
"""

import asyncio
import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from punto.server.api import table_socket
from punto.server.live.table_actor import TableActor
from punto.server.table.table import Table
from punto.server.transport.http import HttpConnection
from punto.server.transport.websocket import WebSocketConnection

from ..client import person
from ..gathering import gathering
from ..test_mistakes import serving

KINDS = (TableActor, Table, HttpConnection, WebSocketConnection, table_socket.TableSocket)


@contextmanager
def without_looking_for_garbage() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def there() -> Counter[str]:
    """Count the tables and connections in memory."""
    return Counter(type(one).__qualname__ for one in gc.get_objects() if type(one) in KINDS)


async def play(url: str) -> Counter[str]:
    """Play a match of two people who then leave; return what was in memory meanwhile."""
    async with gathering(url) as people:
        host, guest = people.device(), people.device()
        code = await host.open(person("Ada"), rounds_to_win=1)
        ada, ben = await people.sit(code, host), await people.sit(code, guest)
        await ben.ask("sit", seat=2, name="Ben")
        meanwhile = there()
        await asyncio.gather(ada.play(), ben.play())
        return meanwhile


def test_tables_and_connections_are_freed_when_all_have_left(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        before = there()
        meanwhile = await play(url)
        assert meanwhile["TableActor"] == before["TableActor"] + 1
        assert meanwhile["TableSocket"] == before["TableSocket"] + 2
        assert meanwhile["WebSocketConnection"] == before["WebSocketConnection"] + 2
        async with asyncio.timeout(60):
            while there() - before:
                await asyncio.sleep(0.05)

    with serving(tmp_path / "punto.sqlite") as url, without_looking_for_garbage():
        asyncio.run(story(url))

"""Live tables without a network: a clock that can be set, and clients that keep what they get."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from punto.server.bus.bus import Bus
from punto.server.bus.local import LocalBus
from punto.server.config.settings import Config
from punto.server.limits.request_budget import Budget
from punto.server.live.bot_pool import BotPool
from punto.server.live.client import Client, ClientChannel
from punto.server.live.due_worker import run_due_worker
from punto.server.live.hub import Hub
from punto.server.live.loading import Loading
from punto.server.live.rate_limits import Limits
from punto.server.live.services import Services
from punto.server.live.table_actor import TableActor
from punto.server.process.metrics import Metrics
from punto.server.store.store import Store
from punto.server.wire.commands import CLIENT_MESSAGE, Beat
from punto.server.wire.requests import NewTable

from ..client import PATIENCE
from ..contract import check_sent

DAY = 24 * 3600 * 1000

Message = dict[str, Any]


class Pile(ClientChannel):
    """Keeps all that is sent to a client."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    def send_text(self, text: str) -> int:
        self.sent.append(text)
        return 0

    async def receive(self) -> str | bytes | None:
        """Have nothing to say."""
        return None

    def stop_receiving(self) -> None:
        """Nobody waits."""

    async def close(self, code: int, reason: str) -> None:
        """Nothing is open."""

    def texts(self) -> list[str]:
        """Return what was sent since the last time."""
        texts, self.sent = self.sent, []
        return texts


class Visitor:
    """Somebody at a table."""

    def __init__(self, room: "Room", code: str, device: str, address: str = "") -> None:
        self.room, self.code = room, code
        self.pile = Pile()
        self.client = Client(device, 1_000_000, self.pile, address)
        self.table: TableActor | None = None
        self._visit = ExitStack()

    async def come(self, since: int | None = None) -> None:
        self.table = self._visit.enter_context(self.room.hub.visit(self.code))
        await self.table.join(self.client, since)

    async def go(self) -> None:
        assert self.table is not None
        await self.table.leave(self.client)
        self._visit.close()

    async def do(self, type_: str, **values: object) -> None:
        """Carry out a command."""
        assert self.table is not None
        command = {"type": type_, "id": f"c{next(self.room.ids)}", **values}
        message = CLIENT_MESSAGE.validate_python(command)
        assert not isinstance(message, Beat)
        await self.table.execute_for(self.client, message, 0.0)

    def heard(self) -> list[Message]:
        """Give what came since the last time."""
        return [check_sent(text) for text in self.pile.texts()]

    def events(self) -> list[Message]:
        """Give the events that came since the last time."""
        return [event for message in self.heard() for event in message.get("events", [])]


class Room:
    """All tables of a server, and its clock."""

    def __init__(self, store: Store, bus: Bus | None = None) -> None:
        self.now, self.ids = 1_700_000_000_000, count()
        self.store, self.metrics = store, Metrics()
        self.bot_pool = BotPool(1, self.metrics)
        config = Config(grace_seconds=30)
        clock: Callable[[], int] = lambda: self.now  # noqa: E731
        self.bus = bus or LocalBus()
        services = Services(
            config,
            store,
            self.bus,
            self.bot_pool,
            self.metrics,
            clock,
            Limits(config),
            Loading(config, Budget(config)),
        )
        self.hub = Hub(services)

    async def open(self, *seats: Message, **settings: object) -> str:
        """Let Ada open a table."""
        wish = NewTable.model_validate({"seats": list(seats), "settings": settings})
        return await self.hub.open("ada", wish)

    def visitor(self, code: str, device: str, address: str = "") -> Visitor:
        return Visitor(self, code, device, address)

    async def due(self) -> list[str]:
        """Tell what kinds of things are due at some time."""
        return [row.kind for row in await self.store.due(2**60)]

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait a little, but not for ever."""
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.01)

    async def until_number(self, code: str, number: int) -> None:
        """Wait until the log of a table has an event."""
        async with asyncio.timeout(PATIENCE):
            while not await self.store.read(code, number - 1, 1):
                await asyncio.sleep(0.01)

    async def until_due(self, *kinds: str) -> None:
        """Wait until exactly these kinds of things are due at some time."""
        async with asyncio.timeout(PATIENCE):
            while await self.due() != list(kinds):
                await asyncio.sleep(0.01)


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Room]:
    """Have tables, and somebody who attends to what is due."""
    async with Store(folder / "punto.sqlite") as store:
        tables = Room(store)
        attending = asyncio.create_task(run_due_worker(tables.hub))
        try:
            yield tables
        finally:
            attending.cancel()
            await asyncio.gather(attending, return_exceptions=True)
            tables.bot_pool.close()


def play_out(folder: Path, *names: str, **settings: object) -> str:
    """Play a match of people on one device to its end in a new database; give its table's code."""

    async def story() -> str:
        async with room(folder) as tables:
            people = [{"kind": "person", "name": name} for name in names]
            code = await tables.open(*people, **settings)
            ada = tables.visitor(code, "ada")
            await ada.come()
            assert ada.table is not None
            while (table := await ada.table.current()).match is not None and not table.over:
                cell = str(random.choice(table.match.legal_cells))
                await ada.do("place", answers=table.number, seat=table.match.seat, cell=cell)
            await ada.go()
            return code

    return asyncio.run(story())

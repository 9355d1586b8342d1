"""Clients in tests: each with its own cookies, and a reader that keeps what they report."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from punto.client import DeviceCookies, Happened, RemoteTable, TableClient, TableLink, Update
from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.rules.position import Position
from server.client import PATIENCE


class Follower:
    """Reads the updates of a client, so that a test can wait for them."""

    def __init__(self, client: TableClient) -> None:
        self.client = client
        self.updates: list[Update] = []
        self.failure: PuntoError | None = None
        self._changed = asyncio.Condition()

    async def follow(self) -> None:
        try:
            async for update in self.client.updates():
                async with self._changed:
                    self.updates.append(update)
                    self._changed.notify_all()
        except PuntoError as error:
            async with self._changed:
                self.failure = error
                self._changed.notify_all()

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE), self._changed:
            await self._changed.wait_for(lambda: bool(condition()))

    async def until_later_than(self, number: int) -> None:
        """Wait for an event after this number."""
        await self.until(lambda: self.table.number > number)

    @property
    def table(self) -> RemoteTable:
        assert self.client.table is not None
        return self.client.table

    def count(self, kind: str) -> int:
        return sum(isinstance(it, Happened) and it.kind == kind for it in self.updates)

    @property
    def is_my_turn(self) -> bool:
        table = self.client.table
        return table is not None and table.seat_to_move in self.client.you.seats

    async def play(self, *, until: Callable[[], object]) -> None:
        """Place every card of this device as `quick_cell` chooses until something is so."""
        while not until():
            if not self.is_my_turn:
                await self.until(lambda: self.is_my_turn or until())
                continue
            position = self.table.position
            assert position is not None
            assert position.seat is not None
            await self.client.place(position.seat, quick_cell(position))


def quick_cell(position: Position) -> str:
    """Choose the legal cell with the longest row, so that a round is over after a few cards."""
    card = position.card
    assert card is not None
    places = {(cell.column, cell.row): cards[-1] for cell, cards in position.table.stacks().items()}
    own = {place for place, top in places.items() if top.colour == card.colour}

    def row(cell: Cell, right: int, up: int) -> int:
        steps = ((side * n * right, side * n * up) for side in (1, -1) for n in range(1, 6))
        return sum((cell.column + x, cell.row + y) in own for x, y in steps)

    def promise(cell: Cell) -> tuple[int, bool]:
        longest = max(row(cell, *way) for way in ((1, 0), (0, 1), (1, 1), (1, -1)))
        return longest, (cell.column, cell.row) not in places

    return str(max(position.legal_cells, key=promise))


@asynccontextmanager
async def following(link: TableLink, folder: Path | None = None) -> AsyncIterator[Follower]:
    """Connect as a device of its own."""
    async with TableClient(link, DeviceCookies(folder)) as client:
        follower = Follower(client)
        task = asyncio.create_task(follower.follow())
        try:
            await follower.until(lambda: client.table or follower.failure)
            yield follower
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

"""The hub: finds tables, lets those go that nobody uses, and attends to what is due."""

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from punto.rules.errors import PuntoError
from punto.server.live import peer_messages
from punto.server.live.client import Connection
from punto.server.live.journal import Journal
from punto.server.live.live_table import LiveTable
from punto.server.live.nodes import Nodes
from punto.server.live.services import Services
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.codes import new_code
from punto.server.table.lobby import open_table
from punto.server.wire.requests import NewTable

log = logging.getLogger("punto.tables")

MOMENT = 0.02
"""Seconds in which questions are collected, to ask them together."""

OVERDUE = 5000
"""Milliseconds after which nobody else will see to a time that is over; a lease is shorter."""


class Hub:
    """All tables that are in use on this server."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, LiveTable] = {}
        self.nodes = Nodes(time.monotonic)
        self.thinking: dict[str, float] = {}
        """Tables where a bot thinks, and since when."""
        self.unsure: set[str] = set()
        """Tables of which something may have been said just before they were heard."""
        self.looking: asyncio.Task[None] | None = None
        self.connections: set[Connection] = set()
        self.is_stopping = False

    @contextmanager
    def visit(self, code: str) -> Iterator[LiveTable]:
        """Use a table, whether it is in memory or not; the last one who leaves lets it go."""
        live = self.tables.get(code)
        if live is None:
            live = LiveTable(code, self.services, partial(self._using, code))
            self.tables[code] = live
            self.services.metrics.tables.set(len(self.tables))
        live.users += 1
        try:
            yield live
        finally:
            live.users -= 1
            if not live.users:
                self.tables.pop(code, None)
                live.let_go()
                self.services.metrics.tables.set(len(self.tables))

    @property
    def in_use(self) -> list[str]:
        """The codes of tables where somebody is connected to this node."""
        return [code for code, live in self.tables.items() if live.presence.connections]

    @contextmanager
    def _using(self, code: str) -> Iterator[None]:
        with self.visit(code):
            self.thinking[code] = time.monotonic()
            try:
                yield
            finally:
                del self.thinking[code]

    async def open(self, device: str, wish: NewTable) -> str:
        """Open a table, and answer its code."""
        if self.is_stopping:
            raise stopping()
        while True:
            change = open_table(new_code(), device, wish, self.services.now())
            try:
                await Journal(change.table.code, self.services, change.table).commit(change)
            except ConflictError:  # that code was taken
                continue
            self.services.metrics.opened.inc()
            return change.table.code

    def stop(self) -> None:
        """Take no more tables, and tell all clients to come back in a moment."""
        self.is_stopping = True
        for connection in tuple(self.connections):
            connection.finish(stopping(), reconnect=True)

    # What other nodes say

    def heard(self, channel: str, node: str, text: str) -> None:
        """Take what another node says."""
        message = peer_messages.read(text)
        if self.nodes.hear(node):  # who is connected there was forgotten
            for live in self.tables.values():
                live.peers.announce(asks=True)
        if channel == peer_messages.NODES:
            if message["kind"] == "gone":
                self.nodes.leave(node)
                self.lose(node)
        elif (table := self.tables.get(channel)) is not None:
            try:
                table.peers.hear(node, message)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("table %s: what another node says is not understood", channel)

    def tuned(self, channel: str) -> None:
        """Begin to hear of a table."""
        if (live := self.tables.get(channel)) is not None:
            live.peers.begin()
            if not self.unsure:
                asyncio.get_running_loop().call_later(MOMENT, self._look_soon)
            self.unsure.add(channel)

    def _look_soon(self) -> None:
        unsure, self.unsure = self.unsure, set()
        self.looking = asyncio.get_running_loop().create_task(self.look(unsure))

    async def look(self, codes: Iterable[str]) -> None:
        """Find those of these tables that have gone on elsewhere, with one question for all."""
        lives = ((code, self.tables.get(code)) for code in codes)
        numbers = {
            code: live.journal.told for code, live in lives if live and live.presence.connections
        }
        if not numbers:
            return
        try:
            ahead = await self.services.store.ahead(numbers)
        except StoreError as error:
            log.debug("cannot look what others did: %s", error)
            return
        for code in ahead:
            live = self.tables.get(code)
            if live is not None and live.journal.told == numbers[code]:
                live.peers.look()

    async def make_up(self) -> None:
        """Attend to what is overdue: whoever should have may have heard of nobody."""
        late = self.services.now() - OVERDUE
        codes = [code for code, live in self.tables.items() if live.is_overdue(late)]
        await asyncio.gather(*(self.attend(code, is_claimed=False) for code in codes))

    def lose(self, node: str) -> None:
        """Note that a node is gone."""
        for live in self.tables.values():
            live.peers.lose(node)

    async def attend(self, code: str, *, is_claimed: bool = True) -> None:
        """Do what is due at a table, which this node has claimed or found overdue."""
        with self.visit(code) as live:
            try:
                await live.attend(is_claimed=is_claimed)
            except PuntoError as error:
                log.warning("table %s: what is due has to wait: %s", code, error)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("table %s: what is due could not be done", code)


def stopping() -> PuntoError:
    """Say that the server stops."""
    return PuntoError("stopping", "the server is stopping: come back in a moment")

"""The hub: all tables that are in use on this node, loaded on demand and dropped when unused."""

import asyncio
import logging
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from punto.rules.errors import PuntoError
from punto.server.live import peer_messages
from punto.server.live.bot_runner import BotRunner
from punto.server.live.client import Client
from punto.server.live.nodes import Nodes
from punto.server.live.services import Services
from punto.server.live.table_actor import TableActor
from punto.server.live.table_log import TableLog
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.change import Change
from punto.server.table.codes import new_code
from punto.server.table.lobby import open_table
from punto.server.wire.requests import NewTable
from punto.server.wire.shapes import PlayedOnShape

log = logging.getLogger("punto.tables")

COLLECT_SECONDS = 0.02
"""How long tables are collected, so that the log is asked about all of them at once."""

OVERDUE_MS = 5000
"""After this time nobody else will end a turn that is over; a lease is shorter."""


class Hub:
    """Finds and opens tables, and passes on what other nodes say about them."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, TableActor] = {}
        self.nodes = Nodes(time.monotonic)
        self.bots = BotRunner(services, self.visit)
        self.clients: set[Client] = set()
        self.is_stopping = False
        self._just_subscribed: set[str] = set()
        """Tables of which something may have been said just before the subscription began."""
        self._looking: asyncio.Task[None] | None = None

    @contextmanager
    def visit(self, code: str) -> Iterator[TableActor]:
        """Use a table, whether it is in memory or not; it is dropped after its last visitor."""
        actor = self.tables.get(code)
        if actor is None:
            actor = self.tables[code] = TableActor(code, self.services, self.bots)
            self.services.metrics.tables.set(len(self.tables))
        actor.users += 1
        try:
            yield actor
        finally:
            actor.users -= 1
            if not actor.users:
                self.tables.pop(code, None)
                actor.close()
                self.services.metrics.tables.set(len(self.tables))

    @property
    def in_use(self) -> list[str]:
        """The codes of tables where somebody is connected to this node."""
        return [code for code, actor in self.tables.items() if actor.presence.clients]

    async def open(
        self, device: str, wish: NewTable, played_on: PlayedOnShape | None = None
    ) -> str:
        """Open a table, and return its code."""
        if self.is_stopping:
            raise stopping()
        while True:
            opening = open_table(new_code(), device, wish, self.services.now(), played_on=played_on)
            if await self._store_new(opening):
                return opening.table.code

    async def open_daily(self, device: str, code: str, day: str, wish: NewTable) -> None:
        """Open the table with this code for the deal of a day, unless there is one already."""
        if self.is_stopping:
            raise stopping()
        await self._store_new(open_table(code, device, wish, self.services.now(), daily=day))

    async def _store_new(self, opening: Change) -> bool:
        """Store a new table; return False if its code is taken."""
        try:
            await TableLog(opening.table.code, self.services).append(opening)
        except ConflictError:
            return False
        self.services.metrics.opened.inc()
        return True

    def stop(self) -> None:
        """Open no more tables, and tell all clients to reconnect in a moment."""
        self.is_stopping = True
        for client in tuple(self.clients):
            client.say_bye(stopping(), reconnect=True)

    # Other nodes

    def on_message(self, channel: str, node: str, text: str) -> None:
        """Take in a message of another node."""
        message = peer_messages.read(text)
        if self.nodes.hear(node):  # it was given up, and its clients were forgotten
            for actor in self.tables.values():
                actor.ask_who_is_there()
        if channel == peer_messages.NODES:
            if message["kind"] == "gone":
                self.nodes.leave(node)
                self.lose_node(node)
        elif (table := self.tables.get(channel)) is not None:
            try:
                table.receive(node, message)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("table %s: a message of another node failed", channel)

    def on_subscribed(self, channel: str) -> None:
        """Note that the bus delivers a table's messages from now on."""
        if (actor := self.tables.get(channel)) is not None:
            actor.ask_who_is_there(is_confirmed=True)
            if not self._just_subscribed:
                asyncio.get_running_loop().call_later(COLLECT_SECONDS, self._look_soon)
            self._just_subscribed.add(channel)

    def _look_soon(self) -> None:
        codes, self._just_subscribed = self._just_subscribed, set()
        self._looking = asyncio.get_running_loop().create_task(self.look(codes))

    async def look(self, codes: Iterable[str]) -> None:
        """Find the tables among these that went on elsewhere, with one query for all of them."""
        actors = ((code, self.tables.get(code)) for code in codes)
        numbers = {
            code: actor.last_event for code, actor in actors if actor and actor.presence.clients
        }
        if not numbers:
            return
        try:
            ahead = await self.services.store.ahead(numbers)
        except StoreError as error:
            log.debug("cannot look for events of other nodes: %s", error)
            return
        for code in ahead:
            actor = self.tables.get(code)
            if actor is not None and actor.last_event == numbers[code]:
                actor.look()

    def lose_node(self, node: str) -> None:
        """Note that a node is gone."""
        for actor in self.tables.values():
            actor.lose_node(node)

    # What is due

    async def do_what_is_overdue(self) -> None:
        """Do what should have been done, because somebody waits for it.

        Another node may not have known that they are here, or the database failed when they came.
        """
        late_ms = self.services.now() - OVERDUE_MS
        codes = [code for code, actor in self.tables.items() if actor.check_overdue(late_ms)]
        await asyncio.gather(*(self.do_what_is_due(code, is_claimed=False) for code in codes))

    async def do_what_is_due(self, code: str, *, is_claimed: bool = True) -> None:
        """Do what is due at a table, which this node has claimed or found overdue."""
        with self.visit(code) as actor:
            try:
                await actor.do_what_is_due(is_claimed=is_claimed)
            except PuntoError as error:
                log.warning("table %s: cannot do what is due, will retry: %s", code, error)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("table %s: cannot do what is due", code)


def stopping() -> PuntoError:
    """Make the error for whoever comes while the server stops."""
    return PuntoError("stopping", "the server is stopping: come back in a moment")

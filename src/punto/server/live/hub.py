"""The hub: all tables, rooms and tournaments in use on this node.

They are loaded on demand, and dropped when unused.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import chain
from typing import TypeVar

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.live import peer_messages
from punto.server.live.bot_runner import BotRunner
from punto.server.live.client import Client
from punto.server.live.loading import MISS_PRICE
from punto.server.live.nodes import Nodes
from punto.server.live.open_rooms import OpenRoomList
from punto.server.live.room_actor import RoomActor
from punto.server.live.room_log import RoomLog
from punto.server.live.room_names import RoomNames
from punto.server.live.services import Services
from punto.server.live.table_actor import TableActor
from punto.server.live.table_log import TableLog
from punto.server.live.tournament_actor import TournamentActor
from punto.server.live.tournament_log import TournamentLog
from punto.server.room.change import Names
from punto.server.room.errors import refusal
from punto.server.room.members import open_room
from punto.server.room.room import ROOM
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.change import Change
from punto.server.table.codes import new_code, read_code, read_short_code
from punto.server.table.lobby import open_table
from punto.server.table.table import Table
from punto.server.tournament.entry import open_tournament
from punto.server.tournament.errors import refusal as tournament_refusal
from punto.server.tournament.tournament import TOURNAMENT
from punto.server.wire.requests import NewTable
from punto.server.wire.rooms import NewRoom
from punto.server.wire.shapes import PlayedOnShape
from punto.server.wire.tournaments import NewTournament

log = logging.getLogger("punto.tables")

A = TypeVar("A", TableActor, RoomActor, TournamentActor)
AnyActor = TableActor | RoomActor | TournamentActor

COLLECT_SECONDS = 0.02
"""How long tables are collected, so that the log is asked about all of them at once."""

OVERDUE_MS = 5000
"""After this time nobody else will end a turn that is over; a lease is shorter."""


class Hub:
    """Finds and opens tables, rooms and tournaments, and passes on what other nodes say."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, TableActor] = {}
        self.rooms: dict[str, RoomActor] = {}
        self.tournaments: dict[str, TournamentActor] = {}
        self.started_at_ms = services.now()
        self.room_names = RoomNames(services)
        self.nodes = Nodes(time.monotonic)
        self.open_rooms = OpenRoomList(services, self.rooms)
        self.bots = BotRunner(services, self.visit)
        self.clients: set[Client] = set()
        self.is_stopping = False
        self._just_subscribed: set[str] = set()
        """Tables of which something may have been said just before the subscription began."""
        self._looking: asyncio.Task[None] | None = None
        self._settling: set[asyncio.Task[None]] = set()

    def visit(self, code: str) -> AbstractContextManager[TableActor]:
        """Use a table, whether it is in memory or not; it is dropped after its last visitor."""
        return self._use(
            self.tables,
            code,
            lambda: TableActor(code, self.services, self.bots, self._settle_soon),
        )

    def visit_room(self, log: str) -> AbstractContextManager[RoomActor]:
        """Use a room, by the name of its log, as `visit` uses a table."""
        return self._use(self.rooms, log, lambda: RoomActor(log, self.services))

    def visit_tournament(self, log: str) -> AbstractContextManager[TournamentActor]:
        """Use a tournament, by the name of its log, as `visit` uses a table."""
        return self._use(
            self.tournaments,
            log,
            lambda: TournamentActor(log, self.services, self.visit, self.started_at_ms),
        )

    def _visit_any(self, log: str) -> AbstractContextManager[AnyActor]:
        """Use whatever has a log of this name."""
        if log.startswith(ROOM):
            return self.visit_room(log)
        return self.visit_tournament(log) if log.startswith(TOURNAMENT) else self.visit(log)

    @contextmanager
    def _use(self, actors: dict[str, A], code: str, make: Callable[[], A]) -> Iterator[A]:
        actor = actors.get(code)
        if actor is None:
            actor = actors[code] = make()
            self.services.metrics.tables.set(len(self.tables))
        actor.users += 1
        try:
            yield actor
        finally:
            actor.users -= 1
            if not actor.users:
                actors.pop(code, None)
                actor.close()
                self.services.metrics.tables.set(len(self.tables))

    @property
    def _actors(self) -> Iterator[AnyActor]:
        kinds = (self.tables, self.rooms, self.tournaments)
        return chain.from_iterable(list(actors.values()) for actors in kinds)

    def _actor(self, code: str) -> AnyActor | None:
        return self.tables.get(code) or self.rooms.get(code) or self.tournaments.get(code)

    @property
    def in_use(self) -> list[str]:
        """The names of logs where somebody is connected to this node."""
        return [actor.code for actor in self._actors if actor.presence.clients]

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
        return await TableLog(opening.table.code, self.services).open(opening)

    async def open_room(self, device: str, wish: NewRoom) -> Names:
        """Open a room, and return its codes."""
        if self.is_stopping:
            raise stopping()
        while True:
            names = await self.room_names.draw_first()
            opening = open_room(device, wish, names, self.services.now())
            with suppress(ConflictError):
                await RoomLog(opening.room.code, self.services).append(opening)
                return names

    async def find_room(self, code: str, device: str, owner: Owner) -> str:
        """Find the log of the room that a code leads this device to.

        A code that leads nowhere is expensive, and a short one costs a guess, too.
        """
        is_short = read_short_code(code) is not None
        try:
            with self.services.limits.guess(owner.address) if is_short else nullcontext():
                return await self._find_room(code, device)
        except PuntoError as error:
            if error.code == "no-such-room":
                self.services.loading.budget.charge(owner, MISS_PRICE)
            raise

    async def _find_room(self, code: str, device: str) -> str:
        log_name, name = await self.room_names.find(code)
        with self.visit_room(log_name) as actor:
            room = await actor.current()
        if not room.admits(device, name):
            raise refusal("no-such-room")
        return log_name

    async def open_tournament(self, device: str, wish: NewTournament) -> str:
        """Open a tournament, and return its code."""
        if self.is_stopping:
            raise stopping()
        while True:
            code = new_code()
            opening = open_tournament(device, wish, code, self.services.now())
            with suppress(ConflictError):
                await TournamentLog(opening.tournament.code, self.services).append(opening)
                return code

    async def find_tournament(self, code: str, owner: Owner) -> str:
        """Find the log of a tournament by its code. A code that leads nowhere is expensive."""
        try:
            log_name = f"{TOURNAMENT}{read_code(code)}"
        except PuntoError:
            log_name = ""
        if not log_name or await self.services.store.table(log_name) is None:
            self.services.loading.budget.charge(owner, MISS_PRICE)
            raise tournament_refusal("no-such-tournament")
        return log_name

    def _settle_soon(self, table: Table) -> None:
        """Let the room or the tournament of a table know that its match is over."""
        group: AbstractContextManager[RoomActor | TournamentActor]
        if table.room is not None:
            group = self.visit_room(f"{ROOM}{table.room}")
        elif table.tournament is not None:
            group = self.visit_tournament(f"{TOURNAMENT}{table.tournament}")
        else:
            return
        settling = asyncio.get_running_loop().create_task(self._settle(group))
        self._settling.add(settling)
        settling.add_done_callback(self._settling.discard)

    async def _settle(self, group: AbstractContextManager[RoomActor | TournamentActor]) -> None:
        with group as actor:
            try:
                await actor.settle()
            except PuntoError as error:  # it looks again by itself
                log.warning("%s: cannot enter the result yet: %s", actor.code, error)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("%s: cannot enter the result", actor.code)

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
            for actor in self._actors:
                actor.ask_who_is_there()
        if channel == peer_messages.NODES:
            if message["kind"] == "gone":
                self.nodes.leave(node)
                self.lose_node(node)
            elif message["kind"] == "open_rooms":
                self.open_rooms.learn(node, message["rooms"])
        elif (table := self._actor(channel)) is not None:
            try:
                table.receive(node, message)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("table %s: a message of another node failed", channel)

    def on_subscribed(self, channel: str) -> None:
        """Note that the bus delivers a table's messages from now on."""
        if (actor := self._actor(channel)) is not None:
            actor.ask_who_is_there(is_confirmed=True)
            if not self._just_subscribed:
                asyncio.get_running_loop().call_later(COLLECT_SECONDS, self._look_soon)
            self._just_subscribed.add(channel)

    def _look_soon(self) -> None:
        codes, self._just_subscribed = self._just_subscribed, set()
        self._looking = asyncio.get_running_loop().create_task(self.look(codes))

    async def look(self, codes: Iterable[str]) -> None:
        """Find the tables among these that went on elsewhere, with one query for all of them."""
        actors = ((code, self._actor(code)) for code in codes)
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
            actor = self._actor(code)
            if actor is not None and actor.last_event == numbers[code]:
                actor.look()

    def lose_node(self, node: str) -> None:
        """Note that a node is gone."""
        self.open_rooms.lose_node(node)
        for actor in self._actors:
            actor.lose_node(node)

    # What is due

    async def do_what_is_overdue(self) -> None:
        """Do what should have been done, because somebody waits for it.

        Another node may not have known that they are here, or the database failed when they came.
        """
        late_ms = self.services.now() - OVERDUE_MS
        codes = [actor.code for actor in self._actors if actor.check_overdue(late_ms)]
        await asyncio.gather(*(self.do_what_is_due(code, is_claimed=False) for code in codes))

    async def do_what_is_due(self, code: str, *, is_claimed: bool = True) -> None:
        """Do what is due in a log, which this node has claimed or found overdue."""
        with self._visit_any(code) as actor:
            try:
                await actor.do_what_is_due(is_claimed=is_claimed)
            except PuntoError as error:
                log.warning("%s: cannot do what is due, will retry: %s", code, error)
            except Exception:
                self.services.metrics.errors.inc()
                log.exception("%s: cannot do what is due", code)


def stopping() -> PuntoError:
    """Make the error for whoever comes while the server stops."""
    return PuntoError("stopping", "the server is stopping: come back in a moment")

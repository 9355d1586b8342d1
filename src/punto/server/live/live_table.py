"""A table that somebody uses: commands go in, events come out when they are on the disk."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress

from punto.rules.errors import PuntoError
from punto.server.live import client_messages
from punto.server.live.bot_runner import BotRunner
from punto.server.live.client import Connection
from punto.server.live.due import LEASE, is_for_bots_alone
from punto.server.live.journal import KEPT, Journal
from punto.server.live.peers import Peers
from punto.server.live.presence import Presence
from punto.server.live.services import Services
from punto.server.store.deleting import TOUCH_MS
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.absence import come_back, set_clock
from punto.server.table.change import SERVER, Change
from punto.server.table.codes import new_code
from punto.server.table.dispatch import decide
from punto.server.table.endings import check_rematch, open_rematch, wants_rematch
from punto.server.table.errors import refusal
from punto.server.table.lobby import is_new_guest
from punto.server.table.moves import deadline, seat_of
from punto.server.table.table import Table
from punto.server.transport.frames import text_frame
from punto.server.wire.commands import Place, React, Rematch, Sit, StandIn, TableCommand, Undo
from punto.server.wire.words import DeviceNumber, Seat

log = logging.getLogger("punto.tables")

TRIES = 3
"""How often a command is tried when others change the same table at the same time."""

CLOCK_TOLERANCE_MS = 5000
"""How far the clocks of nodes, or of two starts of a server, may be apart."""

ABOUT_THE_TURN = (Place, Undo)
"""Commands that say what their client knew when it decided."""

WHO_IS_WHO = {"seat_changed", "settings_changed", "started", "handed_over", "resigned"}
"""After these, people may have other seats than before."""


class LiveTable:
    """One table and its clients; what happens there happens one after the other."""

    def __init__(
        self, code: str, services: Services, using: Callable[[], AbstractContextManager[None]]
    ) -> None:
        self.code, self.services = code, services
        self.users = 0
        self.lock = asyncio.Lock()
        self.journal = Journal(code, services)
        self.presence = Presence(services.now(), round(1000 * services.config.grace_seconds))
        self.peers = Peers(services, self.journal, self.presence, self._broadcast, self._hear)
        self.hearing: asyncio.Task[None] | None = None
        self.told_presence = ""
        self.bot_runner = BotRunner(
            self.journal,
            self.lock,
            self._current,
            self._carry_out,
            self._falls_asleep,
            self.presence.owner,
            using,
        )
        self.awaited_turn = 0
        """The turn of a bot elsewhere that had not moved at the last look."""

    def let_go(self) -> None:
        """End what leads in circles: so its memory is free at once, without a look for garbage."""
        self.peers.ignore()
        if self.hearing is not None:
            self.hearing.cancel()
        del self.peers, self.bot_runner

    async def current(self) -> Table:
        """Find how the table stands."""
        async with self.lock:
            return await self._newest()

    async def _current(self) -> Table:
        """Find how the table stands, as far as this node knows: the log decides in the end."""
        table = await self.journal.current()
        self._say_unsaid(table)
        return table

    def _known(self) -> Table | None:
        """Give how the table stands, if nothing has to be read or said before."""
        if self.journal.unsaid or self.peers.has_moved:
            return None
        return self.journal.table

    async def _newest(self) -> Table:
        """Find how the table stands, whatever node has changed it last."""
        if not self.services.bus.is_alone:
            await self.journal.catch_up()
        return await self._current()

    def _say_unsaid(self, table: Table) -> None:
        """Tell clients what this node did not store itself."""
        unsaid, self.journal.unsaid = self.journal.unsaid, []
        if unsaid:
            is_new = not WHO_IS_WHO.isdisjoint(kind for kind, _ in unsaid)
            if is_new:
                self._part_with_strangers(table)  # before they see the first card
            written = [text for _, text in unsaid]
            self._broadcast(
                client_messages.events(written)
                if len(written) <= KEPT
                else client_messages.snapshot(table)
            )
            if is_new:
                self._tell_who_is_who(table)
        if self.peers.has_moved:
            self.peers.has_moved = False
            self._tell_presence(table, again=False)

    # What other nodes say

    def _hear(self) -> None:
        """Take in what was heard: at once, unless something is under way, or has to be read."""
        table = self.journal.table
        if not self.lock.locked() and table is not None and self.peers.follow():
            self._say_unsaid(table)
        elif self.hearing is None or self.hearing.done():
            self.hearing = asyncio.get_running_loop().create_task(self._look())

    async def _look(self) -> None:
        """Take in what was heard, and read what was not."""
        while self.peers.has_news:
            async with self.lock:
                try:
                    if self.journal.table is None or not self.peers.follow():
                        await self.journal.catch_up()
                        self.peers.must_look = False
                    await self._current()
                except PuntoError as error:
                    log.debug("table %s: cannot look: %s", self.code, error)
                    return  # it is looked at again soon
                except Exception:
                    self.services.metrics.errors.inc()
                    log.exception("table %s: what another node stored is not understood", self.code)
                    return

    # What people do

    async def act(self, connection: Connection, command: TableCommand, received: float) -> None:
        """Carry out a command of a client: once, however often it is sent."""
        if isinstance(command, React):
            self.services.limits.react(self.code, connection.device)
        async with self.lock:
            for _ in range(TRIES):
                table = self._known() or await self._current()
                if isinstance(command, ABOUT_THE_TURN) and command.answers > table.number:
                    table = await self._newest()
                done = table.done.get((table.number_of(connection.device), command.id))
                if done is not None:
                    connection.put(await self.journal.again(done))
                    return
                with suppress(ConflictError):  # another node was first: look again
                    await self._do(table, connection, command, received)
                    return
            raise refusal("too-late")

    async def _do(
        self, table: Table, connection: Connection, command: TableCommand, received: float
    ) -> None:
        change = Change(table, connection.device, self.services.now(), command.id)
        if isinstance(command, React):
            seat_of(change, command.seat)
            self._broadcast(client_messages.reaction(command.seat, command.reaction))
            self.peers.react(command.seat, command.reaction)
            return
        self._charge(change, connection, command)
        gone = set[DeviceNumber]()
        if isinstance(command, StandIn):  # who else is away matters to no other command
            away = self.presence.away(table)
            gone = {who for who, when in away.items() if when <= change.now}
        try:
            self._decide(change, lambda change: decide(change, command, gone))
        except PuntoError as error:
            if error.code == "too-late" and isinstance(command, ABOUT_THE_TURN):
                connection.put(self.journal.since(command.answers))
            raise
        await self._carry_out(change, received)

    def _charge(self, change: Change, connection: Connection, command: TableCommand) -> None:
        """Take what a command costs from the budget of its client, or refuse it.

        A wish that opens the next table costs a table. Refused, it is not kept: it can be repeated
        when the budget has recovered, and the wishes of the others stand.
        """
        table, limits = change.table, self.services.limits
        if isinstance(command, Sit) and is_new_guest(change, command):
            limits.take_seat(self.code, connection.address)
        elif isinstance(command, Rematch):
            check_rematch(change, command)
            if wants_rematch(table, change.number):
                limits.open_table(connection.device, connection.address)

    async def change(self, device: str, decision: Callable[[Change], None]) -> Table:
        """Carry out what a device asks for by HTTP."""
        async with self.lock:
            for _ in range(TRIES):
                change = Change(await self._newest(), device, self.services.now())
                self._decide(change, decision)
                with suppress(ConflictError):
                    await self._carry_out(change)
                    return change.table
            raise refusal("too-late")

    def _decide(self, change: Change, decision: Callable[[Change], None]) -> None:
        """Decide what happens; where that breaks off in the middle, nothing has happened."""
        try:
            decision(change)
        except PuntoError:
            if change.events:
                self.journal.forget()
            raise
        except Exception:
            self.journal.forget()
            raise

    async def _carry_out(self, change: Change, received: float | None = None) -> None:
        """Store what a change has done, tell everybody, and do what follows from it."""
        written = await self.journal.commit(change)
        kinds = {event.kind for event in change.events}
        if "started" in kinds:
            self._part_with_strangers(change.table)  # before they see the first card
        for event in change.events:
            if event.kind == "placed":
                self.services.metrics.moves[event.public.get("by", "person")].inc()
        if written:
            began = (received or time.perf_counter()) if "placed" in kinds else None
            self._broadcast(client_messages.events(written), began)
        if not kinds.isdisjoint(WHO_IS_WHO):
            self._tell_who_is_who(change.table)
        if wants_rematch(change.table):
            await self._open_rematch(change.table)
        if self.journal.is_ours(change.table):
            self.bot_runner.wake(change.table)

    async def _open_rematch(self, table: Table) -> None:
        """Open the next table first: if the server stops between, nobody knows of it yet."""
        opening = open_rematch(table, new_code(), self.services.now())
        await Journal(opening.table.code, self.services, opening.table).commit(opening)
        self.services.metrics.opened.inc()
        change = Change(table, SERVER, opening.now)
        change.apply_and_record("rematched", table=opening.table.code)
        self._broadcast(client_messages.events(await self.journal.commit(change)))

    # Who is there

    async def join(self, connection: Connection, since: int | None) -> None:
        """Let a client in, and give it what it lacks."""
        async with self.lock:
            self.peers.listen()
            try:
                await self._let_in(connection, since)
            finally:
                if not self.presence.connections:
                    self.peers.ignore()

    async def _let_in(self, connection: Connection, since: int | None) -> None:
        table = await self._newest()
        await self._check_entrance(table, connection.device)
        change = Change(table, connection.device, self.services.now())
        come_back(change)
        is_over = False
        if table.until and table.until < change.now:
            await self.peers.settle()
            if not self.presence.anybody:
                set_clock(change)  # it ran out while nobody was here
                is_over = not change.events  # it began anew too often in this turn
        elif is_too_late(table, change.now):
            set_clock(change)  # it was set by a clock that has been set back
        with suppress(StoreError):  # who cannot come back to play may still look
            await self._carry_out(change)
            await self._let_bot_move(change.table)
        table = await self._current()
        if is_over:
            self.bot_runner.wake(table, time_is_over=True)
        self.presence.add(connection)
        self.peers.announce()
        connection.put(client_messages.you(table, connection.device))
        connection.put(self.journal.since(since))
        self._tell_presence(table)
        await self._keep(table, connection.device)

    async def _keep(self, table: Table, device: str) -> None:
        """Keep a table from being deleted as old: somebody who belongs to it has come."""
        now = self.services.now()
        is_old = now - self.journal.touched_at > TOUCH_MS
        if is_old and table.number_of(device) in {*table.people, table.host}:
            with suppress(StoreError):
                await self.services.store.touch([self.code], now)
                self.journal.touched_at = now

    async def _let_bot_move(self, table: Table) -> None:
        """Let a bot think whose turn it is, unless another node does that."""
        seat = table.to_move
        if seat is None or not seat.bot or self.bot_runner.is_thinking:
            return
        if await self.services.store.take(self.services.now(), LEASE, self.code):
            self.journal.take(table)
            self.bot_runner.wake(table)

    async def _check_entrance(self, table: Table, device: str) -> None:
        """Refuse those who may not watch, and too many of those who may."""
        if not table.may_see(device):
            raise refusal("not-a-spectator")
        limit = self.services.config.watchers_per_table
        watches = table.number_of(device) not in {*table.people, table.host}
        if not watches:
            return
        await self.peers.settle()
        if self.presence.spectators(table) >= limit:
            sentence = "as many people as this table allows are watching already"
            raise PuntoError("too-many-watchers", sentence, limit=limit)

    async def leave(self, connection: Connection) -> None:
        """Let a client go, and tell the others."""
        async with self.lock:
            was_here = connection in self.presence.connections
            self.presence.remove(connection, self.services.now(), self.journal.table)
            self.peers.announce()
            if not self.presence.connections:
                self.peers.ignore()
            elif was_here and self.journal.table is not None:
                self._tell_presence(self.journal.table)

    def _tell_who_is_who(self, table: Table) -> None:
        """Tell people which seats are theirs; those who may not look any more have to go."""
        for connection in self.presence.connections:
            connection.put(client_messages.you(table, connection.device))
        self._part_with_strangers(table)
        self._tell_presence(table)

    def _part_with_strangers(self, table: Table) -> None:
        """Send those away who may not look."""
        for connection in tuple(self.presence.connections):
            if not table.may_see(connection.device):
                connection.finish(refusal("not-a-spectator"), reconnect=False)
                self.presence.remove(connection, self.services.now(), table)
                self.peers.announce()

    def _tell_presence(self, table: Table, *, again: bool = True) -> None:
        """Tell everybody who is there; where nothing is new, only if it is to be said again."""
        away = {
            Seat(place): when
            for number, when in self.presence.away(table).items()
            for place in table.seats_of(number)
        }
        here, watching = self.presence.here(table), self.presence.spectators(table)
        text = client_messages.presence(here, away, watching)
        if again or text != self.told_presence:
            self.told_presence = text
            self._broadcast(text)

    def _broadcast(self, text: str, received: float | None = None) -> None:
        """Send a text to every client, and measure how long a move took since it came."""
        frame = text_frame(text)
        for connection in self.presence.connections:
            connection.pass_on(frame)
        if received is not None and self.presence.connections:
            self.services.metrics.delivery.observe(time.perf_counter() - received)

    # What is due

    async def attend(self, *, is_claimed: bool) -> None:
        """Let a bot think, or end the time of a person; where nobody is, let the table sleep."""
        async with self.lock:
            table = await self._newest()
            seat, until = table.to_move, table.until
            if seat is not None and seat.bot and not is_claimed:
                await self._let_bot_move(table)
            elif seat is not None and seat.bot:
                if not await self._falls_asleep(table):
                    self.journal.take(table)
                    self.bot_runner.wake(table)
            elif seat is None or until is None or await self._is_left():
                await self.journal.rest()
            elif self.presence.anybody and until <= self.services.now():
                self.journal.take(table)
                self.bot_runner.wake(table, time_is_over=True)

    async def _falls_asleep(self, table: Table) -> bool:
        """Park a match that bots play among themselves while nobody is connected; tell whether.

        Where a person plays, bots move on: soon it is the person's turn, and nothing is due.
        """
        if not is_for_bots_alone(table) or not await self._is_left():
            return False
        await self.journal.park()
        return True

    def is_overdue(self, late: int) -> bool:
        """Tell whether somebody here waits in vain.

        Either for a time to end that was over before another time, or for a bot that has not moved
        since the last look: another node may have parked it before it heard of who is here.
        """
        table = self.journal.table
        if table is None or table.to_move is None or self.bot_runner.is_thinking:
            return False
        if not self.presence.connections:
            return False
        if table.to_move.bot:
            awaited, self.awaited_turn = self.awaited_turn, table.turn_number
            return awaited == table.turn_number
        return table.until is not None and table.until < late

    async def _is_left(self) -> bool:
        """Tell whether nobody is connected to any node, as far as this one can know."""
        if self.presence.anybody:
            return False
        self.peers.listen()
        try:
            await self.peers.settle()
            return not self.presence.anybody and not self.services.bus.trouble
        finally:
            if not self.presence.anybody:
                self.peers.ignore()


def is_too_late(table: Table, now: int) -> bool:
    """Tell whether a turn ends later than one that begins now could."""
    latest = deadline(table, now)
    return bool(table.until and latest and table.until > latest + CLOCK_TOLERANCE_MS)

"""The actor of a table in use: commands of people, bots and clocks."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

from punto.rules.cell import Cell
from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import Owner
from punto.server.live.actor import Actor
from punto.server.live.bot_runner import BotRunner, BotTurn, bot_turn
from punto.server.live.client import Client
from punto.server.live.due import LEASE_MS, is_for_bots_alone
from punto.server.live.published_table import PublishedTable
from punto.server.live.services import Services
from punto.server.live.table_log import TableLog
from punto.server.store.errors import StoreError
from punto.server.table.absence import come_back, set_clock
from punto.server.table.change import SERVER, Change
from punto.server.table.client_view import (
    events_message,
    public_event,
    reaction_message,
    you_message,
)
from punto.server.table.codes import new_code
from punto.server.table.dispatch import decide
from punto.server.table.endings import (
    check_rematch,
    go_on_without,
    open_rematch,
    wants_rematch,
)
from punto.server.table.lobby import is_new_guest
from punto.server.table.moves import deadline, lay, own_seat
from punto.server.table.table import Table
from punto.server.wire.commands import Place, React, Rematch, Sit, StandIn, TableCommand, Undo
from punto.server.wire.words import DeviceNumber


class AbsenceRule(NamedTuple):
    """What a tournament does about people who are away from their match."""

    bot: str | None
    """The bot that plays for them until they are back. None: they resign."""
    limit_ms: int
    """How long their turn may last meanwhile."""
    known_since_ms: int
    """Since when this node knows who is connected."""
    left: frozenset[str]
    """The devices of those who have left the tournament: nobody waits for them."""


CLOCK_TOLERANCE_MS = 5000
"""How far the clocks of nodes, or of two starts of a server, may be apart."""

TURN_COMMANDS = (Place, Undo)
"""Commands that depend on the turn, and say which event their client knew last."""


class TableActor(PublishedTable, Actor[Table, Change]):
    """Changes a table: commands, people who come and go, bots and clocks."""

    noun = "table"

    def __init__(
        self,
        code: str,
        services: Services,
        bots: BotRunner,
        on_over: Callable[[Table], None] = lambda _: None,
    ) -> None:
        super().__init__(code, services)
        self.bots = bots
        self._on_over = on_over
        """Called when the match is over, after that was stored."""
        self._awaited_turn = 0
        """The turn of a bot that had not moved when `check_overdue` was last called."""
        self._stopped_turn = 0
        """The turn of a bot that was stopped because it failed again and again."""

    # Changing the table

    def _draft(self, state: Table, device: str, command_id: str = "") -> Change:
        return Change(state, device, self.services.now(), command_id)

    async def _follow_up(self, change: Change) -> None:
        """Count moves, and let the next match or the next bot begin."""
        table = change.table
        for event in change.events:
            if event.kind == "placed":
                self.services.metrics.moves[event.public.get("by", "person")].inc()
        if change.events[-1].kind == "over":
            self._on_over(table)
        if table.phase == "over" and wants_rematch(table):
            await self._open_rematch(table)
        elif self.log.has_bot_turn:
            self.bots.start(self.code, bot_turn(table))

    async def _open_rematch(self, table: Table) -> None:
        """Open the table of the rematch, then record it here.

        In this order: if the server stops in between, nobody knows of the new table.
        """
        opening = open_rematch(table, new_code(), self.services.now())
        await TableLog(opening.table.code, self.services).append(opening)
        self.services.metrics.opened.inc()
        change = Change(table, SERVER, opening.now)
        change.apply_and_record("rematched", table=opening.table.code)
        await self._commit(change)

    # Commands of clients

    async def execute_for(self, client: Client, command: TableCommand, received: float) -> None:
        """Carry out a command of a client. If it was carried out before, send its event again."""
        if isinstance(command, React):
            await self._react(client, command)
            return
        last_event = command.last_event if isinstance(command, TURN_COMMANDS) else 0
        try:
            done = await self._execute_charged(
                client,
                command.id,
                lambda change: self._charge(change, client, command),
                lambda change: decide(change, command, self._absent(change, command)),
                received,
                last_event,
            )
        except PuntoError as error:
            if error.code == "too-late" and last_event and self.table is not None:
                client.send(self.recent.message_after(last_event, self.table))
            raise
        if done is not None:
            rows = await self.log.read_one(done)
            client.send(events_message([public_event(*row) for row in rows]))

    def _charge(self, change: Change, client: Client, command: TableCommand) -> None:
        """Take the price of a command from the rate limits of the client.

        A rematch that opens the next table costs a table. If that is refused, the wish is not
        kept: it can be repeated when the limit allows it, and the wishes of the others stand.
        """
        limits = self.services.limits
        if isinstance(command, Sit) and is_new_guest(change, command):
            limits.take_seat(self.code, client.address)
        elif isinstance(command, Rematch):
            check_rematch(change, command)
            if wants_rematch(change.table, change.device_number):
                limits.open_table(client.device, client.address)

    def _absent(self, change: Change, command: TableCommand) -> set[DeviceNumber]:
        """Find the devices that have been away for longer than the grace time.

        Only a command that lets a bot stand in needs to know.
        """
        if not isinstance(command, StandIn):
            return set()
        stand_in_at_ms = self._stand_in_at_ms(change.table)
        return {number for number, when in stand_in_at_ms.items() if when <= change.now}

    async def _react(self, client: Client, command: React) -> None:
        """Send a reaction to everybody at the table; it is not stored."""
        self.services.limits.react(self.code, client.device)
        async with self.lock:
            table = await self._loaded()
            own_seat(table, table.device_number(client.device), command.seat)
            self._broadcast(reaction_message(command.seat, command.reaction))
            self.peers.forward_reaction(command.seat, command.reaction)

    # Clients

    async def _let_in(self, client: Client, last_event: int | None) -> None:
        table = await self._newest()
        await self._check_entrance(table, client.device)
        change = Change(table, client.device, self.services.now())
        come_back(change)
        is_time_up = False
        if table.until and table.until < change.now:
            await self.peers.wait_for_answers()
            if not self.presence.is_anybody_here:
                # It ran out while nobody was here, so it starts again, unless it did so too often.
                is_time_up = not set_clock(change)
        elif is_deadline_too_far(table, change.now):
            set_clock(change)  # it was set by a clock that was ahead
        with suppress(StoreError):  # whoever cannot come back to play may still watch
            await self._commit(change)
            await self._start_bot(change.table)
        table = await self._loaded()
        if is_time_up:
            self.bots.start(self.code, bot_turn(table, is_time_up=True))
        self.presence.add(client)
        self._announce()
        client.send(you_message(table, client.device))
        client.send(self.recent.message_after(last_event, table))
        self._send_presence(table)
        await self._keep(table, client.device)

    # Bots and clocks

    def bot_owner(self) -> Owner:
        """Find on whose behalf bots think here, for the fair queue."""
        assert self.table is not None
        return self.presence.owner(self.table)

    async def place_for_bot(self, turn: BotTurn, cell: Cell) -> BotTurn | None:
        """Play a bot's card, if the match still waits for it; return the next turn of a bot."""
        async with self.lock:
            table = await self._loaded()
            seat = table.to_move
            is_waiting = seat is not None and table.turn_number == turn.number
            if is_waiting and seat is not None and bool(seat.bot) == (turn.author == "bot"):
                change = Change(table, SERVER, self.services.now())
                assert change.table.match is not None
                assert turn.view.seat is not None
                lay(change, change.table.match, turn.view.seat, cell, turn.author)
                await self._commit(change)
            table = await self._loaded()
            next_turn = bot_turn(table) if self.log.is_ours(table) else None
            return None if next_turn is None or await self._fall_asleep(table) else next_turn

    async def park_bot(self) -> None:
        """Stop a bot that fails again and again; its turn waits until somebody comes."""
        async with self.lock:
            table = await self._loaded()
            self._stopped_turn = table.turn_number
            await self._park(table)

    async def do_what_is_due(self, *, is_claimed: bool) -> None:
        """Let a bot think, or end the turn of a person; where nobody is, let the table sleep."""
        async with self.lock:
            table = await self._newest()
            seat, until = table.to_move, table.until
            if seat is not None and seat.bot and not is_claimed:
                await self._start_bot(table)
            elif seat is not None and seat.bot:
                if not await self._fall_asleep(table):
                    self.log.take(table)
                    self.bots.start(self.code, bot_turn(table))
            elif seat is None or until is None or await self._is_deserted():
                if not await self.log.clear_due(table):
                    self._is_append_in_doubt = True
            elif self.presence.is_anybody_here and until <= self.services.now():
                self.log.take(table)
                self.bots.start(self.code, bot_turn(table, is_time_up=True))

    async def _start_bot(self, table: Table) -> None:
        """Take the lease on a bot's turn, unless another node has it, and let the bot think."""
        seat = table.to_move
        if seat is None or not seat.bot or self.code in self.bots.thinking_since:
            return
        if await self.services.store.take(self.services.now(), LEASE_MS, self.code):
            self.log.take(table)
            self.bots.start(self.code, bot_turn(table))

    async def _fall_asleep(self, table: Table) -> bool:
        """Park a match that bots play among themselves while nobody watches; return whether.

        Where a person plays, bots move on: soon it is the person's turn, and nothing is due.
        """
        if not is_for_bots_alone(table) or not await self._is_deserted():
            return False
        await self._park(table)
        return True

    async def _park(self, table: Table) -> None:
        if not await self.log.park(table):
            self._is_append_in_doubt = True

    async def go_on_without_absent(self, rule: AbsenceRule) -> None:
        """Apply the rule of a tournament to those who are away from its match."""
        async with self.lock:
            table = await self._newest()
            if table.phase != "playing" or table.match is None:
                return
            async with self._hearing_peers():
                for place in self._seats_without(table, rule):
                    change = self._draft(await self._loaded(), SERVER)
                    if change.table.phase == "playing":
                        go_on_without(change, place, rule.bot)
                        await self._commit(change)

    async def is_here(self, device: str) -> bool:
        """Whether a device is connected to the table, on any node."""
        async with self.lock, self._hearing_peers():
            return device in self.presence

    @asynccontextmanager
    async def _hearing_peers(self) -> AsyncIterator[None]:
        """Know who is connected to other nodes, also where nobody is connected to this one."""
        self.peers.subscribe()
        try:
            await self.peers.wait_for_answers()
            yield
        finally:
            if not self.presence.clients:
                self._unsubscribe()

    def _seats_without(self, table: Table, rule: AbsenceRule) -> list[int]:
        """Find the seats of people who have left, or have been away on their turn for too long."""
        found = []
        for place, seat in enumerate(table.seats, start=1):
            if not seat.is_person or seat.bot:
                continue
            device = table.devices[seat.device - 1]
            since = max(table.turn_at, self.presence.left_at_ms(device), rule.known_since_ms)
            is_late = since + rule.limit_ms <= self.services.now()
            is_to_move = table.match is not None and table.match.seat == place
            is_away = is_to_move and is_late and device not in self.presence
            if device in rule.left or is_away:
                found.append(place)
        return found

    def check_overdue(self, late_ms: int) -> bool:
        """Whether somebody here waits in vain.

        Either for a turn to end that was over at `late_ms`, or for a bot that has not moved since
        the last look: another node may have parked it before it knew who is here, or the database
        failed when they came.
        """
        table = self.table
        if table is None or table.to_move is None or self.code in self.bots.thinking_since:
            return False
        if not self.presence.clients:
            return False
        if table.to_move.bot:
            if table.turn_number == self._stopped_turn:
                return False
            awaited, self._awaited_turn = self._awaited_turn, table.turn_number
            return awaited == table.turn_number
        return table.until is not None and table.until < late_ms

    async def _is_deserted(self) -> bool:
        """Whether nobody is connected to any node, as far as this one can know."""
        if self.presence.is_anybody_here:
            return False
        self.peers.subscribe()
        try:
            await self.peers.wait_for_answers()
            return not self.presence.is_anybody_here and not self.services.bus.trouble
        finally:
            if not self.presence.is_anybody_here:
                self._unsubscribe()


def is_deadline_too_far(table: Table, now: int) -> bool:
    """Whether a turn ends later than any turn that begins now could."""
    latest = deadline(table, now)
    return bool(table.until and latest and table.until > latest + CLOCK_TOLERANCE_MS)

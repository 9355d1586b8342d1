"""The actor of a room in use: commands of its people, and what the server does by itself."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.live.actor import Actor
from punto.server.live.client import Client
from punto.server.live.room_log import RoomLog, due_of
from punto.server.live.room_names import LINK, RoomNames
from punto.server.live.services import Services
from punto.server.live.table_log import TableLog
from punto.server.room.change import RoomChange
from punto.server.room.dispatch import LinkCommand, decide
from punto.server.room.errors import refusal
from punto.server.room.members import is_new_member, renew_short_code, replace_host
from punto.server.room.next_match import (
    end_call,
    end_match,
    is_settled,
    open_match,
    record_match,
    settled_seats,
)
from punto.server.room.room import OPEN, Room
from punto.server.room.room_view import (
    done_message,
    room_message,
    room_presence_message,
    room_reaction_message,
    room_you_message,
)
from punto.server.store.deleting import TOUCH_MS
from punto.server.store.errors import ConflictError, StoreError
from punto.server.store.model import EventRow
from punto.server.table.change import Change
from punto.server.table.client_view import ClientText
from punto.server.table.draft import SERVER
from punto.server.table.table import Table
from punto.server.wire.rooms import Join, NextMatch, RoomCommand, Say, StartMatch
from punto.server.wire.words import DeviceNumber, Reaction

LOOK_MS = 10_000
"""How often a room looks whether its match is over, in case the news of that was lost."""


class RoomActor(Actor[Room, RoomChange]):
    """Changes a room: commands, people who come and go, and matches that begin and end."""

    def __init__(self, code: str, services: Services) -> None:
        self.log = RoomLog(code, services)
        super().__init__(code, services, self.log)
        self.names = RoomNames(services)
        self._looked_at_ms = 0

    # Changing the room

    def _draft(self, state: Room, device: str, command_id: str = "") -> RoomChange:
        present = self.presence.connected(state)
        answer_ms = round(1000 * self.services.config.answer_seconds)
        return RoomChange(
            state,
            device,
            self.services.now(),
            command_id,
            present,
            answer_ms,
            may_list=self.services.config.open_rooms,
        )

    async def _commit(self, change: RoomChange, received: float | None = None) -> None:
        """Store a change, publish it, and begin the next match if everybody is ready."""
        if not change.events:
            return
        try:
            rows = await self.log.append(change)
        except BaseException:
            self._is_append_in_doubt = True  # it may be stored, or another node's event
            raise
        room = change.room
        for event, row in zip(change.events, rows, strict=True):
            room.remember_command(event, row.number)
        self._publish(room, rows, received)
        if is_settled(room, change.now):
            with suppress(StoreError):  # what is due stays due, and is tried again
                await self._begin_match(room)

    async def _begin_match(self, room: Room) -> None:
        """Open the table of the next match, then record it here.

        In this order: if the server stops in between, the match begins at the same table later.
        """
        seats = settled_seats(room)
        change = self._draft(room, SERVER)
        if OPEN in seats or not any(place.kind == "member" for place in seats):
            end_call(change)
        else:
            record_match(change, await self._open_table(open_match(room, seats, change.now)))
        await self._commit(change)

    async def _open_table(self, opening: Change) -> Table:
        """Store a new table; if it is there already, find it as it is."""
        log = TableLog(opening.table.code, self.services)
        try:
            await log.append(opening)
        except ConflictError:
            table, _ = await log.load()
            return table
        self.services.metrics.opened.inc()
        return opening.table

    async def settle(self) -> None:
        """Enter the result of the current match, if it is over."""
        async with self.lock:
            await self._settle(await self._newest())

    async def _settle(self, room: Room) -> None:
        self._looked_at_ms = self.services.now()
        current = room.current
        if current is None:
            return
        row = await self.services.store.table(current["table"])
        if row is None or row.phase != "over":
            return
        table, _ = await TableLog(current["table"], self.services).load()
        change = self._draft(room, SERVER)
        end_match(change, table)
        await self._commit(change)

    # Commands of clients

    async def execute_for(self, client: Client, command: RoomCommand, received: float) -> None:
        """Carry out a command of a client, or recognise that it was carried out before."""
        if isinstance(command, Say):
            await self._say(client, command.reaction)
            return
        names = None
        if isinstance(command, LinkCommand):
            room = await self.current()
            if room.device_number(client.device) != room.host:
                raise refusal("room-host-only")
            names = await self.names.draw(room.room_code)
        is_charged = False

        def decide_and_charge(change: RoomChange) -> None:
            nonlocal is_charged
            if not is_charged:  # a command that is decided again is not charged again
                self._charge(change, client, command)
                is_charged = True
            decide(change, command, names)

        done = await self.execute(
            client.device,
            decide_and_charge,
            command_id=command.id,
            last_event=0,
            received=received,
        )
        client.send(done_message(command.id, self.last_event if done is None else done))

    def _charge(self, change: RoomChange, client: Client, command: RoomCommand) -> None:
        """Take the price of a command from the rate limits of the client."""
        limits = self.services.limits
        if isinstance(command, Join) and is_new_member(change):
            limits.join_room(self.code, client.address)
        elif isinstance(command, StartMatch) or (
            isinstance(command, NextMatch) and change.room.call is None
        ):
            limits.open_table(client.device, client.address)

    async def _say(self, client: Client, reaction: Reaction) -> None:
        """Send a reaction to everybody who wants to hear it; it is not stored."""
        self.services.limits.react(self.code, client.device)
        async with self.lock:
            room = await self._loaded()
            member = self._draft(room, client.device).require_member()
            self._send_reaction(room, member.number, reaction)
            self.peers.forward_reaction(member.number, reaction)

    def _send_reaction(self, room: Room, member: DeviceNumber, reaction: Reaction) -> None:
        text = room_reaction_message(member, reaction)
        for client in self.presence.clients:
            if (room.device_number(client.device), member) not in room.muted:
                client.send(text)

    # Clients

    async def _let_in(self, client: Client, last_event: int | None) -> None:  # noqa: ARG002
        room = await self._newest()
        await self._check_entrance(room, client.device)
        with suppress(StoreError):  # whatever cannot be stored now, people may see the room
            await self._settle(room)
            await self._renew_short_code(await self._loaded(), client.device)
        room = await self._loaded()
        self.presence.add(client)
        self._announce()
        client.send(room_you_message(room, client.device))
        client.send(room_message(room, self.services.now()))
        self._send_presence(room)
        await self._keep(room, client.device)

    async def _check_entrance(self, room: Room, device: str) -> None:
        """Refuse a client that was removed, or that is new while the room is locked or full."""
        if not room.may_see(device):
            raise exclusion(room, device)
        if room.device_number(device) in room.members:
            return
        await self.peers.wait_for_answers()
        limit = self.services.config.spectators_per_table
        if self.presence.spectators(room) >= limit:
            sentence = "as many people as this room allows are watching already"
            raise PuntoError("too-many-watchers", sentence, limit=limit)

    async def _renew_short_code(self, room: Room, device: str) -> None:
        """Give the room a new short code when its host comes back after the old one expired."""
        if room.device_number(device) == room.host and room.short_until <= self.services.now():
            change = self._draft(room, SERVER)
            renew_short_code(change, await self.names.draw_short(room.room_code, room.link))
            await self._commit(change)

    async def _keep(self, room: Room, device: str) -> None:
        """Keep a room from being deleted as old: somebody who belongs to it has come."""
        now = self.services.now()
        is_old = now - self.log.kept_at_ms > TOUCH_MS
        if is_old and room.device_number(device) in room.members:
            with suppress(StoreError):
                await self.services.store.touch([self.code, f"{LINK}{room.link}"], now)
                self.log.kept_at_ms = now

    # Publishing

    def _publish(
        self,
        state: Room,
        rows: Sequence[EventRow],  # noqa: ARG002
        received: float | None = None,  # noqa: ARG002
    ) -> None:
        """Make stored events the state of the room, and send the room to its clients."""
        self.state = state
        self._send_strangers_away(state, partial(exclusion, state))
        self._broadcast(room_message(state, self.services.now()))
        for client in self.presence.clients:
            client.send(room_you_message(state, client.device))
        self._send_presence(state)

    def _presence_text(self, state: Room) -> ClientText:
        connected, spectators = self.presence.connected(state), self.presence.spectators(state)
        return room_presence_message(state, connected, spectators)

    def _receive_reaction(self, message: Mapping[str, Any]) -> None:
        if self.state is not None:
            member = DeviceNumber(message["seat"])
            self._send_reaction(self.state, member, message["reaction"])

    # What the server does by itself

    async def do_what_is_due(self, *, is_claimed: bool) -> None:
        """Begin the next match when time is up, enter results, and replace a host who is gone."""
        async with self.lock:
            room = await self._newest()
            if is_settled(room, self.services.now()):
                await self._begin_match(room)
            elif is_claimed and not await self.log.store_due(room, due_of(room)):
                self._is_append_in_doubt = True
            await self._settle(await self._loaded())
            room = await self._loaded()
            if self._is_host_gone(room):
                change = self._draft(room, SERVER)
                replace_host(change)
                await self._commit(change)

    def check_overdue(self, late_ms: int) -> bool:
        """Whether a match should have begun, or may be over, or the host has been gone too long."""
        room = self.state
        if room is None or not self.presence.clients:
            return False
        if room.call is not None and room.call.until < late_ms:
            return True
        is_unsure = self._looked_at_ms + LOOK_MS < self.services.now()
        return (room.current is not None and is_unsure) or self._is_host_gone(room)

    def _is_host_gone(self, room: Room) -> bool:
        """Whether the host has been away for long while somebody else is here."""
        grace_ms = round(1000 * self.services.config.host_away_seconds)
        replaced_at = self.presence.stand_in_at_ms(room, grace_ms).get(room.host)
        is_late = replaced_at is not None and replaced_at <= self.services.now()
        return is_late and bool(self.presence.connected(room))


def exclusion(room: Room, device: str) -> PuntoError:
    """Say why a device may not come in."""
    is_removed = room.device_number(device) in room.removed
    return refusal("removed" if is_removed else "room-locked")

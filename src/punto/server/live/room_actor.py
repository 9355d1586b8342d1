"""The actor of a room in use: commands of its people, and what the server does by itself."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from punto.rules.errors import PuntoError
from punto.server.live.client import Client
from punto.server.live.group_actor import GroupActor
from punto.server.live.room_log import RoomLog
from punto.server.live.room_names import LINK, RoomNames
from punto.server.live.services import Services
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
    room_message,
    room_presence_message,
    room_reaction_message,
    room_you_message,
)
from punto.server.store.errors import StoreError
from punto.server.table.change import Change
from punto.server.table.client_view import ClientText
from punto.server.table.draft import SERVER
from punto.server.table.table import Table
from punto.server.wire.rooms import Join, NextMatch, RoomCommand, Say, StartMatch
from punto.server.wire.words import DeviceNumber, Reaction


class RoomActor(GroupActor[Room, RoomChange]):
    """Changes a room: commands, people who come and go, and matches that begin and end."""

    noun = "room"

    def __init__(self, code: str, services: Services) -> None:
        self.log = RoomLog(code, services)
        super().__init__(code, services, self.log)
        self.names = RoomNames(services)

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

    async def _follow_up(self, change: RoomChange) -> None:
        """Begin the next match if everybody is ready."""
        if is_settled(change.room, change.now):
            with suppress(StoreError):  # what is due stays due, and is tried again
                await self._begin_match(change.room)

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
        is_new = await self._store_table(opening)
        return opening.table if is_new else await self._load_table(opening.table.code)

    async def _enter_results(self, state: Room) -> None:
        current = state.current
        if current is None:
            return
        table = await self._finished_table(current["table"])
        if table is not None:
            change = self._draft(state, SERVER)
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
        await self._execute_and_confirm(
            client,
            command.id,
            lambda change: self._charge(change, client, command),
            lambda change: decide(change, command, names),
            received,
        )

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

    async def _welcome(self, state: Room, device: str) -> None:
        """Give the room a new short code when its host comes back after the old one expired."""
        if state.device_number(device) == state.host and state.short_until <= self.services.now():
            change = self._draft(state, SERVER)
            renew_short_code(change, await self.names.draw_short(state.room_code, state.link))
            await self._commit(change)

    def _logs(self, state: Room) -> list[str]:
        return [self.code, f"{LINK}{state.link}"]

    def _exclusion(self, state: Room, device: str) -> PuntoError:
        is_removed = state.device_number(device) in state.removed
        return refusal("removed" if is_removed else "room-locked")

    # Publishing

    def _text(self, state: Room) -> ClientText:
        return room_message(state, self.services.now())

    def _you_text(self, state: Room, device: str) -> ClientText:
        return room_you_message(state, device)

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
            elif is_claimed and not await self.log.store_due(room, self.log.due_of(room, 0)):
                self._is_append_in_doubt = True
            await self._settle(await self._loaded())
            await self._replace_host_if_gone()

    def _replace_host(self, change: RoomChange) -> None:
        replace_host(change)

    def check_overdue(self, late_ms: int) -> bool:
        """Whether a match should have begun, or may be over, or the host has been gone too long."""
        room = self.state
        if room is None or not self.presence.clients:
            return False
        if room.call is not None and room.call.until < late_ms:
            return True
        return (room.current is not None and self._is_unsure) or self._is_host_gone(room)

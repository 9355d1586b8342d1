"""The actor of a group in use: of a room or a tournament, whose people play at tables."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from punto.server.live.actor import Actor
from punto.server.live.client import Client
from punto.server.live.group_log import GroupLog
from punto.server.live.services import Services
from punto.server.live.table_log import TableLog
from punto.server.room.room_view import done_message
from punto.server.store.errors import StoreError
from punto.server.store.model import EventRow
from punto.server.table.change import Change
from punto.server.table.client_view import ClientText
from punto.server.table.draft import SERVER, Draft
from punto.server.table.group_state import GroupState
from punto.server.table.table import Table

LOOK_MS = 10_000
"""How often a group looks whether its matches are over, in case the news of that was lost."""

G = TypeVar("G", bound=GroupState)
D = TypeVar("D", bound=Draft[Any])


class GroupActor(Actor[G, D]):
    """Changes a room or a tournament, and sends all of it to its clients after every change."""

    def __init__(self, code: str, services: Services, group_log: GroupLog[G, D]) -> None:
        super().__init__(code, services, group_log)
        self._looked_at_ms = 0
        """When it was last looked whether matches are over."""

    @abstractmethod
    async def _enter_results(self, state: G) -> None:
        """Enter the results of the matches that are over."""

    @abstractmethod
    def _text(self, state: G) -> ClientText:
        """Make the message with all that everybody may see."""

    @abstractmethod
    def _you_text(self, state: G, device: str) -> ClientText:
        """Make the message with a client's own place."""

    @abstractmethod
    def _replace_host(self, change: D) -> None:
        """Make somebody who is here the host."""

    async def _welcome(self, state: G, device: str) -> None:
        """Change what must change because a device has come."""

    # Matches

    async def settle(self) -> None:
        """Enter the results of the matches that are over."""
        async with self.lock:
            await self._settle(await self._newest())

    async def _settle(self, state: G) -> None:
        self._looked_at_ms = self.services.now()
        await self._enter_results(state)

    @property
    def _is_unsure(self) -> bool:
        """Whether it is time to look again which matches are over."""
        return self._looked_at_ms + LOOK_MS < self.services.now()

    async def _store_table(self, opening: Change) -> bool:
        """Store a new table; return False if it is there already."""
        return await TableLog(opening.table.code, self.services).open(opening)

    async def _load_table(self, code: str) -> Table:
        table, _ = await TableLog(code, self.services).load()
        return table

    async def _finished_table(self, code: str) -> Table | None:
        """Load a table whose match is over; None if it is not."""
        row = await self.services.store.table(code)
        return await self._load_table(code) if row is not None and row.phase == "over" else None

    # Clients

    async def _execute_and_confirm(
        self,
        client: Client,
        command_id: str,
        charge: Callable[[D], None],
        decision: Callable[[D], None],
        received: float,
    ) -> None:
        """Carry out a client's command, and tell the client after which event that is done."""
        done = await self._execute_charged(client, command_id, charge, decision, received)
        client.send(done_message(command_id, self.last_event if done is None else done))

    async def _let_in(self, client: Client, last_event: int | None) -> None:  # noqa: ARG002
        state = await self._newest()
        await self._check_entrance(state, client.device)
        with suppress(StoreError):  # whatever cannot be stored now, people may see it
            await self._settle(state)
            await self._welcome(await self._loaded(), client.device)
        state = await self._loaded()
        self.presence.add(client)
        self._announce()
        client.send(self._you_text(state, client.device))
        client.send(self._text(state))
        self._send_presence(state)
        await self._keep(state, client.device)

    def _publish(
        self,
        state: G,
        rows: Sequence[EventRow],  # noqa: ARG002
        received: float | None = None,  # noqa: ARG002
    ) -> None:
        """Make stored events the state, and send it to the clients."""
        self.state = state
        self._send_strangers_away(state)
        self._broadcast(self._text(state))
        for client in self.presence.clients:
            client.send(self._you_text(state, client.device))
        self._send_presence(state)

    # A host who is gone

    def _host_left_at_ms(self, state: G) -> int | None:
        """When the host left, as far as this node knows; None if the host is here."""
        return self.presence.away_since_ms(state.devices[state.host - 1])

    def _is_host_gone(self, state: G) -> bool:
        """Whether the host has been away for long while somebody else is here.

        While the bus is down, nobody knows who is connected to other nodes.
        """
        left_at_ms = self._host_left_at_ms(state)
        if left_at_ms is None or self.services.bus.trouble:
            return False
        limit_ms = round(1000 * self.services.config.host_away_seconds)
        is_late = left_at_ms + limit_ms <= self.services.now()
        return is_late and bool(self.presence.connected(state))

    async def _replace_host_if_gone(self) -> None:
        state = await self._loaded()
        if self._is_host_gone(state):
            change = self._draft(state, SERVER)
            self._replace_host(change)
            await self._commit(change)

"""An actor: commands go in one at a time; it decides, stores and publishes.

`execute` is the one way to change a table, a room or a tournament. A change is decided on a copy
(`table.draft.Draft`), stored, and only then becomes the state: if anything fails before that, the
state is as it was.
"""

from abc import abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Generic, TypeVar

from punto.rules.errors import PuntoError
from punto.server.live.client import Client
from punto.server.live.published import Published
from punto.server.store.deleting import TOUCH_MS
from punto.server.store.errors import ConflictError, StoreError
from punto.server.table.draft import Draft
from punto.server.table.errors import refusal
from punto.server.table.log_state import LogState

MAX_TRIES = 3
"""How many times a command is decided at most: again after another node stored an event first."""

S = TypeVar("S", bound=LogState)
D = TypeVar("D", bound=Draft[Any])


class Actor(Published[S], Generic[S, D]):
    """Changes a table, a room or a tournament."""

    noun: ClassVar[str]
    """What it is, in sentences."""

    @abstractmethod
    def _draft(self, state: S, device: str, command_id: str = "") -> D:
        """Begin a change by a device."""

    @abstractmethod
    async def _follow_up(self, change: D) -> None:
        """Do what follows from a change that was stored and published."""

    @abstractmethod
    async def _let_in(self, client: Client, last_event: int | None) -> None:
        """Let a client in if it may come, and send it what it lacks."""

    @abstractmethod
    async def do_what_is_due(self, *, is_claimed: bool) -> None:
        """Do what the server must do by itself."""

    @abstractmethod
    def check_overdue(self, late_ms: int) -> bool:
        """Whether somebody here waits in vain for something that was due at `late_ms`."""

    async def _commit(self, change: D, received: float | None = None) -> None:
        """Store a change, publish it, and do what follows from it."""
        if not change.events:
            return
        try:
            rows = await self._event_log.append(change)
        except BaseException:
            self._is_append_in_doubt = True  # it may be stored, or another node's event
            raise
        state: S = change.state
        for event, row in zip(change.events, rows, strict=True):
            state.remember_command(event, row.number)
        self._publish(state, rows, received)
        await self._follow_up(change)

    async def execute(
        self,
        device: str,
        decision: Callable[[D], None],
        *,
        command_id: str = "",
        last_event: int | None = None,
        received: float | None = None,
    ) -> int | None:
        """Decide a command, store its events, then publish them.

        Idempotent: a command with an id that was carried out before changes nothing, and the
        number of its event is returned. `last_event` is the last event that the client knew; if
        this node does not know it yet, or with None, the log is read first; 0 never reads it.
        `received` is when the command arrived (`time.perf_counter`), for the metrics.
        """
        async with self.lock:
            for _ in range(MAX_TRIES):
                state = self._ready_state or await self._loaded()
                if last_event is None or last_event > state.number:
                    state = await self._newest()
                done = state.done.get((state.device_number(device), command_id))
                if done is not None:
                    return done
                change = self._draft(state, device, command_id)
                decision(change)
                try:
                    await self._commit(change, received)
                except ConflictError:
                    continue  # another node was first: read what it stored, and decide again
                return None
            raise refusal("too-late")

    async def _execute_charged(
        self,
        client: Client,
        command_id: str,
        charge: Callable[[D], None],
        decision: Callable[[D], None],
        received: float,
        last_event: int = 0,
    ) -> int | None:
        """Carry out a client's command as `execute` does, and take its price first.

        A command that is decided again after a conflict is not charged again.
        """
        is_charged = False

        def charge_and_decide(change: D) -> None:
            nonlocal is_charged
            if not is_charged:
                charge(change)
                is_charged = True
            decision(change)

        return await self.execute(
            client.device,
            charge_and_decide,
            command_id=command_id,
            last_event=last_event,
            received=received,
        )

    async def join(self, client: Client, last_event: int | None) -> None:
        """Let a client in, and send it what it lacks."""
        async with self.lock:
            self.peers.subscribe()
            try:
                await self._let_in(client, last_event)
            finally:
                if not self.presence.clients:
                    self._unsubscribe()

    async def leave(self, client: Client) -> None:
        """Let a client go, and tell the others."""
        async with self.lock:
            was_here = client in self.presence.clients
            self.presence.remove(client, self.services.now(), self.state)
            self._announce()
            if not self.presence.clients:
                self._unsubscribe()
            elif was_here and self.state is not None:
                self._send_presence(self.state)

    async def _check_entrance(self, state: S, device: str) -> None:
        """Refuse a client that may not watch, or for which there is no room."""
        if not state.may_see(device):
            raise self._exclusion(state, device)
        if state.device_number(device) in state.known:
            return
        await self.peers.wait_for_answers()
        limit = self.services.config.spectators_per_table
        if self.presence.spectators(state) >= limit:
            sentence = f"as many people as this {self.noun} allows are watching already"
            raise PuntoError("too-many-watchers", sentence, limit=limit)

    async def _keep(self, state: S, device: str) -> None:
        """Keep the log from being deleted as old: somebody who belongs here has come."""
        now = self.services.now()
        is_old = now - self._event_log.kept_at_ms > TOUCH_MS
        if is_old and state.device_number(device) in state.known:
            with suppress(StoreError):
                await self.services.store.touch(self._logs(state), now)
                self._event_log.kept_at_ms = now

    def _logs(self, state: S) -> list[str]:  # noqa: ARG002
        """List the logs that are deleted together."""
        return [self.code]

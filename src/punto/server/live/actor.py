"""An actor: commands go in one at a time; it decides, stores and publishes.

`execute` is the one way to change a table or a room. A change is decided on a copy
(`table.draft.Draft`), stored, and only then becomes the state: if anything fails before that, the
state is as it was.
"""

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from punto.server.live.client import Client
from punto.server.live.published import Published
from punto.server.store.errors import ConflictError
from punto.server.table.draft import Draft
from punto.server.table.errors import refusal
from punto.server.table.log_state import LogState

MAX_TRIES = 3
"""How many times a command is decided at most: again after another node stored an event first."""

S = TypeVar("S", bound=LogState)
D = TypeVar("D", bound=Draft[Any])


class Actor(Published[S], Generic[S, D]):
    """Changes a table or a room."""

    @abstractmethod
    def _draft(self, state: S, device: str, command_id: str = "") -> D:
        """Begin a change by a device."""

    @abstractmethod
    async def _commit(self, change: D, received: float | None = None) -> None:
        """Store a change, publish it, and do what follows from it."""

    @abstractmethod
    async def _let_in(self, client: Client, last_event: int | None) -> None:
        """Let a client in if it may come, and send it what it lacks."""

    @abstractmethod
    async def do_what_is_due(self, *, is_claimed: bool) -> None:
        """Do what the server must do by itself."""

    @abstractmethod
    def check_overdue(self, late_ms: int) -> bool:
        """Whether somebody here waits in vain for something that was due at `late_ms`."""

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

"""Programs that play here with a token: who they are, what they may do, and when that ends."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

from punto.rules.errors import PuntoError
from punto.server.limits.request_budget import Budget
from punto.server.live.client import Client
from punto.server.room.room import ROOM
from punto.server.store.errors import StoreError
from punto.server.store.store import Store
from punto.server.store.tokens import fingerprint
from punto.server.wire.programs import Scope, device_of_program, token_id_of

TOKEN = re.compile(r"punto_[\w-]{43}", re.ASCII)
BEARER = "bearer"

SCOPE: Scope = "play"
"""The scope of every token."""

POLL_SECONDS = 1.0
"""How often to look for revoked tokens of connected programs. A command is never carried out with
one: that is checked for each."""

WRONG_TOKEN, TOKEN_REVOKED = "wrong-token", "token-revoked"


class Program(NamedTuple):
    """A program that has shown its token."""

    token_id: str
    name: str
    max_tables: int
    rate: int

    @property
    def device(self) -> str:
        """The device that tables and rooms know it by."""
        return device_of_program(self.token_id, self.name)


class Programs:
    """Recognises programs by their tokens, and counts where they are."""

    def __init__(self, store: Store, budget: Budget) -> None:
        self.store, self.budget = store, budget
        self._places: dict[str, Counter[str]] = {}
        """For each device of a program, its connections at each table and in each room."""

    async def identify(self, authorization: str) -> Program | None:
        """Find the program of an Authorization header; None if it has no token in it.

        Raises PuntoError for a wrong or revoked token. Other schemes than Bearer are those of a
        proxy before the server, which asks everybody for a password.
        """
        scheme, _, text = authorization.strip().partition(" ")
        if scheme.lower() != BEARER:
            return None
        text = text.strip()
        row = await self.store.token(fingerprint(text)) if TOKEN.fullmatch(text) else None
        if row is None:
            raise PuntoError(WRONG_TOKEN, "this server does not know this token")
        if row.revoked_at is not None:
            raise revoked()
        program = Program(row.id, row.name, row.max_tables, row.rate)
        self.budget.set_own_rate(program.device, program.rate)
        return program

    async def check(self, program: Program) -> None:
        """Refuse a program whose token was revoked meanwhile."""
        if not await self.store.valid_tokens([program.token_id]):
            raise revoked()

    @contextmanager
    def visit(self, program: Program, log_name: str) -> Iterator[None]:
        """Count a connection at a table or in a room; refuse more of them than the token allows."""
        places = self._places.setdefault(program.device, Counter())
        is_room = log_name.startswith(ROOM)
        others = sum(name.startswith(ROOM) == is_room for name in places if name != log_name)
        if others >= program.max_tables:
            limit = program.max_tables
            sentence = f"this program is at as many tables as its token allows: {limit}"
            raise PuntoError("too-many-program-tables", sentence, limit=limit)
        places[log_name] += 1
        try:
            yield
        finally:
            places[log_name] -= 1
            if not places[log_name]:
                del places[log_name]
            if not places:
                self._places.pop(program.device, None)

    async def watch(self, clients: Callable[[], Collection[Client]]) -> None:
        """Disconnect programs whose tokens are revoked, until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            with suppress(StoreError):  # no command is carried out without the database
                await self.disconnect_revoked(clients())

    async def disconnect_revoked(self, clients: Collection[Client]) -> None:
        """Disconnect those of some clients whose token is revoked."""
        programs = [(client, token_id_of(client.device)) for client in tuple(clients)]
        connected = {token for _, token in programs if token}
        if not connected:
            return
        valid = await self.store.valid_tokens(sorted(connected))
        for client, token in programs:
            if token and token not in valid:
                client.say_bye(revoked(), reconnect=False)


def revoked() -> PuntoError:
    """Make the error for a token that was valid once."""
    return PuntoError(TOKEN_REVOKED, "the host of this server has revoked this token")


def not_in_scope() -> PuntoError:
    """Make the error for what a program may not do."""
    sentence = "this token allows playing: taking a seat and laying cards, but not this"
    return PuntoError("not-in-scope", sentence, scope=SCOPE)

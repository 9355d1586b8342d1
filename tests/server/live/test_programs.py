"""Programs on a node: a revoked one is disconnected, even if the database was away meanwhile."""

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest

from punto.rules.errors import PuntoError
from punto.server.config.settings import Config
from punto.server.limits.request_budget import Budget
from punto.server.live import programs
from punto.server.live.client import Client
from punto.server.live.programs import Program, Programs
from punto.server.store.errors import UNAVAILABLE, refusal
from punto.server.store.store import Store
from server.client import PATIENCE


class Away:
    """A database that cannot be reached at first, and then knows no token."""

    def __init__(self) -> None:
        self.answers = 0

    async def valid_tokens(self, _ids: Sequence[str]) -> frozenset[str]:
        self.answers += 1
        if self.answers < 3:
            raise refusal(UNAVAILABLE)
        return frozenset()


class Connected:
    """A client that only says goodbye."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.bye = asyncio.Event()

    def say_bye(self, error: PuntoError, *, reconnect: bool) -> None:
        assert (error.code, reconnect) == ("token-revoked", False)
        self.bye.set()


def test_a_revoked_program_is_disconnected_after_the_database_is_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(programs, "POLL_SECONDS", 0)

    async def story() -> None:
        store, person = Away(), Connected("device-of-ada")
        robo = Connected(Program("0123", "Robo", 8, 25).device)
        known = Programs(cast("Store", store), Budget(Config()))
        clients = cast("list[Client]", [person, robo])
        watching = asyncio.create_task(known.watch(lambda: clients))
        async with asyncio.timeout(PATIENCE):
            await robo.bye.wait()
        watching.cancel()
        assert store.answers >= 3
        assert not person.bye.is_set()

    asyncio.run(story())


def test_tables_and_rooms_of_a_program_are_counted_apart() -> None:
    known = Programs(cast("Store", Away()), Budget(Config()))
    robo = Program("0123", "Robo", 1, 25)
    with known.visit(robo, "table"), known.visit(robo, "table"), known.visit(robo, "room:one"):
        for name in ("other", "room:two"):
            with pytest.raises(PuntoError, match="allows: 1"), known.visit(robo, name):
                pass
    with known.visit(robo, "other"):
        pass

"""Both kinds of bus: in one process, and through a real Valkey server."""

import secrets
from functools import partial

import pytest

from punto.server.bus.local import Exchange, LocalBus
from punto.server.bus.redis_bus import RedisBus

from .listeners import Connect


@pytest.fixture(params=["local", "shared"])
def connect(request: pytest.FixtureRequest) -> Connect:
    """Makes one more node on the same bus."""
    if request.param == "local":
        return partial(LocalBus, Exchange())
    valkey = request.getfixturevalue("valkey")
    return partial(RedisBus, valkey.address, secrets.token_hex(4))

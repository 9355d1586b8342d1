"""What all tables in use share."""

from collections.abc import Callable
from dataclasses import dataclass

from punto.server.bus.bus import Bus
from punto.server.config import Config
from punto.server.live.thinkers import Thinkers
from punto.server.metrics import Metrics
from punto.server.store.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """The log, the bus, the bots' threads, the counts, the clock and the settings."""

    config: Config
    store: Store
    bus: Bus
    thinkers: Thinkers
    metrics: Metrics
    now: Callable[[], int]
    """The time in milliseconds since 1970."""

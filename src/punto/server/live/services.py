"""What all tables in use on a node share."""

from collections.abc import Callable
from dataclasses import dataclass

from punto.server.bus.bus import Bus
from punto.server.config.settings import Config
from punto.server.live.bot_pool import BotPool
from punto.server.live.loading import Loading
from punto.server.live.rate_limits import Limits
from punto.server.process.metrics import Metrics
from punto.server.store.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """Settings, store, bus, bot threads, metrics, clock and limits of a node."""

    config: Config
    store: Store
    bus: Bus
    bot_pool: BotPool
    metrics: Metrics
    now: Callable[[], int]
    """The time in milliseconds since 1970."""
    limits: Limits
    loading: Loading

"""What all tables in use share."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from punto.server.bus.bus import Bus
from punto.server.config.settings import Config
from punto.server.live.bot_pool import BotPool
from punto.server.live.loading import Loading
from punto.server.live.rate_limits import Limits
from punto.server.process.metrics import Metrics
from punto.server.store.store import Store


@dataclass(frozen=True, slots=True)
class Services:
    """The log, the bus, the bots' threads, the counts, the clock, the limits and the settings."""

    config: Config
    store: Store
    bus: Bus
    bot_pool: BotPool
    metrics: Metrics
    now: Callable[[], int]
    """The time in milliseconds since 1970."""
    limits: Limits
    loading: Loading
    setbacks: Counter[str] = field(default_factory=Counter)
    """How often in a row bots have failed to move, by table."""

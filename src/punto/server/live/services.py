"""What all tables in use share."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from punto.server.bus.bus import Bus
from punto.server.config import Config
from punto.server.fairness import FairSlots
from punto.server.live.limits import Limits
from punto.server.live.thinkers import Thinkers
from punto.server.metrics import Metrics
from punto.server.store.store import Store


def long_reads() -> FairSlots:
    """Let two long logs be read at a time: they keep the processor busy, page after page."""
    return FairSlots(2, waiting=1000, waiting_per_device=16, waiting_per_address=64)


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
    limits: Limits
    long_reads: FairSlots = field(default_factory=long_reads)
    """Held while a log of more than one page is read."""
    setbacks: Counter[str] = field(default_factory=Counter)
    """How often in a row bots have failed to move, by table."""

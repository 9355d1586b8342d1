"""The metrics of a server, for Prometheus."""

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

BUCKETS_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

RECENT_SECONDS = 10.0
"""How long a failed commit counts as trouble, unless another succeeds."""


class Metrics:
    """The metrics of one server. It observes the commits of the store, and the bus."""

    content_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("punto_tables", "Tables in memory", registry=registry)
        self.connections = Gauge("punto_connections", "Open WebSockets", registry=registry)
        self.opened = Counter("punto_opened", "Tables opened", registry=registry)
        moves = Counter("punto_moves", "Cards placed", ["by"], registry=registry)
        self.moves = {by: moves.labels(by) for by in ("person", "bot", "clock")}
        self.refusals = Counter("punto_refusals", "Refusals", ["code"], registry=registry)
        self.cut = Counter(
            "punto_cut_connections", "WebSockets closed by the server", ["code"], registry=registry
        )
        self.bot_queue = Gauge(
            "punto_bot_queue", "Bots that are thinking or waiting to", registry=registry
        )
        self.thought = Histogram(
            "punto_bot_seconds",
            "Time from the beginning of a bot's turn to its choice",
            registry=registry,
            buckets=BUCKETS_SECONDS,
        )
        self.delivery = Histogram(
            "punto_delivery_seconds",
            "Time from receiving a move to sending it to the last client",
            registry=registry,
            buckets=BUCKETS_SECONDS,
        )
        self.commit = Histogram(
            "punto_commit_seconds",
            "Duration of a commit",
            registry=registry,
            buckets=BUCKETS_SECONDS,
        )
        self.appends = Counter("punto_appends", "Appends stored", registry=registry)
        self.failures = Counter(
            "punto_failed_commits", "Commits that failed", ["code"], registry=registry
        )
        self.memory = Gauge("punto_memory_bytes", "Memory in use", registry=registry)
        self.memory_limit = Gauge(
            "punto_memory_limit_bytes",
            "Memory above which no new work is accepted",
            registry=registry,
        )
        self.bus = Gauge("punto_bus_up", "Whether the bus is connected", registry=registry)
        self.bus_messages = Counter(
            "punto_bus_messages", "Messages between nodes", ["way"], registry=registry
        )
        self.missed = Counter(
            "punto_missed_events",
            "Events read from the log because no message announced them",
            registry=registry,
        )
        self._failure, self._failed_at = "", 0.0
        self.errors = Counter("punto_errors", "Internal errors", registry=registry)

    def committed(self, seconds: float, appends: int) -> None:
        """Count a commit of the store."""
        self._failure = ""
        self.commit.observe(seconds)
        self.appends.inc(appends)

    def failed(self, code: str, appends: int) -> None:  # noqa: ARG002 part of the interface
        """Count a commit that failed."""
        self.failures.labels(code).inc()
        self._failure, self._failed_at = code, time.monotonic()

    def connected(self, is_connected: bool) -> None:
        """Note whether the bus is connected."""
        self.bus.set(is_connected)

    def sent(self, count: int) -> None:
        """Count messages to other nodes."""
        self.bus_messages.labels("out").inc(count)

    def received(self, count: int) -> None:
        """Count messages from other nodes."""
        self.bus_messages.labels("in").inc(count)

    def recent_failure(self) -> str:
        """Return the code of the last failed commit, if it was recent and none succeeded since."""
        return self._failure if time.monotonic() - self._failed_at < RECENT_SECONDS else ""

    def text(self) -> bytes:
        """Format all metrics."""
        return generate_latest(self.registry)

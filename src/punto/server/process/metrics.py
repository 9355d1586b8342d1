"""What can be watched of a server, in Prometheus's words."""

import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

TROUBLED = 10.0
"""Seconds for which a failed commit counts as trouble, unless one succeeds."""


class Metrics:
    """Counts of one server; it is also what watches the store."""

    content_type = CONTENT_TYPE_PLAIN_0_0_4

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.tables = Gauge("punto_tables", "Tables in memory", registry=registry)
        self.connections = Gauge("punto_connections", "Open sockets", registry=registry)
        self.opened = Counter("punto_opened", "Tables opened", registry=registry)
        moves = Counter("punto_moves", "Cards laid", ["by"], registry=registry)
        self.moves = {by: moves.labels(by) for by in ("person", "bot", "clock")}
        self.refusals = Counter("punto_refusals", "What was refused", ["code"], registry=registry)
        self.cut = Counter("punto_cut_connections", "Sockets closed", ["code"], registry=registry)
        self.bot_queue = Gauge("punto_bot_queue", "Bots that think or wait", registry=registry)
        self.thought = Histogram(
            "punto_bot_seconds",
            "From the turn of a bot to its choice",
            registry=registry,
            buckets=SECONDS,
        )
        self.delivery = Histogram(
            "punto_delivery_seconds",
            "From receiving a move to sending it to the last client",
            registry=registry,
            buckets=SECONDS,
        )
        self.commit = Histogram(
            "punto_commit_seconds", "Time of one commit", registry=registry, buckets=SECONDS
        )
        self.appends = Counter("punto_appends", "What commits stored", registry=registry)
        self.failures = Counter(
            "punto_failed_commits", "Commits that failed", ["code"], registry=registry
        )
        self.memory = Gauge("punto_memory_bytes", "Memory in use", registry=registry)
        self.memory_limit = Gauge(
            "punto_memory_limit_bytes", "Above it no new work is taken", registry=registry
        )
        self.bus = Gauge("punto_bus_up", "Whether other nodes are heard", registry=registry)
        self.bus_messages = Counter(
            "punto_bus_messages", "Messages of nodes to each other", ["way"], registry=registry
        )
        self.missed = Counter(
            "punto_missed_events",
            "Events read from the log that no message told",
            registry=registry,
        )
        self._failure, self._failed_at = "", 0.0
        self.errors = Counter("punto_errors", "Mistakes of the server itself", registry=registry)

    def committed(self, seconds: float, appends: int) -> None:
        """Count a commit of the store."""
        self._failure = ""
        self.commit.observe(seconds)
        self.appends.inc(appends)

    def failed(self, code: str, appends: int) -> None:  # noqa: ARG002 the store says so
        """Count a commit that failed."""
        self.failures.labels(code).inc()
        self._failure, self._failed_at = code, time.monotonic()

    def connected(self, is_connected: bool) -> None:
        """Note whether the bus is there."""
        self.bus.set(is_connected)

    def said(self, count: int) -> None:
        """Count messages to other nodes."""
        self.bus_messages.labels("out").inc(count)

    def heard(self, count: int) -> None:
        """Count messages of other nodes."""
        self.bus_messages.labels("in").inc(count)

    def recent_failure(self) -> str:
        """Name why the last commit failed, if that was just now."""
        return self._failure if time.monotonic() - self._failed_at < TROUBLED else ""

    def text(self) -> bytes:
        """Write all of them."""
        return generate_latest(self.registry)

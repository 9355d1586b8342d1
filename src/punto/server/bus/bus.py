"""The interface of a bus, and what it tells the node that uses it."""

from typing import Protocol


class Listener(Protocol):
    """Receives what the bus delivers; its methods must be quick."""

    def on_message(self, channel: str, node: str, text: str) -> None:
        """Handle a message of another node on a channel."""

    def on_subscribed(self, channel: str) -> None:
        """Handle that a channel is subscribed: earlier messages may be lost, later ones arrive."""


class Bus(Protocol):
    """Carries texts between nodes: fast, mostly in order, mostly once, with no guarantee."""

    node: str
    """The random name of this node; after a restart it has another."""

    @property
    def is_alone(self) -> bool:
        """Whether there can be no other node, so that nothing needs to be published."""

    @property
    def trouble(self) -> str:
        """The code of what prevents this node from hearing the others; empty if nothing does."""

    async def open(self, listener: Listener) -> None:
        """Start. An unreachable server is no error: the bus connects when it is back."""

    async def close(self) -> None:
        """Publish what is queued, for a moment at most, and stop."""

    def publish(self, channel: str, text: str) -> None:
        """Publish a text to all other nodes that listen on a channel, without waiting."""

    def subscribe(self, channel: str) -> None:
        """Subscribe to a channel."""

    def unsubscribe(self, channel: str) -> None:
        """Unsubscribe from a channel."""


class BusObserver(Protocol):
    """Learns how the bus is doing, for metrics."""

    def connected(self, is_connected: bool) -> None:
        """Note whether other nodes can be heard from now on."""

    def sent(self, count: int) -> None:
        """Count messages that were sent."""

    def received(self, count: int) -> None:
        """Count messages that arrived."""


class NoObserver:
    """An observer that ignores everything."""

    def connected(self, is_connected: bool) -> None:
        """Do nothing."""

    def sent(self, count: int) -> None:
        """Do nothing."""

    def received(self, count: int) -> None:
        """Do nothing."""

"""What a node can say to the others, and hear from them."""

from typing import Protocol


class Ear(Protocol):
    """Who listens; what it does here has to be quick."""

    def heard(self, channel: str, node: str, text: str) -> None:
        """Another node said something on a channel."""

    def tuned(self, channel: str) -> None:
        """From now on everything is heard on a channel; what was said before may be lost."""


class Bus(Protocol):
    """Carries texts between nodes: quickly, mostly in order, mostly once, and without a promise."""

    node: str
    """How this node is called; another time it has another name."""

    @property
    def is_alone(self) -> bool:
        """Whether there can be no other node, so that nothing need be said."""

    @property
    def trouble(self) -> str:
        """The code of what keeps this node from hearing the others, if anything does."""

    async def open(self, ear: Ear) -> None:
        """Begin; this does not fail where the bus is away, but connects when it is back."""

    async def close(self) -> None:
        """Say what waits to be said, for a moment at most, and end."""

    def say(self, channel: str, text: str) -> None:
        """Send a text to all other nodes that listen on a channel, without waiting for anything."""

    def listen(self, channel: str) -> None:
        """Begin to hear what is said on a channel."""

    def ignore(self, channel: str) -> None:
        """Hear no more of a channel."""

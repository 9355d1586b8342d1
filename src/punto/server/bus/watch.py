"""Whoever wants to know how the bus is doing."""

from typing import Protocol


class Watch(Protocol):
    """What a bus tells."""

    def connected(self, is_connected: bool) -> None:
        """Other nodes can be heard from now on, or cannot."""

    def said(self, count: int) -> None:
        """So many messages were sent."""

    def heard(self, count: int) -> None:
        """So many messages came."""


class Nobody:
    """A watch that looks away."""

    def connected(self, is_connected: bool) -> None:
        """Forget it."""

    def said(self, count: int) -> None:
        """Forget it."""

    def heard(self, count: int) -> None:
        """Forget it."""

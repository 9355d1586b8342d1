"""Whoever wants to know how the store is doing."""

from typing import Protocol


class Watch(Protocol):
    """What the writer tells, from its own thread; it waits for the answer, so be quick."""

    def committed(self, seconds: float, appends: int) -> None:
        """So many appends were put on the disk together, in so much time."""

    def failed(self, code: str, appends: int) -> None:
        """So many appends could not be stored, for a reason with this code."""


class Nobody:
    """A watch that looks away."""

    def committed(self, seconds: float, appends: int) -> None:
        """Forget it."""

    def failed(self, code: str, appends: int) -> None:
        """Forget it."""

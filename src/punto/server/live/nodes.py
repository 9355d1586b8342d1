"""The other nodes, as far as they are heard."""

from collections.abc import Callable

SILENCE_SECONDS = 3.0
"""Seconds after which a node that says nothing counts as gone, with all who are connected there."""

FORGET_AFTER_SECONDS = 60.0
"""Seconds for which it is remembered that a node fell silent."""


class Nodes:
    """When each node was last heard."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.heard_at: dict[str, float] = {}
        self.silent_since: dict[str, float] = {}

    def hear(self, node: str) -> bool:
        """Note that a node lives; tell whether it had been given up."""
        self.heard_at[node] = self.clock()
        return self.silent_since.pop(node, None) is not None

    def leave(self, node: str) -> None:
        """Note that a node said good-bye."""
        self.heard_at.pop(node, None)
        self.silent_since.pop(node, None)

    def fallen_silent(self) -> list[str]:
        """Find those, once, that have said nothing for too long."""
        now = self.clock()
        gone = [node for node, when in self.heard_at.items() if now - when > SILENCE_SECONDS]
        for node in gone:
            del self.heard_at[node]
            self.silent_since[node] = now
        forgotten = {
            n for n, when in self.silent_since.items() if now - when > FORGET_AFTER_SECONDS
        }
        for node in forgotten:
            del self.silent_since[node]
        return gone

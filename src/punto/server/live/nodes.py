"""Which peers are alive, judged by their heartbeats."""

from collections.abc import Callable

SILENCE_SECONDS = 3.0
"""A peer without a heartbeat for this long counts as gone, with everybody connected to it."""

FORGET_AFTER_SECONDS = 60.0
"""How long a peer that fell silent is remembered, to recognise it if it comes back."""


class Nodes:
    """The time of each peer's last heartbeat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.heard_at: dict[str, float] = {}
        self.silent_since: dict[str, float] = {}

    def hear(self, node: str) -> bool:
        """Record a heartbeat. Return whether the peer had counted as gone."""
        self.heard_at[node] = self.clock()
        return self.silent_since.pop(node, None) is not None

    def leave(self, node: str) -> None:
        """Forget a peer that shut down in order."""
        self.heard_at.pop(node, None)
        self.silent_since.pop(node, None)

    def fallen_silent(self) -> list[str]:
        """Return the peers that have fallen silent since the last call."""
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

"""Who is connected to a table, on this node and on others, and since when the others are gone."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from punto.server.live.connection import Connection
from punto.server.table.table import Table


class Elsewhere(NamedTuple):
    """Who is connected to another node."""

    devices: Mapping[str, int]
    """How many connections each device has there."""
    left: Mapping[str, int]
    """When those left who are not there any more, in milliseconds."""


class Presence:
    """The connections of a table, by device: a device may have several."""

    def __init__(self, now: int, grace: int) -> None:
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, Elsewhere] = {}
        """By node."""
        self.grace = grace
        """Milliseconds after which a bot may stand in."""
        self._since = now
        self._left: dict[str, int] = {}

    def __contains__(self, device: str) -> bool:
        return any(connection.device == device for connection in self.connections) or any(
            device in there.devices for there in self.elsewhere.values()
        )

    @property
    def anybody(self) -> bool:
        """Whether somebody is connected to any node."""
        return bool(self.connections) or any(there.devices for there in self.elsewhere.values())

    def add(self, connection: Connection) -> None:
        """Note that somebody came."""
        self.connections.add(connection)
        self._left.pop(connection.device, None)

    def remove(self, connection: Connection, now: int) -> None:
        """Note that somebody went."""
        self.connections.discard(connection)
        if not any(other.device == connection.device for other in self.connections):
            self._left[connection.device] = now

    def here_alone(self) -> Elsewhere:
        """Tell who is connected to this node, as the others want to know it."""
        devices = Counter(connection.device for connection in self.connections)
        return Elsewhere(devices, self._left)

    def learn(self, node: str, there: Elsewhere) -> None:
        """Note who is connected to another node."""
        self.elsewhere[node] = there

    def lose(self, node: str, now: int) -> bool:
        """Note that a node is gone, and with it all who were connected there; were there any?"""
        there = self.elsewhere.pop(node, None)
        if there is None:
            return False
        self._left = {**there.left, **self._left, **dict.fromkeys(there.devices, now)}
        return bool(there.devices)

    def away(self, table: Table) -> dict[int, int]:
        """Tell for each device of a person who is gone when a bot may stand in."""
        return {
            number: self._last_seen(device) + self.grace
            for number, device in enumerate(table.devices, start=1)
            if number in table.people and device not in self
        }

    def _last_seen(self, device: str) -> int:
        lefts = (self._left, *(there.left for there in self.elsewhere.values()))
        return max((left[device] for left in lefts if device in left), default=self._since)

    def spectators(self, table: Table) -> int:
        """Count the connections of those who only watch."""
        people = {table.devices[number - 1] for number in {*table.people, table.host}}
        return sum(connection.device not in people for connection in self.connections) + sum(
            count
            for there in self.elsewhere.values()
            for device, count in there.devices.items()
            if device not in people
        )

    def here(self, table: Table) -> list[int]:
        """List the devices of people, and the host's, that are connected."""
        known = {*table.people, table.host}
        return [
            number
            for number, device in enumerate(table.devices, start=1)
            if number in known and device in self
        ]

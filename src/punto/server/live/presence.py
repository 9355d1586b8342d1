"""Who is connected to a table, on this node and on others, and since when the others are gone."""

from collections import Counter
from collections.abc import Mapping

from punto.server.limits.fair_queue import Owner
from punto.server.live.client import Connection
from punto.server.table.table import Table
from punto.server.wire.words import DeviceNumber


class Presence:
    """The connections of a table, by device: a device may have several."""

    def __init__(self, now: int, grace: int) -> None:
        self.connections: set[Connection] = set()
        self.elsewhere: dict[str, Mapping[str, int]] = {}
        """How many connections each device has on other nodes, by node."""
        self.grace = grace
        """Milliseconds after which a bot may stand in."""
        self._since = now
        self._left: dict[str, int] = {}
        """When devices left, of those that have sat at the table."""
        self._last_address = ""
        """Where the last one came from who is gone."""

    def __contains__(self, device: str) -> bool:
        return any(connection.device == device for connection in self.connections) or any(
            device in there for there in self.elsewhere.values()
        )

    @property
    def anybody(self) -> bool:
        """Whether somebody is connected to any node."""
        return bool(self.connections) or any(self.elsewhere.values())

    def add(self, connection: Connection) -> None:
        """Note that somebody came."""
        self.connections.add(connection)
        self._left.pop(connection.device, None)

    def remove(self, connection: Connection, now: int, table: Table | None) -> None:
        """Note that somebody went."""
        self.connections.discard(connection)
        self._last_address = connection.address
        if not any(other.device == connection.device for other in self.connections):
            self._leave({connection.device: now}, table)

    def owner(self, table: Table) -> Owner:
        """Tell for whom bots think here: for the host, or else for whoever is connected.

        Their own connections tell the address: a list for all tables could be flushed by others.
        """
        host = table.devices[table.host - 1]
        people = {table.devices[number - 1] for number in table.people}
        nearest = max(
            self.connections,
            key=lambda one: 2 * (one.device == host) + (one.device in people),
            default=None,
        )
        return Owner(host, self._last_address) if nearest is None else nearest.owner

    def devices(self) -> Mapping[str, int]:
        """Count the connections of each device to this node."""
        return Counter(connection.device for connection in self.connections)

    def left(self, table: Table | None) -> Mapping[str, int]:
        """Tell when those left, from any node, who have sat at the table."""
        known = table.devices if table else ()
        return {device: self._left[device] for device in known if device in self._left}

    def learn(self, node: str, devices: Mapping[str, int], left: Mapping[str, int]) -> None:
        """Note who is connected to another node, and who has left."""
        self.elsewhere[node] = devices
        self._leave(left, None)

    def lose(self, node: str, now: int, table: Table | None) -> bool:
        """Note that a node is gone, and with it all who were connected there; were there any?"""
        there = self.elsewhere.pop(node, {})
        self._leave(dict.fromkeys(there, now), table)
        return bool(there)

    def _leave(self, left: Mapping[str, int], table: Table | None) -> None:
        """Note who left. Of those who only watched nothing is kept: they may be any number."""
        for device, when in left.items():
            self._left[device] = max(when, self._left.get(device, 0))
        if table is not None:
            self._left = {
                device: self._left[device] for device in table.devices if device in self._left
            }

    def away(self, table: Table) -> dict[DeviceNumber, int]:
        """Tell for each device of a person who is gone when a bot may stand in."""
        return {
            DeviceNumber(number): self._left.get(device, self._since) + self.grace
            for number, device in enumerate(table.devices, start=1)
            if number in table.people and device not in self
        }

    def spectators(self, table: Table) -> int:
        """Count the connections of those who only watch."""
        people = {table.devices[number - 1] for number in {*table.people, table.host}}
        return sum(connection.device not in people for connection in self.connections) + sum(
            count
            for there in self.elsewhere.values()
            for device, count in there.items()
            if device not in people
        )

    def here(self, table: Table) -> list[DeviceNumber]:
        """List the devices of people, and the host's, that are connected."""
        known = {*table.people, table.host}
        return [
            DeviceNumber(number)
            for number, device in enumerate(table.devices, start=1)
            if number in known and device in self
        ]

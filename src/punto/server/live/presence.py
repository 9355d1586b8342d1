"""Who is connected to a table, and since when the others are gone."""

from punto.server.live.connection import Connection
from punto.server.table.table import Table


class Presence:
    """The connections of a table, by device: a device may have several."""

    def __init__(self, now: int, grace: int) -> None:
        self.connections: set[Connection] = set()
        self.grace = grace
        """Milliseconds after which a bot may stand in."""
        self._since = now
        self._left: dict[str, int] = {}

    def __contains__(self, device: str) -> bool:
        return any(connection.device == device for connection in self.connections)

    def add(self, connection: Connection) -> None:
        """Note that somebody came."""
        self.connections.add(connection)
        self._left.pop(connection.device, None)

    def remove(self, connection: Connection, now: int) -> None:
        """Note that somebody went."""
        self.connections.discard(connection)
        if connection.device not in self:
            self._left[connection.device] = now

    def away(self, table: Table) -> dict[int, int]:
        """Tell for each device of a person who is gone when a bot may stand in."""
        return {
            number: self._left.get(device, self._since) + self.grace
            for number, device in enumerate(table.devices, start=1)
            if number in table.people and device not in self
        }

    def spectators(self, table: Table) -> int:
        """Count the connections of those who only watch."""
        people = {table.devices[number - 1] for number in {*table.people, table.host}}
        return sum(connection.device not in people for connection in self.connections)

    def here(self, table: Table) -> list[int]:
        """List the devices of people, and the host's, that are connected."""
        known = {*table.people, table.host}
        return [
            number
            for number, device in enumerate(table.devices, start=1)
            if number in known and device in self
        ]

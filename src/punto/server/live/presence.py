"""Who is connected to a table, on this node and on others, and since when the others are away."""

from collections import Counter
from collections.abc import Mapping

from punto.server.limits.fair_queue import Owner
from punto.server.live.client import Client
from punto.server.table.log_state import LogState
from punto.server.wire.words import DeviceNumber


class Presence:
    """The clients of a table, by device: a device may have several."""

    def __init__(self, now: int) -> None:
        self.clients: set[Client] = set()
        self.elsewhere: dict[str, Mapping[str, int]] = {}
        """How many clients each device has on other nodes, by node."""
        self._since_ms = now
        self._left_at_ms: dict[str, int] = {}
        """When devices left, of those that have sat at the table."""
        self._last_address = ""
        """The address of the client that left last."""

    def __contains__(self, device: str) -> bool:
        return any(client.device == device for client in self.clients) or any(
            device in devices for devices in self.elsewhere.values()
        )

    @property
    def is_anybody_here(self) -> bool:
        """Whether somebody is connected to any node."""
        return bool(self.clients) or any(self.elsewhere.values())

    def add(self, client: Client) -> None:
        """Note that a client came."""
        self.clients.add(client)
        self._left_at_ms.pop(client.device, None)

    def remove(self, client: Client, now: int, state: LogState | None) -> None:
        """Note that a client left."""
        self.clients.discard(client)
        self._last_address = client.address
        if not any(other.device == client.device for other in self.clients):
            self._note_left({client.device: now}, state)

    def owner(self, state: LogState) -> Owner:
        """Find who pays for the bots: the host, or else somebody who is connected.

        The address is that of their own connections. A list of addresses for all tables could be
        flushed by others.
        """
        host = state.devices[state.host - 1]
        people = {state.devices[number - 1] for number in state.people}
        nearest = max(
            self.clients,
            key=lambda one: 2 * (one.device == host) + (one.device in people),
            default=None,
        )
        return Owner(host, self._last_address) if nearest is None else nearest.owner

    # Other nodes

    def devices(self) -> Mapping[str, int]:
        """Count the clients of each device on this node."""
        return Counter(client.device for client in self.clients)

    def left(self, state: LogState | None) -> Mapping[str, int]:
        """List when devices that have sat at the table left, from any node."""
        known = state.devices if state else ()
        return {device: self._left_at_ms[device] for device in known if device in self._left_at_ms}

    def learn(self, node: str, devices: Mapping[str, int], left: Mapping[str, int]) -> None:
        """Note who is connected to another node, and who has left."""
        self.elsewhere[node] = devices
        self._note_left(left, None)

    def lose_node(self, node: str, now: int, state: LogState | None) -> bool:
        """Note that a node is gone with all its clients; return whether it had any here."""
        devices = self.elsewhere.pop(node, {})
        self._note_left(dict.fromkeys(devices, now), state)
        return bool(devices)

    def _note_left(self, left: Mapping[str, int], state: LogState | None) -> None:
        """Note who left. Spectators are not remembered: there may be any number of them."""
        for device, when in left.items():
            self._left_at_ms[device] = max(when, self._left_at_ms.get(device, 0))
        if state is not None:
            self._left_at_ms = {
                device: self._left_at_ms[device]
                for device in state.devices
                if device in self._left_at_ms
            }

    # What clients are sent

    def stand_in_at_ms(self, state: LogState, grace_ms: int) -> dict[DeviceNumber, int]:
        """Map the device numbers of absent people to the time from which a bot may stand in."""
        return {
            DeviceNumber(number): left_at_ms + grace_ms
            for number, device in enumerate(state.devices, start=1)
            if number in state.people and (left_at_ms := self.away_since_ms(device)) is not None
        }

    def away_since_ms(self, device: str) -> int | None:
        """Since when a device has been away, as far as this node knows; None if it is here."""
        return None if device in self else self._left_at_ms.get(device, self._since_ms)

    def left_at_ms(self, device: str) -> int:
        """When a device left, in milliseconds since 1970; 0 if that is not known."""
        return self._left_at_ms.get(device, 0)

    def spectators(self, state: LogState) -> int:
        """Count the clients that only watch."""
        people = {state.devices[number - 1] for number in state.known}
        return sum(client.device not in people for client in self.clients) + sum(
            count
            for devices in self.elsewhere.values()
            for device, count in devices.items()
            if device not in people
        )

    def connected(self, state: LogState) -> list[DeviceNumber]:
        """List the device numbers of people, and of the host, that are connected."""
        known = state.known
        return [
            DeviceNumber(number)
            for number, device in enumerate(state.devices, start=1)
            if number in known and device in self
        ]

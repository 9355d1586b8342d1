"""Addresses of visitors: who counts as one, and who is a proxy that we trust."""

import ipaddress
from collections import OrderedDict
from collections.abc import Iterable

MOST_DEVICES = 50_000
"""So many devices have a known address; who did not come for the longest time is forgotten."""


def visitor_of(address: str) -> str:
    """Name what limits count as one: an address, or of IPv6 the network that one home gets."""
    try:
        read = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(read, ipaddress.IPv4Address):
        return str(read)
    if read.ipv4_mapped:
        return str(read.ipv4_mapped)
    return str(ipaddress.ip_network((read, 64), strict=False))


class Trusted:
    """The proxies that may speak for others."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self.networks = [ipaddress.ip_network(proxy) for proxy in proxies]

    def __contains__(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            read = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(read in network for network in self.networks)


class LastAddresses:
    """From where devices came last."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, str] = OrderedDict()

    def note(self, device: str, address: str) -> None:
        """Note where a device is."""
        self._known[device] = address
        self._known.move_to_end(device)
        if len(self._known) > MOST_DEVICES:
            self._known.popitem(last=False)

    def of(self, device: str) -> str:
        """Tell where a device was last; empty if that is not known."""
        return self._known.get(device, "")

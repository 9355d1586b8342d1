"""Addresses of visitors: who counts as one, and who is a proxy that we trust."""

import ipaddress
from collections.abc import Iterable


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

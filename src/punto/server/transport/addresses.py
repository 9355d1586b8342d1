"""Who a request comes from: the peer, or whoever a trusted proxy speaks for."""

import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple


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


UNKNOWN = "unknown"
"""Stands for all whom a proxy names by something else than an address: they count as one."""

WITH_PORT = re.compile(r"([0-9.]+):[0-9]+|\[([^\]]*)\](?::[0-9]+)?")
"""`192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`, as some proxies write."""

SCHEMES = {b"http": "http", b"https": "https", b"ws": "http", b"wss": "https"}


class Origin(NamedTuple):
    """An address, its port (0 if only a proxy knows it), and how it came."""

    address: str
    port: int
    scheme: str
    is_forwarded: bool


def origin_of(
    peer: tuple[str, int], headers: Iterable[tuple[bytes, bytes]], trusted: Trusted
) -> Origin:
    """Believe `X-Forwarded-For` and `X-Forwarded-Proto` of trusted proxies, and of nobody else."""
    own = Origin(peer[0], peer[1], "http", is_forwarded=False)
    if peer[0] not in trusted:
        return own
    headers = list(headers)
    schemes = [value for name, value in headers if name == b"x-forwarded-proto"]
    scheme = SCHEMES.get(schemes[-1].strip().lower(), "http") if schemes else "http"
    named = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    hops = [address_of(hop) for hop in named.decode("latin-1").split(",") if hop.strip()]
    if not hops:
        return own._replace(scheme=scheme)
    # Every proxy appends whom it heard from: the last one that is not ours is the visitor.
    visitor = next((hop for hop in reversed(hops) if hop not in trusted), hops[0])
    return Origin(visitor, 0, scheme, is_forwarded=True)


def address_of(hop: str) -> str:
    """Read the address in one part of `X-Forwarded-For`, without its port."""
    text = hop.strip()
    if found := WITH_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return UNKNOWN

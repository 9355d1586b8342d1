"""Addresses of clients: the peer, or the client that a trusted proxy names."""

import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple

UNKNOWN_ADDRESS = "unknown"
"""Stands for everything a proxy sends that is not an address; all of them count as one client."""

ADDRESS_WITH_PORT = re.compile(r"([0-9.]+):[0-9]+|\[([^\]]*)\](?::[0-9]+)?")
"""`192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`, as some proxies write them."""

SCHEMES = {b"http": "http", b"https": "https", b"ws": "http", b"wss": "https"}


def limit_key(address: str) -> str:
    """Return the key that limits count by: an IPv4 address, or the /64 network of an IPv6 address.

    A home usually gets a whole /64, so its addresses count as one.
    """
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


class TrustedProxies:
    """The proxies whose `X-Forwarded-*` headers are believed."""

    def __init__(self, proxies: Iterable[str]) -> None:
        self.networks = [ipaddress.ip_network(proxy) for proxy in proxies]

    def __contains__(self, address: str) -> bool:
        if not self.networks:
            return False
        try:
            parsed = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(parsed in network for network in self.networks)


class ClientAddress(NamedTuple):
    """The client of a request: its address, port (0 if only a proxy knows it) and scheme."""

    address: str
    port: int
    scheme: str
    is_forwarded: bool


def client_of(
    peer: tuple[str, int], headers: Iterable[tuple[bytes, bytes]], trusted: TrustedProxies
) -> ClientAddress:
    """Find the client. `X-Forwarded-For` and `-Proto` count only if a trusted proxy sent them."""
    direct = ClientAddress(peer[0], peer[1], "http", is_forwarded=False)
    if peer[0] not in trusted:
        return direct
    headers = list(headers)
    schemes = [value for name, value in headers if name == b"x-forwarded-proto"]
    scheme = SCHEMES.get(schemes[-1].strip().lower(), "http") if schemes else "http"
    named = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    hops = [address_of(hop) for hop in named.decode("latin-1").split(",") if hop.strip()]
    if not hops:
        return direct._replace(scheme=scheme)
    # Every proxy appends its own peer: the last address that is not ours is the client.
    client = next((hop for hop in reversed(hops) if hop not in trusted), hops[0])
    return ClientAddress(client, 0, scheme, is_forwarded=True)


def address_of(hop: str) -> str:
    """Parse one entry of `X-Forwarded-For`, without its port."""
    text = hop.strip()
    if found := ADDRESS_WITH_PORT.fullmatch(text):
        text = found[1] or found[2]
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        return UNKNOWN_ADDRESS

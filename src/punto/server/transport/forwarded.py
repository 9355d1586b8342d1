"""Who a request comes from: the peer, or whoever a trusted proxy speaks for."""

from collections.abc import Iterable
from typing import NamedTuple

from punto.server.addresses import Trusted

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
    named = {name: value for name, value in headers if name.startswith(b"x-forwarded-")}
    scheme = SCHEMES.get(named.get(b"x-forwarded-proto", b"").strip().lower(), "http")
    hops = [hop.strip() for hop in named.get(b"x-forwarded-for", b"").decode("latin-1").split(",")]
    hops = [hop for hop in hops if hop]
    if not hops:
        return own._replace(scheme=scheme)
    # Every proxy appends whom it heard from: the last one that is not ours is the visitor.
    visitor = next((hop for hop in reversed(hops) if hop not in trusted), hops[0])
    return Origin(visitor, 0, scheme, is_forwarded=True)

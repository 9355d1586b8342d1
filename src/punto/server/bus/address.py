"""Where a bus is: nowhere, or the URL of a Redis or Valkey server."""

from urllib.parse import urlsplit

from punto.rules.errors import UnreadableError, Words

SCHEMES = ("redis", "rediss", "unix")


def check_address(address: str) -> str:
    """Refuse what is no address of a bus, without repeating it: it may hold a password."""
    try:
        parts = urlsplit(address)
        good = parts.scheme in SCHEMES and bool(parts.hostname or parts.path)
        _ = parts.port
    except ValueError:
        good = False
    if not good:
        expected = "redis://HOST:PORT, rediss://HOST:PORT or unix://PATH"
        raise UnreadableError("bus address", expected=expected, came=Words("something else"))
    return address


def masked(address: str, mask: str) -> str:
    """Write an address without its password."""
    parts = urlsplit(address)
    if parts.password is None and "password" not in parts.query:
        return address
    who, _, where = parts.netloc.rpartition("@")
    name = f"{who.partition(':')[0]}:{mask}@" if parts.password is not None else ""
    netloc = f"{name}{where}" if who else parts.netloc
    return parts._replace(netloc=netloc, query=mask if parts.query else "").geturl()

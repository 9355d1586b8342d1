"""The address of a bus: none for a single node, or the URL of a Redis or Valkey server."""

from urllib.parse import urlsplit

from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.server.bus.bus import Bus, BusObserver
from punto.server.bus.local import LocalBus

SCHEMES = ("redis", "rediss", "unix")


def make_bus(address: str, namespace: str, observer: BusObserver) -> Bus:
    """Make the bus for an address; without one, the node is alone.

    Only nodes with the same `namespace` hear each other.
    """
    if not address:
        return LocalBus()
    try:
        from punto.server.bus.redis_bus import RedisBus  # noqa: PLC0415 few have it installed
    except ModuleNotFoundError as error:
        sentence = (
            f"a bus needs {error.name}, which is not installed: "
            "run pip install '.[cluster]' in the source folder of Punto"
        )
        raise PuntoError("not-installed", sentence, module=error.name, extra="cluster") from error
    return RedisBus(address, namespace, observer)


def check_address(address: str) -> str:
    """Refuse an invalid address without repeating it: it may contain a password."""
    try:
        parts = urlsplit(address)
        is_valid = parts.scheme in SCHEMES and bool(parts.hostname or parts.path)
        _ = parts.port
    except ValueError:
        is_valid = False
    if not is_valid:
        expected = "redis://HOST:PORT, rediss://HOST:PORT or unix://PATH"
        raise UnreadableError("bus address", expected=expected, came=Words("something else"))
    return address


def mask_password(address: str, mask: str) -> str:
    """Replace the password in an address."""
    parts = urlsplit(address)
    if parts.password is None and "password" not in parts.query:
        return address
    user, _, host = parts.netloc.rpartition("@")
    name = f"{user.partition(':')[0]}:{mask}@" if parts.password is not None else ""
    netloc = f"{name}{host}" if user else parts.netloc
    return parts._replace(netloc=netloc, query=mask if parts.query else "").geturl()

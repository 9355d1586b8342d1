"""Making the bus that somebody asked for."""

from punto.rules.errors import PuntoError
from punto.server.bus.bus import Bus
from punto.server.bus.local import LocalBus
from punto.server.bus.watch import Watch


def bus_of(address: str, namespace: str, watch: Watch) -> Bus:
    """Make a bus; without an address a node is alone."""
    if not address:
        return LocalBus()
    try:
        from punto.server.bus.redis_bus import RedisBus  # noqa: PLC0415 few have it installed
    except ModuleNotFoundError as error:
        sentence = f'a bus needs {error.name}, which is not installed: pip install "punto[cluster]"'
        raise PuntoError("not-installed", sentence, module=error.name) from error
    return RedisBus(address, namespace, watch)

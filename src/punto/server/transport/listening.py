"""The socket on which a server listens, and how many files may be open."""

import errno
import http.client
import logging
import socket
from contextlib import suppress

from punto.rules.errors import PuntoError
from punto.server.config.settings import EVERYWHERE, LOCAL, Config
from punto.server.transport.connection_limits import SPARE_FILES

SIGNATURE = "punto"
"""What our servers call themselves in the header `Server`."""

BACKLOG = 2048
"""Connections that may wait for the next turn of the loop."""

log = logging.getLogger(__name__)


class ListenError(PuntoError):
    """Nobody can be let in at this address."""


def listen(config: Config) -> socket.socket:
    """Take the port, or say in a sentence why not."""
    host, port = config.listening_host, config.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, *_, address = min(found, key=lambda info: info[0] != socket.AF_INET)
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except socket.gaierror as error:
        sentence = f"there is no address called {host}"
        raise ListenError("no-such-host", sentence, host=host) from error
    except OSError as error:
        raise refused(error, host, port) from error


def refused(error: OSError, host: str, port: int) -> ListenError:
    """Say why the system does not let us listen there."""
    match error.errno:
        case errno.EADDRINUSE if is_ours(host, port):
            sentence = (
                f"Punto is already running at {url(host, port)}: go there, or start another one"
                " with --port 0"
            )
            return ListenError("already-running", sentence, host=host, port=port)
        case errno.EADDRINUSE:
            sentence = f"port {port} is used by another program: choose another with --port"
            return ListenError("port-taken", sentence, host=host, port=port)
        case errno.EACCES:
            sentence = f"you may not use port {port}: choose one from 1024 up with --port"
            return ListenError("port-forbidden", sentence, host=host, port=port)
        case errno.EADDRNOTAVAIL:
            sentence = f"{host} is no address of this computer"
            return ListenError("not-our-address", sentence, host=host)
    sentence = f"cannot listen on {host}, port {port}: {error.strerror}"
    return ListenError("cannot-listen", sentence, host=host, port=port)


def is_ours(host: str, port: int) -> bool:
    """Ask whoever has the port whether they are Punto."""
    asking = http.client.HTTPConnection(reachable(host), port, timeout=1)
    try:
        asking.request("GET", "/healthz")
        return asking.getresponse().getheader("server") == SIGNATURE
    except (OSError, http.client.HTTPException):
        return False
    finally:
        asking.close()


def reachable(host: str) -> str:
    """Name an address at which this computer reaches a server that listens on another one."""
    return {EVERYWHERE: LOCAL, "::": "::1"}.get(host, host)


def url(host: str, port: int, path: str = "") -> str:
    """Write the link to a server, for a browser on this computer."""
    name = reachable(host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{path}/"


def lan_address() -> str | None:
    """Find this computer's address in its network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as prober:
        try:
            # Nobody has this address; the system only looks up which way it would be.
            prober.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(prober.getsockname()[0])
    return None if address in (EVERYWHERE, LOCAL) else address


def allow_open_files(connections: int) -> int:
    """Ask the system for as many open files as we may need; answer how many we may have."""
    try:
        import resource  # noqa: PLC0415 Windows has none, and no such limit
    except ImportError:
        return connections + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return connections + SPARE_FILES
    wanted = connections + SPARE_FILES
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed < connections + SPARE_FILES:
        log.warning(
            "The system lets only %d files be open, so there can be %d connections and not %d.",
            allowed,
            max(1, allowed - SPARE_FILES),
            connections,
        )
    return allowed

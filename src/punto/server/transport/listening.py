"""The listening socket, the server's own address, and the limit of open files."""

import errno
import http.client
import logging
import socket
from contextlib import suppress

from punto.rules.errors import PuntoError
from punto.server.config.settings import EVERYWHERE, LOCAL, Config
from punto.server.transport.connection_limits import SPARE_FILES

SERVER_NAME = "punto"
"""Our value of the `Server` header."""

BACKLOG = 2048
"""How many connections may wait to be accepted."""

log = logging.getLogger(__name__)


class ListenError(PuntoError):
    """The server cannot listen on this address."""


def listen(config: Config) -> socket.socket:
    """Open the listening socket; raises ListenError with a sentence that says why not."""
    host, port = config.listening_host, config.port
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, *_, address = min(found, key=lambda info: info[0] != socket.AF_INET)
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except socket.gaierror as error:
        sentence = f"there is no address called {host}"
        raise ListenError("no-such-host", sentence, host=host) from error
    except OSError as error:
        raise listen_error(error, host, port) from error


def listen_error(error: OSError, host: str, port: int) -> ListenError:
    """Explain why the system does not let us listen."""
    match error.errno:
        case errno.EADDRINUSE if is_punto(host, port):
            sentence = (
                f"Punto is already running at {local_url(host, port)}:"
                " go there, or start another one with --port 0"
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


def is_punto(host: str, port: int) -> bool:
    """Ask the program on this port whether it is Punto."""
    connection = http.client.HTTPConnection(reachable_host(host), port, timeout=1)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().getheader("server") == SERVER_NAME
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def reachable_host(host: str) -> str:
    """Return an address at which this computer reaches a server that listens on `host`."""
    return {EVERYWHERE: LOCAL, "::": "::1"}.get(host, host)


def local_url(host: str, port: int, path: str = "") -> str:
    """Return the server's URL for a browser on this computer."""
    name = reachable_host(host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}{path}/"


def lan_address() -> str | None:
    """Find this computer's address in the local network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as prober:
        try:
            # A documentation address: the system only looks up the route to it.
            prober.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address = str(prober.getsockname()[0])
    return None if address in (EVERYWHERE, LOCAL) else address


def raise_open_file_limit(connections: int) -> int:
    """Raise the limit of open files to what we may need; return the limit that we got."""
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
            "only %d files may be open, so at most %d connections instead of %d; raise `ulimit -n`",
            allowed,
            max(1, allowed - SPARE_FILES),
            connections,
        )
    return allowed

"""Links to tables: the names by which people reach the server, and pictures for cameras."""

import io
import socket
from urllib.parse import urlsplit

import segno

from punto.server.config.settings import Config


def known_hosts(config: Config) -> set[str]:
    """List the names by which this server may be asked for."""
    own = socket.gethostname().lower()
    links = [config.public_url, *config.allowed_origins]
    named = {urlsplit(link).hostname or "" for link in links}
    return {"localhost", own, f"{own}.local", config.host, *named} - {""}


def base_of(config: Config, scheme: str, host: str) -> str:
    """Find how people reach the server: as it was said, or as this request came."""
    return config.public_url or f"{scheme}://{host}{config.base_path}"


def table_link(base: str, code: str) -> str:
    """The address of a table."""
    return f"{base}/t/{code}"


def takeover_link(base: str, code: str, key: str) -> str:
    """The address that moves seats to another device; what follows # is not sent or logged."""
    return f"{table_link(base, code)}#continue={key}"


def qr_svg(link: str) -> str:
    """Draw a link as a QR code: some milliseconds, so not in the event loop."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, title=link
    )
    return out.getvalue().decode()

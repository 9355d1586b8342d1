"""Links to tables, rooms and tournaments, the host names of the server, and QR codes."""

import io
import socket
from urllib.parse import urlsplit

import segno

from punto.server.config.settings import Config


def known_hosts(config: Config) -> set[str]:
    """Return the host names that this server accepts."""
    own = socket.gethostname().lower()
    links = [config.public_url, *config.allowed_origins]
    named = {urlsplit(link).hostname or "" for link in links}
    return {"localhost", own, f"{own}.local", config.host, *named} - {""}


def base_url_of(config: Config, scheme: str, host: str) -> str:
    """Return the server's URL: the configured one, or as this request reached it."""
    return config.public_url or f"{scheme}://{host}{config.base_path}"


def table_link(base: str, code: str) -> str:
    """Return the link to a table."""
    return f"{base}/t/{code}"


def room_link(base: str, code: str) -> str:
    """Return the link to a room."""
    return f"{base}/r/{code}"


def tournament_link(base: str, code: str) -> str:
    """Return the link to a tournament."""
    return f"{base}/tournament/{code}"


def takeover_link(base: str, code: str, key: str) -> str:
    """Return the link that moves seats to another device; what follows # is never sent."""
    return f"{table_link(base, code)}#continue={key}"


def qr_svg(link: str) -> str:
    """Draw a QR code; it takes some milliseconds, so call it in a thread."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, title=link
    )
    return out.getvalue().decode()

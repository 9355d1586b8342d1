"""What the values of settings must look like: lists, addresses, origins, paths, links."""

import ipaddress
import re
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import NoDecode

from punto.server.bus.address import check_address

PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*", re.ASCII)
PORTS = {"http": 80, "https": 443}


def listed(value: Any) -> Any:
    """Take a text apart at its commas; flags and environment variables have no other lists."""
    if isinstance(value, str):
        return [part for word in value.split(",") if (part := word.strip())]
    return value


def proxy(text: str) -> str:
    """Read an address or a network, and write it as Python does."""
    try:
        if "/" in text:
            return str(ipaddress.ip_network(text, strict=False))
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError("expected addresses or networks, as in 127.0.0.1,10.0.0.0/8") from None


def origin(text: str) -> str:
    """Read the origin of a page as browsers send it: no path, no port that goes without saying."""
    return link(text, "origins as in https://example.org", path=False)


def public_url(text: str) -> str:
    """Read how people reach the server."""
    link(text, "a link as in https://example.org or https://example.org/game")
    return text.strip().rstrip("/")


def link(text: str, expected: str, *, path: bool = True) -> str:
    """Check a link of a website and give its origin; none for no text."""
    if not text:
        return ""
    parts = urlsplit(text.strip().rstrip("/"))
    try:
        port = parts.port
    except ValueError:
        port = -1
    wrong = (
        parts.scheme not in PORTS
        or not parts.hostname
        or port == -1
        or "@" in parts.netloc
        or parts.query
        or parts.fragment
        or not PATH.fullmatch(parts.path if path else parts.path and "?")
    )
    if wrong:
        raise ValueError(f"expected {expected}")
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != PORTS[parts.scheme] else "")


def base_path(text: str) -> str:
    """Read the part of the path before our own: empty, or with a slash before but not after."""
    path = text.strip().rstrip("/")
    if not PATH.fullmatch(path):
        raise ValueError("expected a path as in /game")
    return path


def database(text: str) -> str:
    """Check an address of a database that is no path of a file."""
    if "://" in text:
        from punto.server.store.address import url_of  # noqa: PLC0415 a path needs no SQLAlchemy

        url_of(text)
    return text


def bus(text: str) -> str:
    """Check the address of a bus, if there is one."""
    return check_address(text) if text else ""


Proxies = Annotated[
    tuple[Annotated[str, AfterValidator(proxy)], ...], NoDecode, BeforeValidator(listed)
]
Origins = Annotated[
    tuple[Annotated[str, AfterValidator(origin)], ...], NoDecode, BeforeValidator(listed)
]
PublicUrl = Annotated[str, AfterValidator(public_url)]
BasePath = Annotated[str, AfterValidator(base_path)]
Database = Annotated[str, AfterValidator(database)]
BusAddress = Annotated[str, AfterValidator(bus)]

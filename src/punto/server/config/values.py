"""The types of settings that need their own validation: lists, addresses, origins, paths, links."""

import ipaddress
import re
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator
from pydantic_settings import NoDecode

from punto.server.bus.address import check_address
from punto.words import LANGUAGES

PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*", re.ASCII)
PORTS = {"http": 80, "https": 443}


def split_commas(value: Any) -> Any:
    """Split a text at its commas; flags and environment variables have no other lists."""
    if isinstance(value, str):
        return [part for word in value.split(",") if (part := word.strip())]
    return value


def parse_proxy(text: str) -> str:
    """Normalise an IP address or a network."""
    try:
        if "/" in text:
            return str(ipaddress.ip_network(text, strict=False))
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError("expected addresses or networks, as in 127.0.0.1,10.0.0.0/8") from None


def parse_origin(text: str) -> str:
    """Normalise an origin to what browsers send: without a path or a default port."""
    return link_origin(text, "origins as in https://example.org", path=False)


def parse_public_url(text: str) -> str:
    """Check the link by which people reach the server; remove slashes at its end."""
    link_origin(text, "a link as in https://example.org or https://example.org/game")
    return text.strip().rstrip("/")


def link_origin(text: str, expected: str, *, path: bool = True) -> str:
    """Check a link of a website and return its origin; empty for an empty text."""
    if not text:
        return ""
    parts = urlsplit(text.strip().rstrip("/"))
    try:
        port = parts.port
    except ValueError:
        port = -1
    is_wrong = (
        parts.scheme not in PORTS
        or not parts.hostname
        or port == -1
        or "@" in parts.netloc
        or parts.query
        or parts.fragment
        or not PATH.fullmatch(parts.path if path else parts.path and "?")
    )
    if is_wrong:
        raise ValueError(f"expected {expected}")
    host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port and port != PORTS[parts.scheme] else "")


def parse_base_path(text: str) -> str:
    """Normalise a path prefix: empty, or with a slash at the beginning but not at the end."""
    path = text.strip().rstrip("/")
    if not PATH.fullmatch(path):
        raise ValueError("expected a path as in /game")
    return path


def check_database(text: str) -> str:
    """Check the address of a database, unless it is the path of a file."""
    if "://" in text:
        from punto.server.store.location import parse_address  # noqa: PLC0415 a path needs no SQLAlchemy

        parse_address(text)
    return text


def check_bus(text: str) -> str:
    """Check the address of a bus, if there is one."""
    return check_address(text) if text else ""


def check_language(text: str) -> str:
    """Check the code of a language that the catalogue has; empty stands for the system's."""
    if text and text not in LANGUAGES:
        raise ValueError(f"expected one of {', '.join(LANGUAGES)}")
    return text


Proxies = Annotated[
    tuple[Annotated[str, AfterValidator(parse_proxy)], ...], NoDecode, BeforeValidator(split_commas)
]
Origins = Annotated[
    tuple[Annotated[str, AfterValidator(parse_origin)], ...],
    NoDecode,
    BeforeValidator(split_commas),
]
PublicUrl = Annotated[str, AfterValidator(parse_public_url)]
BasePath = Annotated[str, AfterValidator(parse_base_path)]
Database = Annotated[str, AfterValidator(check_database)]
ServerLanguage = Annotated[str, AfterValidator(check_language)]
BusAddress = Annotated[str, AfterValidator(check_bus)]

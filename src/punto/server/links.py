"""Links to tables, and their pictures for cameras."""

import io
from functools import lru_cache

import segno

from punto.server.config import Config

DRAWN = 512
"""QR codes that are kept, of some kilobytes each."""


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
    """Draw a link as a QR code: some milliseconds."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, title=link
    )
    return out.getvalue().decode()


@lru_cache(DRAWN)
def table_qr_svg(link: str) -> str:
    """Draw the link of a table, once for all who ask for it."""
    return qr_svg(link)

"""Settings as text: in TOML for whoever runs a server, and in a table for the documentation."""

import json
from collections.abc import Iterator
from typing import Any

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from punto.server.bus.address import masked as masked_bus
from punto.server.config.loading import Loaded
from punto.server.config.settings import Config

MASK = "***"
USUAL = "default"


def as_toml(loaded: Loaded) -> str:
    """Write all settings as a file that can be read again, but for secrets, which are masked."""
    lines = ["# Behind each setting: where it comes from."]
    for name in Config.model_fields:
        value = getattr(loaded.config, name)
        origin = loaded.origins.get(name, USUAL)
        if name == "database":
            if not value:
                origin += f", that is {loaded.config.database_address}"
            value = masked(value)
        elif name == "bus":
            value = masked_bus(value, MASK)
        elif name == "base_path" and value and name not in loaded.origins:
            origin = "public_url"
        lines.append(f"# {name} is not set" if value is None else f"{name} = {toml(value)}")
        lines[-1] += f"  # {one_line(origin)}"
    return "\n".join(lines)


def toml(value: Any) -> str:
    """Write one value; what is secret is not."""
    if isinstance(value, SecretStr):
        value = MASK
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, float):
        return f"{value:.15g}"
    # A text in JSON is a text in TOML, but for one sign.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def masked(address: str) -> str:
    """Write the address of a database without its password."""
    if "://" not in address:
        return address
    from sqlalchemy import make_url  # noqa: PLC0415 a path needs no SQLAlchemy

    url = make_url(address)
    hidden = {key: MASK for key in url.query if "pass" in key.lower()}
    return url.update_query_dict(hidden).render_as_string()


def one_line(text: str) -> str:
    """Keep a comment a comment, whatever a file is called."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def as_table() -> str:
    """Write all settings, what they are usually, and what they are for, in Markdown."""
    rows = "\n".join(
        f"| `{name}` | {usual(field)} | {field.description} |"
        for name, field in Config.model_fields.items()
    )
    return f"| setting | usually | what it is |\n| --- | --- | --- |\n{rows}\n"


def usual(field: FieldInfo) -> str:
    """Tell what a setting is if nobody says, and between which bounds a number must be."""
    if field.default is None:
        return "not set"
    limits = " to ".join(f"{limit:,.15g}" for limit in bounds(field))
    return f"`{toml(field.default)}`" + (f" ({limits})" if limits else "")


def bounds(field: FieldInfo) -> Iterator[float]:
    """Find the least and the most that a number may be."""
    for limit in field.metadata:
        if (bound := getattr(limit, "ge", getattr(limit, "le", None))) is not None:
            yield bound

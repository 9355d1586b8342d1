"""Settings as text: in TOML for whoever runs a server, and as a table for the documentation."""

import json
from collections.abc import Iterator
from typing import Any

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from punto.server.bus.address import mask_password
from punto.server.config.loading import Loaded
from punto.server.config.settings import Config

MASK = "***"
DEFAULT = "default"


def as_toml(loaded: Loaded) -> str:
    """Format all settings as a file that can be loaded again; secrets are masked."""
    lines = ["# The comment after each setting says where its value comes from."]
    for name in Config.model_fields:
        value = getattr(loaded.config, name)
        origin = loaded.origins.get(name, DEFAULT)
        if name == "database":
            if not value:
                origin += f": {loaded.config.database_address}"
            value = mask_database_password(value)
        elif name == "bus":
            value = mask_password(value, MASK)
        elif name == "base_path" and value and name not in loaded.origins:
            origin = "public_url"
        lines.append(f"# {name} is not set" if value is None else f"{name} = {toml_value(value)}")
        lines[-1] += f"  # {one_line(origin)}"
    return "\n".join(lines)


def toml_value(value: Any) -> str:
    """Format one value; secrets are masked."""
    if isinstance(value, SecretStr):
        value = MASK
    if isinstance(value, tuple):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, float):
        return f"{value:.15g}"
    # A JSON string is a TOML string, except for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def mask_database_password(address: str) -> str:
    """Replace the passwords in the address of a database."""
    if "://" not in address:
        return address
    from sqlalchemy import make_url  # noqa: PLC0415 a path needs no SQLAlchemy

    url = make_url(address)
    hidden = {key: MASK for key in url.query if "pass" in key.lower()}
    return url.update_query_dict(hidden).render_as_string()


def one_line(text: str) -> str:
    """Replace line breaks, so that the name of a file cannot end a comment."""
    return "".join(char if char.isprintable() else "?" for char in text)


def as_table() -> str:
    """Format all settings with their defaults and descriptions as a Markdown table."""
    rows = "\n".join(
        f"| `{name}` | {default_and_limits(field)} | {field.description} |"
        for name, field in Config.model_fields.items()
    )
    return f"| setting | default | meaning |\n| --- | --- | --- |\n{rows}\n"


def default_and_limits(field: FieldInfo) -> str:
    """Format the default of a setting and, for a number, its limits."""
    if field.default is None:
        return "not set"
    limits = " to ".join(f"{limit:,.15g}" for limit in limits_of(field))
    return f"`{toml_value(field.default)}`" + (f" ({limits})" if limits else "")


def limits_of(field: FieldInfo) -> Iterator[float]:
    """Find the minimum and the maximum of a number."""
    for limit in field.metadata:
        if (bound := getattr(limit, "ge", getattr(limit, "le", None))) is not None:
            yield bound

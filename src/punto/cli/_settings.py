"""The settings of the server as command-line flags."""

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from punto.server.config.loading import Loaded

METAVARS = {int: "N", float: "N", str: "TEXT"}


def add_config(parser: argparse.ArgumentParser) -> None:
    """Add the option for a settings file."""
    parser.add_argument(
        "--config", metavar="FILE", help="a settings file in TOML (default: from PUNTO_CONFIG)"
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the database."""
    add_config(parser)
    parser.add_argument(
        "--database",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="the database of the server (default: from its settings)",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add a flag for every setting; those not given are absent from the options."""
    from punto.server.config.loading import flag  # noqa: PLC0415
    from punto.server.config.settings import (  # noqa: PLC0415 it takes as long as most commands
        RENAMED,
        Config,
    )
    from punto.server.config.text import default_and_limits  # noqa: PLC0415

    group = parser.add_argument_group(
        "settings",
        "Each of these can also be set by an environment variable, such as PUNTO_GRACE_SECONDS, or "
        "in the settings file, such as grace_seconds. A flag overrides the variable, and the "
        "variable overrides the file.",
    )
    for name, field in Config.model_fields.items():
        default = default_and_limits(field).replace("`", "").replace(" (", "; ").removesuffix(")")
        words = f"{field.description} (default: {default})"
        kind: dict[str, Any] = {"metavar": metavar_of(field)}
        if field.annotation in (bool, bool | None):
            kind = {"action": argparse.BooleanOptionalAction}
        group.add_argument(
            flag(name), default=argparse.SUPPRESS, help=words.replace("%", "%%"), **kind
        )
    for old, name in RENAMED.items():
        group.add_argument(flag(old), dest=name, default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def metavar_of(field: "FieldInfo") -> str:
    """Return the placeholder for the value of a flag."""
    kind: Any = field.annotation
    choices = getattr(kind, "__args__", ())
    if choices and all(isinstance(choice, str) for choice in choices):
        return "|".join(choices)
    return METAVARS.get(kind, "LIST" if isinstance(field.default, tuple) else "TEXT")


def load_settings(options: argparse.Namespace) -> "Loaded":
    """Read the settings from the options, the environment and the file."""
    from punto.server.config.loading import load  # noqa: PLC0415
    from punto.server.config.settings import Config  # noqa: PLC0415 it takes as long as most commands

    said = {name: value for name, value in vars(options).items() if name in Config.model_fields}
    return load(said, options.config)

"""The settings of the server as flags of a command."""

import argparse
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from punto.server.config.loading import Loaded

METAVARS = {int: "N", float: "N", str: "TEXT"}


def add_config(parser: argparse.ArgumentParser) -> None:
    """Let people name a file of settings."""
    parser.add_argument(
        "--config", metavar="FILE", help="a file of settings in TOML (PUNTO_CONFIG if not said)"
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    """Let people say which database is meant."""
    add_config(parser)
    parser.add_argument(
        "--database",
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="the database of the server (as in its settings, if not said)",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add a flag for every setting; what is not said is not in the options."""
    from punto.server.config.loading import flag  # noqa: PLC0415
    from punto.server.config.settings import Config  # noqa: PLC0415 it takes as long as most commands
    from punto.server.config.text import default_and_limits  # noqa: PLC0415

    group = parser.add_argument_group(
        "settings",
        "The same names are variables, as in PUNTO_GRACE_SECONDS, and keys of the file, as in "
        "grace_seconds. Flags beat variables, variables beat the file.",
    )
    for name, field in Config.model_fields.items():
        words = f"{field.description} ({default_and_limits(field).replace('`', '')})"
        kind: dict[str, Any] = {"metavar": metavar(field)}
        if field.annotation in (bool, bool | None):
            kind = {"action": argparse.BooleanOptionalAction}
        group.add_argument(
            flag(name), default=argparse.SUPPRESS, help=words.replace("%", "%%"), **kind
        )


def metavar(field: "FieldInfo") -> str:
    """Name the value of a flag."""
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

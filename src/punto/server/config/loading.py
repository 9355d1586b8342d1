"""Reading settings: flags beat the environment, which beats a file, which beats what is usual."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from punto.rules.errors import PuntoError, shortened
from punto.server.config.settings import PREFIX, Config

FILE_VARIABLE = f"{PREFIX}CONFIG"
OTHER_VARIABLES = {FILE_VARIABLE, f"{PREFIX}KERNEL"}
"""Variables with our prefix that are no settings."""

UNTOLD = {"bus", "database", "secret_key"}
"""Settings whose values may hold a secret, and are in no message."""


class ConfigError(PuntoError):
    """The server cannot be set up like this; every problem has a line of its own."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("bad-setting", "\n".join(problems), problems=problems)


@dataclass(frozen=True)
class Loaded:
    """Settings, and where those come from that are not the usual ones."""

    config: Config
    origins: Mapping[str, str]
    """For a setting: the flag, the variable, or the file that has it."""


def flag(name: str) -> str:
    """Name the flag of a setting."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """Name the environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def load(
    flags: Mapping[str, Any], file: str | None = None, environ: Mapping[str, str] = os.environ
) -> Loaded:
    """Read all settings; the file is the one that is named here, or in `PUNTO_CONFIG`."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    problems: list[str] = []
    known = set(Config.model_fields)
    if path := file or environ.get(FILE_VARIABLE):
        values |= read_file(Path(path))
        origins |= dict.fromkeys(values, path)
        problems += (f"{path}: {unknown(key, known)}" for key in values if key not in known)
    variables = {variable(name): name for name in known}
    for name, text in environ.items():
        if name.upper() in variables and text:
            values[variables[name.upper()]] = text
            origins[variables[name.upper()]] = name
        elif name.startswith(PREFIX) and name not in OTHER_VARIABLES | set(variables):
            problems.append(f"environment: {unknown(name, set(variables))}")
    values |= flags
    origins |= {name: flag(name) for name in flags}
    try:
        config = Config(**{name: value for name, value in values.items() if name in known})
    except ValidationError as error:
        problems += sentences(error, values, origins)
    if problems:
        raise ConfigError(problems)
    return Loaded(config, origins)


def read_file(path: Path) -> dict[str, Any]:
    """Read a file of settings."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError([f"{path}: {error.strerror}"]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: this is not TOML: {error}"]) from error


def unknown(name: str, known: set[str]) -> str:
    """Say that there is no such setting, and which may be meant."""
    near = get_close_matches(name, sorted(known), 1)
    return f"there is no setting {shortened(name)}" + (f", is it {near[0]}?" if near else "")


def sentences(
    error: ValidationError, values: Mapping[str, Any], origins: Mapping[str, str]
) -> Iterator[str]:
    """Say what is wrong with each setting, and where it was set."""
    told = set()
    for details in error.errors(include_url=False):
        name = str(details["loc"][0]) if details["loc"] else ""
        if name in told:  # every item of a list, say
            continue
        told.add(name)
        if not name:
            yield reason(details)
            continue
        origin = origins.get(name, "")
        place = f"{origin}: {name}" if origin not in (flag(name), variable(name)) else origin
        came = "" if name in UNTOLD else f", got {shortened(values.get(name))}"
        yield f"{place}: {reason(details)}{came}"


def reason(details: ErrorDetails) -> str:
    """Say what was expected, in our words."""
    limits, kind = details.get("ctx", {}), details["type"]
    match kind:
        case "value_error":
            return str(limits["error"])
        case "greater_than_equal":
            return f"expected at least {limits['ge']:g}"
        case "less_than_equal":
            return f"expected at most {limits['le']:g}"
        case "literal_error":
            return f"expected {limits['expected']}"
        case "too_short" | "string_too_short":
            return f"expected at least {limits['min_length']} signs"
    for part, expected in EXPECTED.items():
        if kind.startswith(part):
            return f"expected {expected}"
    return details["msg"]


EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "bool": "true or false",
    "string": "a text",
    "tuple": "a list",
}

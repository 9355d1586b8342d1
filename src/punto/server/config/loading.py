"""Reads settings. Flags override environment variables, which override a file and the defaults.

Invalid settings are reported, all of them together, and the server exits.
"""

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
from punto.server.config.settings import EVERYWHERE, PREFIX, RENAMED, Config

FILE_VARIABLE = f"{PREFIX}CONFIG"
OTHER_VARIABLES = {FILE_VARIABLE, f"{PREFIX}KERNEL", f"{PREFIX}TOKEN"}
"""Variables with our prefix that are not settings."""

SECRET_SETTINGS = {"bus", "database", "secret_key"}
"""Settings whose values may contain a secret, and never appear in a message."""


class ConfigError(PuntoError):
    """Some settings are invalid; the message has one line for each problem."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("bad-setting", "\n".join(problems), problems=problems)


@dataclass(frozen=True)
class Loaded:
    """Settings, and the origins of those that are not defaults."""

    config: Config
    origins: Mapping[str, str]
    """The flag, the variable or the file that sets a setting, by its name."""


def flag(name: str) -> str:
    """Return the command-line flag of a setting."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"{PREFIX}{name.upper()}"


def load(
    flags: Mapping[str, Any], file: str | None = None, environ: Mapping[str, str] = os.environ
) -> Loaded:
    """Load all settings; `file` takes precedence over `PUNTO_CONFIG`. Raises ConfigError."""
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    problems: list[str] = []
    known = set(Config.model_fields)
    if path := file or environ.get(FILE_VARIABLE):
        values |= {RENAMED.get(key, key): value for key, value in read_file(Path(path)).items()}
        origins |= dict.fromkeys(values, path)
        problems += (
            f"{path}: {describe_unknown(key, known)}" for key in values if key not in known
        )
    variables = {variable(name): name for name in known}
    variables |= {variable(old): name for old, name in RENAMED.items()}
    for name, text in environ.items():
        if name.upper() in variables and text:
            values[variables[name.upper()]] = text
            origins[variables[name.upper()]] = name
        elif name.startswith(PREFIX) and name not in OTHER_VARIABLES | set(variables):
            problems.append(f"environment: {describe_unknown(name, set(variables))}")
    values |= flags
    origins |= {name: flag(name) for name in flags}
    try:
        config = Config(**{name: value for name, value in values.items() if name in known})
        if flags.get("lan") and "host" in flags and config.host != EVERYWHERE:
            # In a file this only repeats the default, as `serve --show-config` prints it.
            problems.append(f"--lan lets others in, --host {config.host} does not: choose one")
    except ValidationError as error:
        problems += describe_errors(error, values, origins)
    if problems:
        raise ConfigError(problems)
    return Loaded(config, origins)


def read_file(path: Path) -> dict[str, Any]:
    """Read a TOML file of settings. Raises ConfigError."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ConfigError([f"{path}: {error.strerror}"]) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: this is not valid TOML: {error}"]) from error


def describe_unknown(name: str, known: set[str]) -> str:
    """Describe an unknown setting, and suggest the one that may be meant."""
    near = get_close_matches(name, sorted(known), 1)
    return f"there is no setting {shortened(name)}" + (f", did you mean {near[0]}?" if near else "")


def describe_errors(
    error: ValidationError, values: Mapping[str, Any], origins: Mapping[str, str]
) -> Iterator[str]:
    """Describe what is wrong with each setting, and where it was set."""
    described = set()
    for details in error.errors(include_url=False):
        name = str(details["loc"][0]) if details["loc"] else ""
        if name in described:  # a list has an error for each item
            continue
        described.add(name)
        if not name:
            yield describe_expected(details)
            continue
        origin = origins.get(name, "")
        place = f"{origin}: {name}" if origin not in (flag(name), variable(name)) else origin
        came = "" if name in SECRET_SETTINGS else f", got {shortened(values.get(name))}"
        yield f"{place}: {describe_expected(details)}{came}"


def describe_expected(details: ErrorDetails) -> str:
    """Describe what was expected, in our words instead of Pydantic's."""
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
            return f"expected at least {limits['min_length']} characters"
    for part, expected in EXPECTED.items():
        if kind.startswith(part):
            return f"expected {expected}"
    return details["msg"]


EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "bool": "true or false",
    "string": "text",
    "tuple": "a list",
}

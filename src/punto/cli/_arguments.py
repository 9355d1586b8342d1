"""Command-line arguments: the parser, types of values, and error messages in all languages."""

import argparse
import re
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from punto.cli._language import LANGUAGE_FLAG, error_text, read_language, say
from punto.cli._suggestions import suggest_argument
from punto.rules.errors import PuntoError
from punto.words import LANGUAGES

if TYPE_CHECKING:
    Commands: TypeAlias = argparse._SubParsersAction["CommandParser"]
else:
    Commands = object

EXTRAS = {
    "server": (
        "alembic",
        "fastapi",
        "h11",
        "itsdangerous",
        "platformdirs",
        "prometheus_client",
        "pydantic",
        "pydantic_settings",
        "segno",
        "sqlalchemy",
        "typing_extensions",
        "uvicorn",
        "websockets",
    ),
    "lab": ("matplotlib", "openskill"),
    "client": ("websockets",),
    "terminal": ("textual",),
}
"""The modules that the commands of an extra import; pyproject.toml has the versions."""

DEFAULT_BOT = "medium"
"""The opponent if none is chosen."""

MESSAGES = {
    r"the following arguments are required: (?P<names>.+)": "argument.missing",
    r"unrecognized arguments: (?P<names>.+)": "argument.unknown",
    r"ambiguous option: (?P<came>.+) could match (?P<choices>.+)": "argument.ambiguous",
    r"argument (?P<name>.+?): not allowed with argument (?P<other>.+)": "argument.together",
    r"argument (?P<name>.+?): ignored explicit argument (?P<came>.+)": "argument.no_value",
    r"argument (?P<name>.+?): expected (?:one|at least one) argument": "argument.value",
}
REASONS = {
    r"invalid choice: (?P<came>.+) \(choose from (?P<choices>.+)\)": "argument.choice",
    r"invalid int value: (?P<came>.+)": "argument.whole",
    r"invalid float value: (?P<came>.+)": "argument.decimal",
}
"""argparse's messages about one value; the types above have their own."""


class HelpFormatter(argparse.HelpFormatter):
    """Wraps the help of an option line by line, so that it may be a list."""

    def _split_lines(self, text: str, width: int) -> list[str]:
        wrap = super()._split_lines
        return [part for line in text.split("\n") for part in wrap(line, width)]


class CommandParser(argparse.ArgumentParser):
    """Parses the arguments of a command; `add_late` adds those that are slow to collect.

    A command that needs an `extra` says so, whatever its arguments, if that is not installed.
    """

    def __init__(
        self,
        *args: Any,
        add_late: Callable[[argparse.ArgumentParser], None] | None = None,
        extra: str | None = None,
        **rest: Any,
    ) -> None:
        super().__init__(*args, **{"formatter_class": HelpFormatter, **rest})
        self.add_late = add_late
        self.extra = extra
        self.add_argument(
            LANGUAGE_FLAG,
            type=read_language,
            metavar="CODE",
            default=argparse.SUPPRESS,
            help=f"language of the output: {', '.join(LANGUAGES)} (default: from LANG)",
        )

    def error(self, message: str) -> NoReturn:
        """Print in the reader's language what is wrong with the arguments, and exit."""
        suggestion = suggest_argument(message, self)
        lines = [
            f"punto: {translate_message(message)}",
            *([suggestion] if suggestion else []),
            say("argument.help", command=self.prog),
        ]
        self.exit(2, "\n".join(lines) + "\n")

    def add_late_arguments(self) -> None:
        """Add the arguments that are slow to collect, once."""
        add_late, self.add_late = self.add_late, None
        if add_late:
            add_late(self)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Add the late arguments, then parse; a command refuses what it does not know itself."""
        self.check_extra()
        self.add_late_arguments()
        options, unknown = super().parse_known_args(args, namespace)
        if unknown and self._subparsers is None:
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return options, unknown

    def check_extra(self) -> None:
        """Exit with one sentence if the extra that this command needs is not installed."""
        if self.extra is None:
            return
        try:
            require_extra(self.extra, f"`{self.prog}`")
        except PuntoError as error:
            self.exit(2, f"punto: {error_text(error)}\n")


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the seed of a search."""
    parser.add_argument(
        "--seed",
        metavar="N",
        type=whole_number(0, digits=9),
        default=1,
        help="seed of the search (default: 1)",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add a flag for output that programs can read."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def add_workers(parser: argparse.ArgumentParser, what: str, jobs_here: int = 1) -> None:
    """Add where work is done, and how much of it at once; without --jobs, `jobs_here` here."""
    parser.add_argument(
        "--on",
        default="processes",
        metavar="PLACE",
        help="where to work: processes of this machine, ray (the cluster that RAY_ADDRESS names, "
        "or else Ray on this machine), or ray://HOST:PORT (default: processes)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        metavar="N",
        help=f"number of {what} at once (default: {jobs_here}, on Ray as many as it has "
        "processors)",
    )


def whole_number(least: int, digits: int = 5) -> Callable[[str], int]:
    """Return an argument type for whole numbers from `least` on, with at most so many digits."""
    most = 10**digits - 1

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else -1
        if number < least:
            sentence = say("argument.number", least=least, most=most, came=repr(text))
            raise argparse.ArgumentTypeError(sentence)
        return number

    return read


def read_seconds(text: str) -> float:
    """Parse a duration in seconds, such as 5 or 0.5."""
    number = float(text) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text, re.ASCII) else 0
    if number <= 0:
        raise argparse.ArgumentTypeError(say("argument.seconds", came=repr(text)))
    return number


def translate_message(message: str) -> str:
    """Translate a message of argparse.

    argparse has English messages only and no hook to replace them, so they are recognised by
    their shape. An unknown message, of a later Python, is returned as it is.
    """
    for shape, key in MESSAGES.items():
        if found := re.fullmatch(shape, message):
            return say(key, **found.groupdict())
    if found := re.fullmatch(r"argument (?P<name>.+?): (?P<why>.+)", message, re.DOTALL):
        return f"{found['name']}: {translate_reason(found['why'])}"
    return message


def translate_reason(message: str) -> str:
    """Translate argparse's message about one value."""
    for shape, key in REASONS.items():
        if found := re.fullmatch(shape, message):
            return say(key, **found.groupdict())
    return message


def require_extra(extra: str, what: str) -> None:
    """Fail early if a package of an extra is missing, before any work is done."""
    for module in EXTRAS[extra]:
        require_package(module, extra, what)


def require_place(on: str) -> None:
    """Refuse a place to work that there is not, or that needs a package that is missing."""
    from punto.lab.workers import PROCESSES, check_place  # noqa: PLC0415 few commands need it

    check_place(on)
    if on != PROCESSES:
        require_package("ray", "ray", f"--on {on}")


def option_needs(option: str, other: str) -> PuntoError:
    """Make the error for an option that means nothing without another one."""
    return PuntoError("needs-option", f"{option} needs {other}", option=option, other=other)


def require_package(module: str, extra: str, what: str) -> None:
    """Fail early if an optional package is missing, before any work is done."""
    if find_spec(module) is None:
        sentence = (
            f"{what} needs {module}, which is not installed: "
            f"run pip install '.[{extra}]' in the source folder of Punto"
        )
        raise PuntoError("not-installed", sentence, module=module, extra=extra)

"""“Did you mean …?” for mistyped commands, options, values and bots."""

import argparse
import re
from collections.abc import Collection
from difflib import get_close_matches

from punto.cli._language import say
from punto.rules.errors import PuntoError

UNKNOWN = re.compile(r"unrecognized arguments: (?P<names>.+)", re.DOTALL)
INVALID_CHOICE = re.compile(
    r"argument .+?: invalid choice: (?P<came>.+) \(choose from (?P<choices>.+)\)", re.DOTALL
)


def suggest_argument(message: str, parser: argparse.ArgumentParser) -> str | None:
    """Return a suggestion for a message of argparse, or None."""
    if found := INVALID_CHOICE.fullmatch(message):
        choices = [unquoted(choice) for choice in found["choices"].split(", ")]
        return suggest(unquoted(found["came"]), choices)
    if found := UNKNOWN.fullmatch(message):
        for word in found["names"].split():
            option = word.partition("=")[0]
            known = parser._option_string_actions
            if option.startswith("-") and (sentence := suggest(option, known)):
                return sentence
    return None


def suggest_for(error: PuntoError) -> str | None:
    """Return a suggestion for an error of a command, or None."""
    if error.code != "unreadable-bot":
        return None
    from punto.bots import all_bots  # noqa: PLC0415 most commands need none

    return suggest(unquoted(str(error.values["came"])), all_bots())


def suggest(came: str, choices: Collection[str]) -> str | None:
    """Ask whether the choice that is nearest to what came was meant; None if none is near."""
    words = [choice for choice in choices if not choice.isdecimal()]
    near = get_close_matches(came.lower(), words, n=1)
    return say("argument.did_you_mean", choice=near[0]) if near else None


def unquoted(text: str) -> str:
    """Remove the quotes around a value; versions of Python differ in what they quote."""
    return text.strip("'\"")

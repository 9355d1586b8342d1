"""The language of the person at the terminal, and all texts in it."""

import argparse
import errno
import os
from collections.abc import Sequence

from punto import words
from punto.rules.card import Card
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.rules.facts import Colour

LANGUAGE_FLAG = "--language"
OS_ERROR_KEYS = {
    errno.ENOENT: "path.missing",
    errno.EACCES: "path.forbidden",
    errno.EPERM: "path.forbidden",
    errno.EISDIR: "path.folder",
    errno.ENOTDIR: "path.no_folder",
    errno.ENOSPC: "path.full",
    errno.EROFS: "path.read_only",
}
"""Texts for the most common errors of the system; for the rest, its own English text is used."""

_chosen: str | None = None


def set_language(arguments: Sequence[str]) -> None:
    """Set the language from the command line, before any message about other arguments."""
    global _chosen  # noqa: PLW0603 a process has one reader
    reader = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    reader.add_argument(LANGUAGE_FLAG)
    until = arguments.index("--") if "--" in arguments else len(arguments)
    try:
        wish = reader.parse_known_args(arguments[:until])[0].language
    except argparse.ArgumentError:
        wish = None
    _chosen = known_language(wish or "")


def language() -> str:
    """Return the language of the output."""
    return _chosen or words.language_of(os.environ)


def known_language(name: str) -> str | None:
    """Return the code of a language that we have, given as de, de_AT or no; None for others."""
    base = words.code_of(name)
    found = words.ALIASES.get(base, base)
    return found if found in words.LANGUAGES else None


def read_language(name: str) -> str:
    """Argument type: the code of a language."""
    found = known_language(name)
    if found is None:
        choices = ", ".join(words.LANGUAGES)
        raise argparse.ArgumentTypeError(say("argument.choice", choices=choices, came=repr(name)))
    return found


def say(key: str, **values: object) -> str:
    """Return a text of the catalogue in the reader's language."""
    return words.say(key, language(), **values)


def error_text(error: PuntoError) -> str:
    """Return an error in the reader's language; in English, it is the error's own sentence."""
    key = f"error.{error.code}"
    if language() == "en" or not words.has(key, language()):
        return error.sentence
    values = {name: readable_value(value) for name, value in error.values.items()}
    if isinstance(values.get("came"), Words):
        # `came` is an English phrase here, not a quotation: leave it out in other languages.
        sentence = say(key, **values | {"came": ""}).rstrip(": .") + "."
    else:
        sentence = say(key, **values)
    return say("line", why=sentence, **values) if "line" in values else sentence


def readable_value(value: object) -> object:
    """Replace the code of a card by its name; leave everything else as it is."""
    try:
        return card_name(Card(value)) if isinstance(value, str) else value
    except UnreadableError:
        return value


def card_name(card: Card) -> str:
    """Return the name of a card, such as orange 5."""
    return say(f"card.{card.colour.letter}", value=card.value)


def colour_name(colour: Colour) -> str:
    """Return the name of a colour."""
    return say(f"colour.{colour.letter}")


def os_error_text(error: OSError) -> str:
    """Return the reason for which the system refused a file."""
    key = OS_ERROR_KEYS.get(error.errno or 0)
    return say(key) if key else str(error.strerror or error)


def decimal(number: float) -> str:
    """Write a number with one decimal, even a 0, in the notation of the language."""
    return f"{number:.1f}".replace(
        ".", words.NUMBER_MARKS.get(language(), words.SPACE_AND_COMMA)[1]
    )

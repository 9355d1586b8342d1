"""The language of whoever types the commands, and all that is said in it."""

import argparse
import errno
import os
from collections.abc import Sequence

from punto import words
from punto.rules.card import Card
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.rules.facts import Colour

FLAG = "--language"
WHY_NOT = {
    errno.ENOENT: "path.missing",
    errno.EACCES: "path.forbidden",
    errno.EPERM: "path.forbidden",
    errno.EISDIR: "path.folder",
    errno.ENOTDIR: "path.no_folder",
    errno.ENOSPC: "path.full",
    errno.EROFS: "path.read_only",
}
"""What the system refuses most; it has words for the rest, in English."""

_asked: str | None = None


def ask_for(arguments: Sequence[str]) -> None:
    """Note the language that a command line asks for, before anything is said about the rest."""
    global _asked  # noqa: PLW0603 a process has one reader
    reader = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    reader.add_argument(FLAG)
    until = arguments.index("--") if "--" in arguments else len(arguments)
    try:
        wish = reader.parse_known_args(arguments[:until])[0].language
    except argparse.ArgumentError:
        wish = None
    _asked = known(wish or "")


def language() -> str:
    """Choose the reader's language."""
    return _asked or words.language_of(os.environ)


def known(name: str) -> str | None:
    """Find the language that somebody names, if we speak it: de, or de_AT, or no."""
    base = words.base_of(name)
    found = words.SAME.get(base, base)
    return found if found in words.LANGUAGES else None


def tongue(name: str) -> str:
    """Read the name of a language on the command line."""
    found = known(name)
    if found is None:
        choices = ", ".join(words.LANGUAGES)
        raise argparse.ArgumentTypeError(say("argument.choice", choices=choices, came=repr(name)))
    return found


def say(key: str, **values: object) -> str:
    """Say something from the catalogue."""
    return words.say(key, language(), **values)


def told(error: PuntoError) -> str:
    """Say what is wrong in the reader's language; the English sentence is the error's own."""
    key = f"error.{error.code}"
    if language() == "en" or not words.has(key, language()):
        return error.sentence
    values = {name: in_words(value) for name, value in error.values.items()}
    if isinstance(values.get("came"), Words):
        # What came is told in English words, not quoted: the sentence does without it.
        sentence = say(key, **values | {"came": ""}).rstrip(": .") + "."
    else:
        sentence = say(key, **values)
    return say("line", why=sentence, **values) if "line" in values else sentence


def in_words(value: object) -> object:
    """Name a card as people do; all else stays as it is."""
    try:
        return card_name(Card(value)) if isinstance(value, str) else value
    except UnreadableError:
        return value


def card_name(card: Card) -> str:
    """Name a card: orange 5."""
    return say(f"card.{card.colour.letter}", value=card.value)


def colour_name(colour: Colour) -> str:
    """Name a colour."""
    return say(f"colour.{colour.letter}")


def why_not(error: OSError) -> str:
    """Say why the system refused a file."""
    key = WHY_NOT.get(error.errno or 0)
    return say(key) if key else str(error.strerror or error)

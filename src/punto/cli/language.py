"""The language of whoever types the commands."""

import os

from punto import words
from punto.rules.errors import PuntoError


def language() -> str:
    """Choose the reader's language."""
    return words.language_of(os.environ)


def told(error: PuntoError) -> str:
    """Say what is wrong in the reader's language; the English sentence is the error's own."""
    key = f"error.{error.code}"
    if language() == "en" or not words.has(key, language()):
        return error.sentence
    return words.say(key, language(), **error.values)

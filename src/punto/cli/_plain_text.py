"""Plain text for terminals that lack a character: “é” becomes "e", not "?"."""

import codecs
import io
import os
import sys
import unicodedata
from collections.abc import Mapping
from typing import TextIO

from punto.cli._language import language

TRANSLITERATE = "punto.transliterate"
"""The name of our error handler for encoding."""

SUBSTITUTES = {
    "\N{MIDDLE DOT}": ".",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{PLUS-MINUS SIGN}": "+-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{BOX DRAWINGS HEAVY HORIZONTAL}": "=",
    "ß": "ss",
    "æ": "ae",
    "Æ": "Ae",
    "ø": "o",
    "Ø": "O",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
}
"""Characters that Unicode does not decompose into plain ones."""

NORDIC = {"å": "aa", "Å": "Aa", "ø": "oe", "Ø": "Oe"}
CUSTOMS = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"},
    "da": NORDIC,
    "nb": NORDIC,
}
"""How people write the letters of their language where they are missing."""


def transliterate(text: str, language: str) -> str:
    """Replace characters by the ASCII characters that come nearest; ? stands for the rest."""
    known = SUBSTITUTES | CUSTOMS.get(language, {})
    return "".join(plain_character(character, known) for character in text)


def plain_character(character: str, known: Mapping[str, str]) -> str:
    """Return the ASCII text for one character."""
    if character.isascii():
        return character
    if character in known:
        return known[character]
    decomposed = unicodedata.normalize("NFKD", character)
    return "".join(filter(str.isascii, decomposed)) or "?"


def replace_in_error(error: UnicodeError) -> tuple[str, int]:
    """Error handler for encoding: replace the characters that the encoding lacks."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return transliterate(error.object[error.start : error.end], language()), error.end


codecs.register_error(TRANSLITERATE, replace_in_error)


def use_plain_text() -> None:
    """Let standard output and standard error print every text, whatever their encodings lack."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = "ascii" if is_ascii_terminal(stream, os.environ) else stream.encoding
            stream.reconfigure(encoding=encoding, errors=TRANSLITERATE)


def can_print(text: str) -> bool:
    """Whether standard output has all characters of a text, such as those of a drawing."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def is_ascii_terminal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Whether a stream is a terminal whose locale says that it only has ASCII.

    Python itself writes UTF-8 in the C locale. Where no locale is set, that may well be right.
    """
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environment[name] for name in names if environment.get(name)), "")
    return locale in ("C", "POSIX") and stream.isatty()

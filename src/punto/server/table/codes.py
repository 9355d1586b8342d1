"""Codes of tables, which people type and read aloud, and keys, which only links contain."""

import math
import secrets

from punto.rules.errors import PuntoError

LETTERS = "dhklmoqrwxy"
"""No two of them sound alike. Codes have no digits, so no letter can be mistaken for one."""

LENGTH = 12
GROUP = 4
COUNT = len(LETTERS) ** LENGTH
"""How many codes there are."""

BITS = LENGTH * math.log2(len(LETTERS))
"""The entropy of a code."""


def new_code() -> str:
    """Draw a random code in the form that addresses use, such as dhkl-moqr-wxyd."""
    return code_of(secrets.randbelow(COUNT))


def code_of(number: int) -> str:
    """Write a number as a code: the same number, modulo `COUNT`, has the same code."""
    letters = ""
    for _ in range(LENGTH):
        number, letter = divmod(number, len(LETTERS))
        letters += LETTERS[letter]
    return "-".join(letters[i : i + GROUP] for i in range(0, LENGTH, GROUP))


def read_code(text: str) -> str:
    """Normalise a code as people type it: upper or lower case, with or without dashes."""
    letters = "".join(sign for sign in text.lower() if sign not in " -_.")
    if len(text) > 4 * LENGTH or len(letters) != LENGTH or not set(letters) <= set(LETTERS):
        raise no_such_table()
    return "-".join(letters[i : i + GROUP] for i in range(0, LENGTH, GROUP))


def no_such_table() -> PuntoError:
    """Make the error for an unknown code; it is the same whether or not the code is well-formed."""
    return PuntoError("no-such-table", "there is no table with this code")


SHORT_LENGTH = 6
SHORT_COUNT = len(LETTERS) ** SHORT_LENGTH
"""How many short codes there are. They can be guessed, so they expire and misses are limited."""


def new_short_code() -> str:
    """Draw a random short code, which people read aloud, such as dhklmo."""
    return "".join(secrets.choice(LETTERS) for _ in range(SHORT_LENGTH))


def read_short_code(text: str) -> str | None:
    """Normalise a short code as people type it; None if it is not one."""
    letters = "".join(sign for sign in text.lower() if sign not in " -_.")
    is_short = len(text) <= 4 * SHORT_LENGTH and len(letters) == SHORT_LENGTH
    return letters if is_short and set(letters) <= set(LETTERS) else None


def new_key() -> str:
    """Draw a random key that nobody can guess."""
    return secrets.token_urlsafe(24)

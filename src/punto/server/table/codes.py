"""Codes of tables, for people to type and to read aloud, and keys, for links alone."""

import math
import secrets

from punto.rules.errors import PuntoError

LETTERS = "dhklmoqrwxy"
"""No two of them sound alike, and none looks like a digit that could be meant."""

LENGTH = 12
GROUP = 4
BITS = LENGTH * math.log2(len(LETTERS))
"""How much there is to guess."""


def new_code() -> str:
    """Draw the code of a table, as it stands in its address: dhkl-moqr-wxyd."""
    drawn, letters = secrets.randbelow(len(LETTERS) ** LENGTH), ""
    for _ in range(LENGTH):
        drawn, letter = divmod(drawn, len(LETTERS))
        letters += LETTERS[letter]
    return "-".join(letters[i : i + GROUP] for i in range(0, LENGTH, GROUP))


def read_code(text: str) -> str:
    """Read a code however it was typed: large or small letters, with or without dashes."""
    letters = "".join(sign for sign in text.lower() if sign not in " -_.")
    if len(text) > 4 * LENGTH or len(letters) != LENGTH or not set(letters) <= set(LETTERS):
        raise no_such_table()
    return "-".join(letters[i : i + GROUP] for i in range(0, LENGTH, GROUP))


def no_such_table() -> PuntoError:
    """Say that there is none, in the same words for codes that cannot be and that could."""
    return PuntoError("no-such-table", "there is no table with this code")


def new_key() -> str:
    """Draw a key that nobody can guess."""
    return secrets.token_urlsafe(24)

"""What one line of a record can hold."""

import re

from punto.rules.errors import UnreadableError

MAX_LINE_BYTES = 8192
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Signs that end lines, command terminals, or let text appear in another order than it has."""


def check_text(what: str, text: str) -> str:
    """Refuse a value that would not stand on one line of plain text."""
    if CONTROL.search(text) or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise UnreadableError(what, expected="one line of plain text", came=text)
    return text

"""The tags at the head of a record: ``[Mode "2p"]``, one to a line."""

import re
from typing import NamedTuple

from punto.rules.errors import UnreadableError

TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?')
ESCAPED = re.compile(r"\\(.)")
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Tag(NamedTuple):
    """A name and what is said of it."""

    name: str
    value: str

    def __str__(self) -> str:
        value = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.name} "{value}"]'


def read_tag(line: str) -> Tag:
    """Read a tag; the quotes may hold a semicolon, a comment may follow."""
    found = TAG.fullmatch(line)
    if found is None:
        raise UnreadableError("tag", expected='[Name "value"]', came=line)
    return Tag(found[1], ESCAPED.sub(r"\1", found[2]))


def check_text(what: str, text: str) -> str:
    """Refuse a value that would not stand on one line."""
    if CONTROL.search(text):
        raise UnreadableError(what, expected="one line of plain text", came=text)
    return text

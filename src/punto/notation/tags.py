"""The tags at the head of a record: ``[Mode "2p"]``, one to a line."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from punto.notation.plain import MAX_LINE_BYTES, check_text
from punto.rules.errors import UnreadableError, Words
from punto.rules.options import Options
from punto.rules.shuffle import read_seed

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
TAG = re.compile(rf'\[({NAME.pattern}) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?')
ESCAPED = re.compile(r"\\(.)")
REQUIRED = re.compile(r"Format|Mode|Edition|RoundsToWin|Seat\d+|Date|Result")


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


def check_tag(tag: Tag, what: str = "tag") -> Tag:
    """Refuse a tag that could not be read back."""
    if not NAME.fullmatch(tag.name):
        raise UnreadableError("tag", expected="a name of letters and digits", came=tag.name)
    check_text(what, tag.value)
    if len(str(tag).encode()) >= MAX_LINE_BYTES:
        raise UnreadableError(what, expected=f"less than {MAX_LINE_BYTES} bytes", came=tag.value)
    return tag


class FurtherTags:
    """The tags after the result: those that are known have a meaning, the others are kept."""

    def __init__(self, tags: Iterable[Tag] = ()) -> None:
        self.tags: list[Tag] = []
        self.options = Options()
        self.seed: bytes | None = None
        for tag in tags:
            self.add(tag)

    def add(self, tag: Tag) -> None:
        """Take a tag in, or refuse one that was there already or says what it cannot."""
        if REQUIRED.fullmatch(tag.name):
            expected = f"no {tag.name} after the result"
            raise UnreadableError("tag", expected=expected, came=str(tag))
        if tag.name == "Option":
            self.options = self.options.with_named(tag.value)
        if tag.name == "Seed":
            if self.seed is not None:
                raise UnreadableError("tag", expected="one seed", came=Words("a second"))
            self.seed = read_seed(tag.value)
        self.tags.append(check_tag(tag))

"""Record files named on the command line."""

import sys
from collections.abc import Iterator
from pathlib import Path

from punto.notation.reader import read_record
from punto.notation.record import Record

STANDARD_INPUT = "-"


def load(name: str) -> Record:
    """Read the record in a file, or on standard input."""
    if name == STANDARD_INPUT:
        return read_record(sys.stdin.buffer)
    with Path(name).open("rb") as stream:
        return read_record(stream)


def expand(names: list[str]) -> Iterator[str]:
    """Name every record file in the folders among these names, and the other names as they are."""
    for name in names:
        if name != STANDARD_INPUT and Path(name).is_dir():
            yield from (str(path) for path in sorted(Path(name).rglob("*.punto")))
        else:
            yield name

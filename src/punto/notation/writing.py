"""Writing files that a crash cannot spoil."""

import os
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file such that at every moment it is there as a whole or not at all."""
    half = path.with_name(f"{path.name}.half")
    with half.open("w", encoding="utf-8", newline="\n") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    half.replace(path)

"""The folder of an arena: everything that was finished is on the disk, and stays there."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

from punto.lab.finished import Finished, read_line
from punto.lab.play import Outcome
from punto.lab.settings import Settings
from punto.notation.text_file import write_atomically
from punto.rules.errors import UnreadableError, Words

FORMAT = "punto arena 1"
SETTINGS, MATCHES, RECORDS = "arena.json", "matches.jsonl", "records"


class Folder:
    """Where an arena keeps its settings, its matches and their records."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.settings = settings
        self.date = date.today().isoformat()
        """The day on which the arena began, for its records."""
        self.finished: list[Finished] = []

    @contextmanager
    def open(self) -> Iterator["Folder"]:
        """Begin in a new folder, or read what is there of the same arena."""
        (self.path / RECORDS).mkdir(parents=True, exist_ok=True)
        with (self.path / MATCHES).open("a+b") as stream:
            lock(stream, self.path)
            self._agree()
            self._stream = stream
            self.finished = list(self._read())
            yield self

    def keep(self, outcome: Outcome) -> None:
        """Write a match down, its records first: a line in the list vouches for them."""
        number = outcome.fixture.number
        names = [record_name(number, part) for part in range(1, len(outcome.records) + 1)]
        for name, text in zip(names, outcome.records, strict=True):
            write_atomically(self.path / RECORDS / name, text)
        finished = Finished.of(outcome, self.settings.rounds_to_win, names)
        self._stream.write(finished.line().encode())
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self.finished.append(finished)

    def _agree(self) -> None:
        """Refuse a folder of another arena; the same one may go on for more matches."""
        path = self.path / SETTINGS
        mine = json.loads(json.dumps(asdict(self.settings)))
        if path.exists():
            theirs = read_settings(path)
            self.date = theirs.pop("begun")
            for name, value in mine.items():
                there = theirs.get(name)
                more = name == "matches" and isinstance(there, int) and value > there
                if there != value and not more:
                    expected = f"{in_words(there)} as in {path}, or another folder"
                    raise UnreadableError(name, expected=expected, came=Words(in_words(value)))
        whole = {"format": FORMAT, "begun": self.date, **mine}
        write_atomically(path, json.dumps(whole, indent=2, ensure_ascii=False) + "\n")

    def _read(self) -> Iterator[Finished]:
        """Read the matches; half a line, which a kill left at the end, is cut off."""
        self._stream.seek(0)
        whole, seen = 0, set()
        for line in self._stream:
            whole += len(line) if line.endswith(b"\n") else 0
            finished = read_line(line)
            if finished is not None and finished.match not in seen and self._has(finished):
                seen.add(finished.match)
                yield finished
        self._stream.truncate(whole)

    def _has(self, finished: Finished) -> bool:
        """Look whether the records of a match are there; without them it is played again."""
        return all((self.path / RECORDS / name).exists() for name in finished.records)


def read_settings(path: Path) -> dict[str, Any]:
    """Read with which settings an arena began, and when."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found.pop("format") == FORMAT and "begun" in found:
            return dict(found)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise UnreadableError("arena", expected=f"settings in {path}", came=Words("something else"))


def record_name(number: int, part: int) -> str:
    """Name the file of a record; a match in which a round was forfeited has several."""
    return f"{number:06}.punto" if part == 1 else f"{number:06}-{part}.punto"


def lock(stream: BinaryIO, path: Path) -> None:
    """Refuse a folder in which another arena is at work."""
    try:
        import fcntl  # noqa: PLC0415 not on every system
    except ImportError:
        return
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise UnreadableError(
            "folder", expected="one in which no other arena plays", came=str(path)
        ) from None


def in_words(value: object) -> str:
    """Write a setting as on the command line."""
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

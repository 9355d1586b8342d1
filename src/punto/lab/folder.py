"""The folder of an arena: its settings, finished matches and records, safe against a crash."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

from punto.lab.play import Fault, Outcome
from punto.lab.settings import ROUND_ROBIN, Settings
from punto.notation.file_lock import LOCKED_BY_ANOTHER, lock_file
from punto.notation.text_file import write_atomically
from punto.rules.errors import UnreadableError, Words

FORMAT = "punto arena 1"
SETTINGS, MATCHES, RECORDS = "arena.json", "matches.jsonl", "records"
SETTINGS_OF_0_2 = {"tournament": ROUND_ROBIN, "openings": None, "adjudicate": None}
"""Settings that folders of version 0.2 do not name, because there was no choice."""


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """What the results need to know about a match; the tuples have one item per side."""

    match: int
    set: int
    sides: tuple[str, ...]
    scores: tuple[float, ...]
    """What each side scored: 1, 0, or its share of a drawn match."""
    wins: tuple[int, ...]
    """Rounds won by each side, including those that another side forfeited."""
    rounds: int
    faults: tuple[Fault, ...]
    records: tuple[str, ...]
    """The names of its record files."""
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """Total thinking time of each side: the only field that differs from run to run."""
    adjudicated: int = 0
    """Rounds that were ended because a side was as good as sure to win them."""
    simulations: tuple[int, ...] = ()
    """Simulations of each side, as far as its bot counts them."""

    @classmethod
    def of(cls, outcome: Outcome, rounds_to_win: int, records: list[str]) -> "FinishedMatch":
        """Score a match: a side with enough rounds wins; if there is none, all sides share it."""
        enough = [won >= rounds_to_win for won in outcome.wins]
        winners = enough if any(enough) else [True] * len(enough)
        return cls(
            match=outcome.fixture.number,
            set=outcome.fixture.set,
            sides=outcome.fixture.sides,
            scores=tuple(won / sum(winners) for won in winners),
            wins=tuple(outcome.wins),
            rounds=outcome.rounds,
            faults=tuple(outcome.faults),
            records=tuple(records),
            moves=tuple(outcome.moves),
            seconds=tuple(round(seconds, 6) for seconds in outcome.seconds),
            adjudicated=outcome.adjudicated,
            simulations=tuple(outcome.simulations),
        )

    def to_line(self) -> str:
        """Write it as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False) + "\n"


def parse_line(line: bytes) -> FinishedMatch | None:
    """Read a line of the list; None if it was not written completely."""
    if not line.endswith(b"\n"):
        return None
    try:
        found: dict[str, Any] = json.loads(line)
        found["faults"] = [parse_fault(fault) for fault in found["faults"]]
        for name, value in found.items():
            found[name] = tuple(value) if isinstance(value, list) else value
        return FinishedMatch(**found)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def parse_fault(fault: dict[str, Any]) -> Fault:
    """Read a fault; up to version 0.2 the number of the round was stored as `round`."""
    named = {"round_number" if name == "round" else name: fault[name] for name in fault}
    return Fault(**named)


class Folder:
    """The folder in which an arena stores its settings, matches and records."""

    def __init__(self, path: Path, settings: Settings) -> None:
        self.path = path
        self.settings = settings
        self.date = date.today().isoformat()
        """The day on which the arena began, for the records."""
        self.finished: list[FinishedMatch] = []

    @contextmanager
    def open(self) -> Iterator["Folder"]:
        """Create the folder, or load what the same arena has stored in it."""
        (self.path / RECORDS).mkdir(parents=True, exist_ok=True)
        with (self.path / MATCHES).open("a+b") as stream:
            lock_folder(stream, self.path)
            self._check_settings()
            self._stream = stream
            self.finished = list(self._read())
            yield self

    def keep(self, outcome: Outcome) -> FinishedMatch:
        """Store a match, records first: a line in the list guarantees that they exist."""
        number = outcome.fixture.number
        names = [record_name(number, part) for part in range(1, len(outcome.records) + 1)]
        for name, text in zip(names, outcome.records, strict=True):
            write_atomically(self.path / RECORDS / name, text)
        finished = FinishedMatch.of(outcome, self.settings.rounds_to_win, names)
        self._stream.write(finished.to_line().encode())
        self._stream.flush()
        os.fsync(self._stream.fileno())
        self.finished.append(finished)
        return finished

    def _check_settings(self) -> None:
        """Reject the folder of another arena; only the number of matches may grow.

        Folders of version 0.2 lack the network and some other settings: they continue with the
        settings of this run, or with the defaults of that version.
        """
        path = self.path / SETTINGS
        mine = json.loads(json.dumps(self.settings.as_json()))
        if path.exists():
            theirs = read_settings(path)
            self.date = theirs.pop("begun")
            theirs.setdefault("network", mine["network"])
            theirs = {**SETTINGS_OF_0_2, **theirs}
            for name, value in mine.items():
                there = theirs.get(name)
                more = name == "matches" and isinstance(there, int) and value > there
                if there != value and not more:
                    expected = f"{setting_text(there)} as in {path}, or another folder"
                    raise UnreadableError(name, expected=expected, came=Words(setting_text(value)))
        whole = {"format": FORMAT, "begun": self.date, **mine}
        write_atomically(path, json.dumps(whole, indent=2, ensure_ascii=False) + "\n")

    def _read(self) -> Iterator[FinishedMatch]:
        """Read the list of matches, and cut off a partial line that a kill left at the end."""
        self._stream.seek(0)
        whole, seen = 0, set()
        for line in self._stream:
            whole += len(line) if line.endswith(b"\n") else 0
            finished = parse_line(line)
            if finished is not None and finished.match not in seen and self._has_records(finished):
                seen.add(finished.match)
                yield finished
        self._stream.truncate(whole)

    def _has_records(self, finished: FinishedMatch) -> bool:
        """Whether all records of a match exist; without them it is played again."""
        return all((self.path / RECORDS / name).exists() for name in finished.records)


def read_settings(path: Path) -> dict[str, Any]:
    """Read the settings of an arena and the day on which it began."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found.pop("format") == FORMAT and "begun" in found:
            return dict(found)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise UnreadableError("arena", expected=f"settings in {path}", came=Words("something else"))


def record_name(number: int, part: int) -> str:
    """Return the file name of a record; a match with forfeited rounds has several."""
    return f"{number:06}.punto" if part == 1 else f"{number:06}-{part}.punto"


def lock_folder(stream: BinaryIO, path: Path) -> None:
    """Lock the folder; fail if another arena is using it."""
    try:
        lock_file(stream.fileno())
    except LOCKED_BY_ANOTHER:
        raise UnreadableError(
            "folder", expected="one that no other arena is using", came=str(path)
        ) from None


def setting_text(value: object) -> str:
    """Write a setting as it is given on the command line."""
    if value is None:
        return "none"
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)

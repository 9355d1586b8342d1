"""Matches that are kept without being asked: one file each, in the folder for programs' state.

A match is locked while it is on the screen, so a second program cannot open it.
"""

from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from punto.cli._record_lock import lock_record
from punto.cli._records import load_record, tag_value
from punto.cli._state_folder import state_folder
from punto.notation.record import Record
from punto.rules.errors import PuntoError

if TYPE_CHECKING:
    from punto.cli._match_setup import MatchSetup
    from punto.cli._played_match import PlayedMatch

SUFFIX = ".punto"
MAX_LISTED = 30
"""How many of the latest matches are looked at."""


def folder() -> Path:
    """Return the folder of the matches."""
    return state_folder() / "matches"


def new_path() -> Path | None:
    """Return a file name for a match that begins now; None where nothing can be kept."""
    try:
        folder().mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    name = f"{datetime.now():%Y-%m-%d-%H%M%S}"
    path = folder() / f"{name}{SUFFIX}"
    number = 2
    while path.exists():
        path = folder() / f"{name}-{number}{SUFFIX}"
        number += 1
    return path


def path_of_day(day: str) -> Path:
    """Return the file of a deal of the day, of which there is one try."""
    return folder() / f"daily-{day}{SUFFIX}"


def latest() -> list[tuple[Path, Record]]:
    """Read the latest matches, the newest first; files that cannot be read are left out."""
    found = []
    files = folder().glob(f"*{SUFFIX}") if folder().is_dir() else ()
    for path in sorted(files, key=lambda it: -it.stat().st_mtime)[:MAX_LISTED]:
        try:
            found.append((path, load_record(str(path))))
        except (PuntoError, OSError):
            continue
    return found


def is_open(record: Record) -> bool:
    """Whether a match can be continued."""
    return not (record.match.over or tag_value(record, "Ended")) and record.match.seed is not None


class OpenMatch:
    """A match that is locked and saved; `close` releases it."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._lock = ExitStack()
        self._lock.enter_context(lock_record(path))

    def begin(self, setup: "MatchSetup") -> "PlayedMatch":
        """Begin a match, and write it at once: a file that cannot be written ends it here."""
        from punto.cli._match_setup import begin_match  # noqa: PLC0415 it needs all bots

        played = begin_match(setup, self.path)
        played.save()
        return played

    def resume(self, record: Record | None = None, bot: str | None = None) -> "PlayedMatch":
        """Continue the match in the file, or in a record that was read from it.

        `bot` is the one given by hand: a record alone starts no engine.
        """
        from punto.cli._match_setup import continue_match  # noqa: PLC0415 it needs all bots

        assert self.path is not None
        played = continue_match(record or load_record(str(self.path)), self.path, bot)
        played.save()
        return played

    def close(self) -> None:
        """Release the lock."""
        self._lock.close()

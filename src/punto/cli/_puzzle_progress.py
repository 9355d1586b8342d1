"""What the terminal remembers of somebody who solves puzzles: rating, streak, solved ones."""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from punto.cli._state_folder import state_folder
from punto.notation.text_file import write_atomically
from punto.puzzles import Puzzle
from punto.puzzles.glicko import Rating, Result
from punto.rules.errors import UnreadableError, Words

NEWCOMER = 1200
"""The rating to begin with: that of a puzzle which an average level solves half the time."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Results so far."""

    rating: Rating = field(default_factory=lambda: Rating(NEWCOMER))
    streak: int = 0
    """How many were solved in a row until now."""
    best_streak: int = 0
    solved: frozenset[str] = frozenset()

    def after(self, puzzle: Puzzle, is_right: bool) -> "Progress":
        """Count one more puzzle."""
        streak = self.streak + 1 if is_right else 0
        return replace(
            self,
            rating=self.rating.after(Result(puzzle.rating, puzzle.deviation, float(is_right))),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            solved=self.solved | {puzzle.name} if is_right else self.solved,
        )

    def save(self, path: Path) -> None:
        """Write the file, whose folder is made if it is missing."""
        path.parent.mkdir(parents=True, exist_ok=True)
        facts = {**asdict(self), "solved": sorted(self.solved)}
        write_atomically(path, json.dumps(facts, indent=2) + "\n")


def load_progress(path: Path) -> Progress:
    """Read the file; without one, somebody begins."""
    if not path.exists():
        return Progress()
    try:
        facts = json.loads(path.read_text("utf-8"))
        rating = Rating(**facts.pop("rating"))
        return Progress(rating, **facts | {"solved": frozenset(facts["solved"])})
    except (ValueError, KeyError, TypeError, AttributeError):
        expected = f"what `punto puzzles` wrote to {path}"
        came = Words("something else")
        raise UnreadableError("progress", expected=expected, came=came) from None


def default_path() -> Path:
    """Return the usual file for the results."""
    return state_folder() / "puzzles.json"

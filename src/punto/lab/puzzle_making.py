"""Making puzzles: rounds of self-play in lots, resumable at any moment.

A lot is one round, drawn from the seed, the mode and the number of the lot. It gives at most one
puzzle of each kind. Lots come in batches: all lots of a batch look for the kinds that were wanted
when the batch began, and their puzzles are taken in the order of the lots. So the same plan and
seed give the same puzzles, on any number of processes and however often the work was interrupted.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from punto.lab.puzzle_candidates import Candidate, candidates_in_round
from punto.lab.puzzle_proof import prove
from punto.lab.puzzle_rating import is_too_easy, rating_of, trials_of
from punto.lab.work import Workers, run_function
from punto.lab.workers import PROCESSES, open_trusting_workers
from punto.notation.position import write_position
from punto.notation.text_file import write_atomically
from punto.puzzles.canonical import Form, canonical_form
from punto.puzzles.collection import write_puzzles
from punto.puzzles.puzzle import Kind, Puzzle, read_puzzle
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import MODES, Mode

FORMAT = "punto puzzle lots 1"
PLAN, PUZZLES = "plan.json", "puzzles.gz"
LOTS_A_BATCH = 16
PROOFS_A_KIND = 2
"""The most candidates of a kind that are tried in a round."""

MAX_SHARE = 0.3
HEAD_START = 3
"""A kind is wanted while it has at most this share of a mode's puzzles, and a few more."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which puzzles to make."""

    count: int
    seed: int = 1
    modes: tuple[str, ...] = tuple(MODES)

    def goal(self, mode: str) -> int:
        """Return how many puzzles to make in a mode: an equal share."""
        each, more = divmod(self.count, len(self.modes))
        return each + (self.modes.index(mode) < more)


@dataclass(frozen=True, slots=True)
class Lot:
    """One round of self-play in which to find a puzzle."""

    seed: int
    mode: str
    number: int
    kinds: tuple[Kind, ...]
    """What to look for, the rarest kind first."""

    def run(self) -> tuple[Puzzle, ...]:
        """Play the round, and return the candidates that are proved, one of each kind."""
        label = f"punto puzzles 1 seed {self.seed} {self.mode} lot {self.number}"
        found = candidates_in_round(MODES[self.mode], Random(label))
        found.sort(key=lambda each: each.is_plain)  # the harder ones first
        proved: dict[Kind, Puzzle] = {}
        for kind in self.kinds:
            for candidate in [each for each in found if each.kind is kind][:PROOFS_A_KIND]:
                puzzle = puzzle_of(candidate, label)
                if puzzle is not None and puzzle.kind not in proved:
                    proved[puzzle.kind] = puzzle
                    break
        return tuple(proved.values())


def puzzle_of(candidate: Candidate, label: str) -> Puzzle | None:
    """Prove and rate a candidate; None if it is too easy, or not clear."""
    position, answer = candidate.position, candidate.answer
    if is_too_easy(position, answer, label):
        return None
    proof = prove(position, answer, label)
    if proof is None:
        return None
    rating = rating_of(trials_of(position, answer, label))
    margin = round(100 * proof.margin)
    return Puzzle(proof.kind, answer, *rating, margin, write_position(position))


class Collecting:
    """The puzzles of one mode as they come, and the file that keeps finished lots."""

    def __init__(self, plan: Plan, mode: Mode, folder: Path) -> None:
        self.plan, self.mode = plan, mode
        self.path = folder / f"{mode.name}.jsonl"
        self.puzzles: list[Puzzle] = []
        self.forms: set[Form] = set()
        self.lots = 0
        self.stored = dict(read_lots(self.path))

    @property
    def is_finished(self) -> bool:
        """Whether the mode has its share of puzzles."""
        return len(self.puzzles) >= self.plan.goal(self.mode.name)

    def wanted(self) -> tuple[Kind, ...]:
        """Return the kinds that are not too many yet, the rarest first."""
        counts = Counter(puzzle.kind for puzzle in self.puzzles)
        most = MAX_SHARE * len(self.puzzles) + HEAD_START
        return tuple(
            sorted((kind for kind in Kind if counts[kind] < most), key=lambda kind: counts[kind])
        )

    def run_batch(self, workers: Workers, advance: Callable[[], object]) -> None:
        """Run the lots of a batch that are not stored, and take their puzzles in order."""
        kinds = self.wanted()
        numbers = range(self.lots + 1, self.lots + LOTS_A_BATCH + 1)
        left = [number for number in numbers if number not in self.stored]
        lots = [Lot(self.plan.seed, self.mode.name, number, kinds) for number in left]
        with self.path.open("a", encoding="utf-8") as file:
            found = run_function(workers, Lot.run, lots)
            for number, puzzles in zip(left, found, strict=True):
                line = {"lot": number, "puzzles": [each.to_line() for each in puzzles]}
                file.write(json.dumps(line) + "\n")
                file.flush()
                self.stored[number] = puzzles
        for number in numbers:
            for puzzle in self.stored.pop(number):
                self.take(puzzle, advance)
        self.lots += LOTS_A_BATCH

    def take(self, puzzle: Puzzle, advance: Callable[[], object]) -> None:
        """Add a puzzle, unless there are enough, or one that is nearly the same."""
        if self.is_finished:
            return
        form = canonical_form(puzzle.position)
        if form not in self.forms:
            self.forms.add(form)
            self.puzzles.append(puzzle)
            advance()


def make_puzzles(
    plan: Plan,
    folder: Path,
    jobs: int | None,
    advance: Callable[[], object] = lambda: None,
    *,
    on: str = PROCESSES,
) -> list[Puzzle]:
    """Make puzzles until the plan is carried out; go on where the same plan was interrupted.

    After every batch the puzzles so far are written to a file in the folder. `on` and `jobs` say
    where lots are played and how many at once, as for `open_trusting_workers`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_plan(plan, folder / PLAN)
    collections = [Collecting(plan, MODES[mode], folder) for mode in plan.modes]
    with open_trusting_workers(on, jobs) as workers:
        while left := [each for each in collections if not each.is_finished]:
            min(left, key=lambda each: len(each.puzzles)).run_batch(workers, advance)
            save(collections, folder / PUZZLES)
    save(collections, folder / PUZZLES)
    return [puzzle for each in collections for puzzle in each.puzzles]


def save(collections: Sequence[Collecting], path: Path) -> None:
    """Write the puzzles so far; a crash leaves the old file or the new one."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(write_puzzles(p for each in collections for p in each.puzzles))
    beside.replace(path)


def check_plan(plan: Plan, path: Path) -> None:
    """Refuse the folder of another plan; only the number of puzzles may differ."""
    mine = {"format": FORMAT, "seed": plan.seed}
    if path.exists() and json.loads(path.read_text("utf-8")) != mine:
        expected = f"the seed in {path}, or another folder"
        raise UnreadableError("seed", expected=expected, came=Words(str(plan.seed)))
    write_atomically(path, json.dumps(mine) + "\n")


def read_lots(path: Path) -> Iterator[tuple[int, tuple[Puzzle, ...]]]:
    """Read finished lots, and cut off a partial line that a kill left at the end."""
    if not path.exists():
        return
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        path.write_bytes(whole)
    for line in whole.splitlines():
        lot = json.loads(line)
        yield lot["lot"], tuple(map(read_puzzle, lot["puzzles"]))

"""The folder of a study: its settings and all rounds that were played, safe against a crash.

A series is a file, and a deal is a line. Deals are played by their number and written in that
order, so the same seed gives the same bytes, on any number of processes or machines and however
often the work was interrupted.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from punto.engine.network import network_for
from punto.lab.folder import lock_folder
from punto.lab.study.play import DealChunk
from punto.lab.study.record import Deal
from punto.lab.study.series import Series
from punto.lab.work import run_function
from punto.lab.workers import PROCESSES, open_trusting_workers
from punto.notation.text_file import write_atomically
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import MODES

FORMAT = "punto study 1"
SETTINGS, ROUNDS, LOCK = "study.json", "rounds", "lock"
PASSES = 20
"""All series grow together in so many steps, so that an unfinished study has something of each."""


class StudyFolder:
    """The folder in which a study stores its rounds."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.seed = path, seed

    @contextmanager
    def open(self) -> Iterator["StudyFolder"]:
        """Create the folder, or continue the same study in it."""
        (self.path / ROUNDS).mkdir(parents=True, exist_ok=True)
        with (self.path / LOCK).open("a+b") as stream:
            lock_folder(stream, self.path)
            self._check_settings()
            yield self

    def play(
        self,
        series: Iterable[Series],
        deals: int,
        jobs: int | None = None,
        advance: Callable[[], object] = lambda: None,
        *,
        on: str = PROCESSES,
    ) -> None:
        """Play all deals that are missing; call `advance` once for every deal, old or new.

        `deals` is the number for series of weight 1. `on` and `jobs` say where deals are played and
        how many at once, as for `open_trusting_workers`.
        """
        goals = {each: each.deals(deals) for each in series}
        done = {each: min(self.cut_to_whole_lines(each), goals[each]) for each in goals}
        for _ in range(sum(done.values())):
            advance()
        if done == goals:
            return
        left = self._missing(done, goals)
        with (
            open_trusting_workers(on, jobs) as workers,
            closing(run_function(workers, DealChunk.run, left)) as lines,
        ):
            for chunk, line in zip(self._missing(done, goals), lines, strict=True):
                with self.file(chunk.series).open("ab") as stream:
                    stream.write(line.encode())
                advance()

    def _missing(
        self, done: Mapping[Series, int], goals: Mapping[Series, int]
    ) -> Iterator[DealChunk]:
        """Return the deals that are left to play, in the order in which they are played."""
        for step in range(1, PASSES + 1):
            for series, goal in goals.items():
                before, until = (goal * each // PASSES for each in (step - 1, step))
                for number in range(max(done[series], before) + 1, until + 1):
                    yield DealChunk(self.seed, series, number)

    def read(self, series: Series, deals: int) -> list[Deal]:
        """Read the deals of a series, as many as its weight asks for."""
        with self.file(series).open("rb") as stream:
            lines = [line for line, _ in zip(stream, range(series.deals(deals)), strict=False)]
        return [Deal.from_line(line) for line in lines]

    def file(self, series: Series) -> Path:
        """Return the file of a series."""
        return self.path / ROUNDS / f"{series.name}.jsonl"

    def cut_to_whole_lines(self, series: Series) -> int:
        """Cut off a partial line that a kill left at the end, and count the whole ones."""
        path = self.file(series)
        data = path.read_bytes() if path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            with path.open("r+b") as stream:
                stream.truncate(len(whole))
        return whole.count(b"\n")

    def _check_settings(self) -> None:
        """Refuse the folder of another seed, or of bots that played with another network."""
        path = self.path / SETTINGS
        networks = {name: network_for(mode).digest for name, mode in MODES.items()}
        mine = {"format": FORMAT, "seed": self.seed, "networks": networks}
        if path.exists():
            theirs = read_settings(path)
            if theirs["seed"] != self.seed:
                expected = f"{theirs['seed']} as in {path}, or another folder"
                raise UnreadableError("seed", expected=expected, came=self.seed)
            if theirs["networks"] != networks:
                raise UnreadableError(
                    "folder", expected="one of the same networks", came=str(self.path)
                )
        write_atomically(path, json.dumps(mine, indent=2) + "\n")


def read_settings(path: Path) -> dict[str, object]:
    """Read the settings of a study."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found["format"] == FORMAT and {"seed", "networks"} <= set(found):
            return dict(found)
    except (ValueError, KeyError, TypeError):
        pass
    raise UnreadableError("study", expected=f"settings in {path}", came=Words("something else"))

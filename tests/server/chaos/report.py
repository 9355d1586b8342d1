"""What happened in a storm, in figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from punto.server.live.due import PATIENCE
from punto.server.store.rows import Entry

from .guest import Guest, Traveller


@dataclass
class Report:
    """All that is counted, and all that is wrong."""

    tables: int = 0
    finished: int = 0
    people: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    """Cards laid, by who laid them."""
    reconnects: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    """Why requests had to be sent again."""
    takeovers: int = 0
    """Moves of bots, and of the clock, that came so late that somebody else must have made them."""
    waits: list[float] = field(default_factory=list)
    """Seconds from sending a move to its acknowledgement, in order of length."""
    silences: dict[str, float] = field(default_factory=dict)
    """The longest time in seconds without an event in a match, by whose turn it was."""
    memory: list[list[list[float]]] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)
    """Connections that the balancer gave to each node."""
    wrong: list[str] = field(default_factory=list)

    def add_people(self, guests: Iterable[Guest]) -> None:
        """Count what people did and heard."""
        for guest in guests:
            self.people += 1
            self.reconnects += guest.reconnects
            self.refusals.update(refusal["code"] for refusal in guest.refusals)
            if isinstance(guest.device, Traveller):
                self.troubles.update(guest.device.troubles)
            self.waits += [
                move.answered - move.sent
                for move in guest.moves.values()
                if move.number is not None and move.answered is not None
            ]
        self.waits.sort()

    def add_log(self, entries: Sequence[Entry]) -> None:
        """Count what the log of a table tells."""
        for before, entry, by in turns(entries):
            seconds = (entry.at - before.at) / 1000
            self.moves[by] += 1
            self.silences[by] = max(seconds, self.silences.get(by, 0.0))
            self.takeovers += by == "bot" and entry.at - before.at >= PATIENCE

    def lines(self) -> Iterator[str]:
        """Tell it."""
        yield f"{self.tables} tables, {self.finished} matches played to their end"
        yield f"{self.people} people at tables, {self.reconnects} times came back"
        yield f"moves: {counted(self.moves)}; {self.takeovers} of bots were taken over"
        yield f"refused: {counted(self.refusals)}"
        yield f"requests sent again: {counted(self.troubles)}"
        yield f"connections given to each node: {', '.join(map(str, self.carried))}"
        if self.waits:
            middle, late = (self.waits[int(len(self.waits) * part)] for part in (0.5, 0.99))
            yield (
                f"from sending a move to its acknowledgement: half within {1000 * middle:.0f} ms, "
                f"99 % within {late:.2f} s, the longest {self.waits[-1]:.2f} s"
            )
        for by, seconds in sorted(self.silences.items()):
            yield f"longest silence before a move of a {by}: {seconds:.1f} s"
        for number, lives in enumerate(self.memory, 1):
            told = "; ".join(f"{life[0]:.0f} to {life[-1]:.0f}" for life in lives if life)
            yield f"MB of node {number} in each of its lives: {told}"
        yield f"faults: {sum(self.faults.values())}"
        yield from (f"  {count:>4}  {name}" for name, count in sorted(self.faults.items()))
        yield f"wrong: {len(self.wrong)}"
        yield from (f"  {sentence}" for sentence in self.wrong)


def turns(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Entry, str]]:
    """Find all cards that were laid, with the event before each, and by whom."""
    for before, entry in pairwise(entries):
        if entry.kind == "placed":
            by = next((by for by in ("bot", "clock") if f'"by":"{by}"' in entry.body), "person")
            yield before, entry, by


def counted(counts: Mapping[str, int]) -> str:
    """Write counts, the largest first."""
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    return ", ".join(f"{name} {count:,}" for name, count in ordered) or "none"

"""The figures of a storm."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from punto.server.store.model import EventRow

from .cup import Cup
from .evening import Evening
from .faults import Done
from .guest import Guest, Traveller
from .room_guest import RoomGuest

LATE = 2.0
"""Seconds after which a bot's move was most likely made for another node, or after a new start."""

JUMP = 60.0
"""Seconds between two events after which a clock was set; nobody is silent for so long."""

BEFORE = 2.0
"""Seconds for which a fault may be felt after its end."""


class Wait(NamedTuple):
    """How long somebody waited for an answer, and from when on."""

    seconds: float
    sent: float


@dataclass
class Report:
    """All that is counted, and all that is wrong."""

    tables: int = 0
    finished: int = 0
    people: int = 0
    rooms: int = 0
    matches_in_rooms: int = 0
    cups: int = 0
    """Tournaments."""
    rounds_of_cups: int = 0
    faults: list[Done] = field(default_factory=list)
    moves: Counter[str] = field(default_factory=Counter)
    """Cards laid, by who laid them."""
    reconnects: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    """Why requests had to be sent again."""
    takeovers: int = 0
    """Moves of bots that came late."""
    waits: list[Wait] = field(default_factory=list)
    """From sending moves to their acknowledgement, the shortest first."""
    silences: dict[str, float] = field(default_factory=dict)
    """The longest time in seconds without an event in a match, by whose turn it was."""
    memory: list[list[list[float]]] = field(default_factory=list)
    carried: list[int] = field(default_factory=list)
    """Connections that the balancer gave to each node."""
    lag: float = 0.0
    """Seconds for which at most the test itself, with all its cables, had no time for anything."""
    wrong: list[str] = field(default_factory=list)
    _devices: set[Traveller] = field(default_factory=set)
    """Those that were counted: in a room, a device plays at one table after the other."""

    def add_people(self, guests: Sequence[Guest], end: float) -> None:
        """Count what people did and heard; waiting counts for as long as it storms."""
        for guest in guests:
            self._add_device(guest.device)
        self.reconnects -= len(guests)
        self.people += len(guests)
        for guest in guests:
            self.refusals.update(refusal["code"] for refusal in guest.refusals)
            self.waits += [
                Wait(move.answered - move.sent, move.sent)
                for move in guest.moves.values()
                if move.answers and move.number and move.answered and move.sent < end
            ]
        self.waits.sort()

    def _add_device(self, device: Traveller) -> None:
        if device not in self._devices:
            self._devices.add(device)
            self.reconnects += device.visits
            self.troubles.update(device.troubles)

    def add_room(self, evening: Evening) -> None:
        """Count what happened in a room."""
        self.rooms += 1
        self.matches_in_rooms += evening.matches
        self._add_members(evening.people)

    def add_cup(self, cup: Cup) -> None:
        """Count what happened in a tournament."""
        self.cups += 1
        self.rounds_of_cups += cup.rounds
        self._add_members(cup.people)

    def _add_members(self, people: Sequence[RoomGuest]) -> None:
        for person in people:
            self._add_device(person.device)
            self.refusals.update(refusal["code"] for refusal in person.refusals)
        self.reconnects -= len(people)

    def add_log(self, entries: Sequence[EventRow]) -> None:
        """Count what the log of a table tells."""
        for before, entry, by in turns(entries):
            seconds = (entry.at - before.at) / 1000
            self.moves[by] += 1
            if not 0 <= seconds < JUMP:
                continue
            self.silences[by] = max(seconds, self.silences.get(by, 0.0))
            self.takeovers += by == "bot" and seconds >= LATE

    def lines(self) -> Iterator[str]:
        """Tell it."""
        yield f"{self.tables} tables, {self.finished} matches played to their end"
        yield f"{self.rooms} rooms, {self.matches_in_rooms} of these matches in them"
        yield f"{self.cups} tournaments, {self.rounds_of_cups} rounds in them"
        yield f"{self.people} sockets of people at tables, {self.reconnects} times came back"
        yield f"moves: {counted(self.moves)}; {self.takeovers} of bots came late, as if taken over"
        yield f"refused: {counted(self.refusals)}"
        yield f"requests sent again: {counted(self.troubles)}"
        yield f"connections given to each node: {', '.join(map(str, self.carried))}"
        if self.waits:
            middle, late = (self.waits[int(len(self.waits) * part)] for part in (0.5, 0.99))
            longest = self.waits[-1]
            yield (
                "from sending a move to its acknowledgement: "
                f"half within {1000 * middle.seconds:.0f} ms, 99 % within {late.seconds:.2f} s, "
                f"the longest {longest.seconds:.2f} s, in which: {'; '.join(self.during(longest))}"
            )
        for by, seconds in sorted(self.silences.items()):
            yield f"longest silence before a move of a {by}: {seconds:.1f} s"
        yield f"the test itself was late by up to {self.lag:.1f} s"
        for number, lives in enumerate(self.memory, 1):
            told = "; ".join(f"{life[0]:.0f} to {life[-1]:.0f}" for life in lives if life)
            yield f"MB of node {number} in each of its lives: {told}"
        yield f"faults: {len(self.faults)}"
        counts = Counter(fault.name for fault in self.faults)
        yield from (f"  {count:>4}  {name}" for name, count in sorted(counts.items()))
        yield f"wrong: {len(self.wrong)}"
        yield from (f"  {sentence}" for sentence in self.wrong)

    def during(self, wait: Wait) -> Iterator[str]:
        """Tell what went wrong while somebody waited, and how long before or after it began."""
        for fault in self.faults:
            if fault.begun < wait.sent + wait.seconds and fault.ended > wait.sent - BEFORE:
                lasted = fault.ended - fault.begun
                yield f"{fault.name} at {fault.begun - wait.sent:+.1f} s for {lasted:.1f} s"


def turns(entries: Sequence[EventRow]) -> Iterator[tuple[EventRow, EventRow, str]]:
    """Find all cards that were laid, with the event before each, and by whom."""
    for before, entry in pairwise(entries):
        if entry.kind == "placed":
            by = next((by for by in ("bot", "clock") if f'"by":"{by}"' in entry.body), "person")
            yield before, entry, by


def counted(counts: Mapping[str, int]) -> str:
    """Write counts, the largest first."""
    ordered = sorted(counts.items(), key=lambda one: -one[1])
    return ", ".join(f"{name} {count:,}" for name, count in ordered) or "none"

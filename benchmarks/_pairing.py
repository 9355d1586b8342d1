"""Matches between two parties on paired deals, played by several processes.

A deal is a set of decks with its starting seat. It is played once with every seating of its
line-up, so that both parties get the same cards and the same seats. In `4p` each party has two
seats opposite one another; in `3p` one party has one seat and the other two, and each gets every
seat.
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from random import Random
from time import perf_counter, process_time

from benchmarks._opponents import EQUAL, opponent
from benchmarks._plain_search import plain_bot, plain_search

from punto.bots import Bot
from punto.lab.interval import Tally
from punto.lab.play import MatchRunner, Outcome
from punto.lab.schedule import Fixture
from punto.lab.settings import Settings
from punto.lab.work import Run, in_order
from punto.lab.workers import open_workers
from punto.rules.cell import Cell
from punto.rules.view import View

FIRST, SECOND = "first", "second"

MoveTime = tuple[float, float]
"""Milliseconds of a move: by the clock, and of the processor."""

MIN_MS = 0.05
DATE = "2000-01-01"
"""Records of these matches are not kept, so their date says nothing."""

SEATINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "2p": {"one against one": ("12", "21")},
    "3p": {"one against two": ("122", "212", "221"), "two against one": ("211", "121", "112")},
    "4p": {"two against two": ("1212", "2121")},
    "teams": {"team against team": ("12", "21")},
}
"""By mode and line-up, which party plays each side."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom, by which rules."""

    first: str
    second: str
    mode: str = "2p"
    line_up: str = "one against one"
    rounds_to_win: int = 1
    """1 plays single rounds; drawn ones are played again with other decks."""
    edition: str = "english-2018"
    seed: int = 1

    @property
    def seatings(self) -> tuple[str, ...]:
        """How the parties sit, once for each match of a deal."""
        return SEATINGS[self.mode][self.line_up]

    @property
    def even(self) -> float:
        """The share of the first party if both are equally strong."""
        sides = "".join(self.seatings)
        return sides.count("1") / len(sides)


@dataclass(slots=True)
class Deal:
    """What came of one deal."""

    tallies: list[Tally] = field(default_factory=list)
    """For each seating, 1 if the first party won, and 1 if anybody did."""
    draws: int = 0
    """Rounds that nobody won."""
    first_times: list[MoveTime] = field(default_factory=list)
    second_times: list[MoveTime] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, outcome: Outcome, rounds_to_win: int) -> None:
        """Count a match."""
        sides = outcome.fixture.sides
        winners = [
            party for party, wins in zip(sides, outcome.wins, strict=True) if wins >= rounds_to_win
        ]
        won = winners.count(FIRST) / len(winners) if winners else 0.0
        self.tallies.append((won, float(bool(winners))))
        self.draws += max(0, outcome.rounds - sum(outcome.wins))
        self.faults += (f"{fault.bot} {fault.what}" for fault in outcome.faults)


class Timed:
    """Asks a bot, and notes how long each of its moves took."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.times: list[MoveTime] = []
        self.moves, self.processor_ms = 0, 0.0

    def __call__(self, view: View, random: Random) -> Cell:
        """Choose a cell."""
        begun, used = perf_counter(), process_time()
        cell = self.bot.choose_by_seed(view, random)
        time = 1000 * (perf_counter() - begun), 1000 * (process_time() - used)
        self.times.append(time)
        self.moves += 1
        self.processor_ms += time[1]
        return cell

    def taken(self) -> "list[MoveTime]":
        """Return what was noted since the last call."""
        noted, self.times = self.times, []
        return noted


class EqualTime:
    """Plain search that gets the processor time that the other party took for a move on average."""

    def __init__(self, other: Timed) -> None:
        self.other = other

    def __call__(self, view: View, random: Random) -> Cell:
        """Choose a cell."""
        mean_ms = max(MIN_MS, self.other.processor_ms / max(1, self.other.moves))
        seed = random.getrandbits(64)
        return plain_search(view.position, milliseconds=mean_ms, seed=seed).cell


class Table:
    """Where a worker process plays the deals of a pairing."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.first = Timed(opponent(pairing.first))
        is_equal = pairing.second == EQUAL
        equal = plain_bot(EQUAL, EqualTime(self.first))
        self.second = Timed(equal if is_equal else opponent(pairing.second))
        self.bots = {
            FIRST: Bot(FIRST, pairing.first, self.first),
            SECOND: Bot(SECOND, pairing.second, self.second),
        }
        self.settings = Settings(
            tuple(self.bots.values()),
            pairing.mode,
            pairing.edition,
            pairing.rounds_to_win,
            seed=pairing.seed,
        )
        if is_equal:  # one match of the first party against itself shows its time
            alone = Fixture(1, 1, (FIRST,) * len(pairing.seatings[0]))
            MatchRunner(self.settings, alone, self.bots, date=DATE).run()
            self.first.taken()

    def runner(self, number: int, place: int) -> MatchRunner:
        """Prepare the match of a deal with one of its seatings."""
        seatings = self.pairing.seatings
        sides = tuple(FIRST if party == "1" else SECOND for party in seatings[place])
        fixture = Fixture(number * len(seatings) + place + 1, number + 1, sides)
        return MatchRunner(self.settings, fixture, self.bots, date=DATE)

    def play(self, number: int) -> Deal:
        """Play one deal with all its seatings."""
        deal = Deal()
        for place in range(len(self.pairing.seatings)):
            deal.add(self.runner(number, place).run(), self.pairing.rounds_to_win)
        deal.first_times, deal.second_times = self.first.taken(), self.second.taken()
        return deal


@dataclass(frozen=True, slots=True)
class PairingWork:
    """Plays the deals of a pairing, as work in chunks: a chunk is the number of a deal."""

    pairing: Pairing
    timeout: None = None

    def start(self) -> Run[int, Deal]:
        """Prepare a worker process."""
        table = Table(self.pairing)
        return lambda number, _watch: table.play(number)

    def blame(self, chunk: int, watch: tuple[int, int], what: str) -> int:
        """Play the same deal again: these parties are trusted."""
        del watch, what
        return chunk

    def describe(self, chunk: int) -> str:
        """Name a deal."""
        return f"deal {chunk}"


def play_deals(pairing: Pairing, deals: int, jobs: int) -> Generator[Deal, None, None]:
    """Play deals on several processes, and yield them in the order of their numbers."""
    for name in (pairing.first, pairing.second):
        opponent(name)  # compiles what is needed once, and refuses unknown names
    with open_workers(jobs=jobs) as workers:
        yield from in_order(workers.run(PairingWork(pairing), range(deals)))

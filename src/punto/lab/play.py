"""Plays one match between bots, whatever the bots do, and keeps its records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from punto.bots.bot import Bot
from punto.bots.faults import check_answer, describe_exception
from punto.engine.effort import take_simulations
from punto.lab.adjudication import Adjudicator, Verdict
from punto.lab.move_cost import MoveCost, cost_comments
from punto.lab.opening import Opening, read_opening
from punto.lab.schedule import Fixture, deal_seed
from punto.lab.settings import Settings
from punto.notation.record import Record, winner_word
from punto.rules.cell import Cell
from punto.rules.facts import mode_named
from punto.rules.match import Match
from punto.rules.view import View

MAX_ROUNDS = 50
"""A match that nobody has won by then is a draw, because rounds can be drawn endlessly."""

QuestionHook = Callable[[int, int], object]
"""Called with the number of a question and the seat that is asked, or 0 once it has answered."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Where and how a bot failed to choose a legal cell; `punto show` takes the same numbers."""

    bot: str
    seat: int
    part: int
    """Which record of the match, from 1."""
    round_number: int
    ply: int
    """How many cards had been placed in the round."""
    what: str
    """What happened, as a phrase that follows the bot's name."""


@dataclass(frozen=True, slots=True)
class KnownFault:
    """A fault that killed its worker process, so that the worker pool has to report it."""

    question: int
    """From this question on, the seat is not asked: it forfeits the round."""
    seat: int
    what: str


@dataclass(slots=True)
class Outcome:
    """The outcome of a match; the lists have one item per side."""

    fixture: Fixture
    wins: list[int]
    """Rounds won by each side, including those that another side forfeited."""
    moves: list[int]
    seconds: list[float]
    """Total thinking time of each side."""
    simulations: list[int] = field(default_factory=list)
    """Simulations that the bot of each side has counted."""
    rounds: int = 0
    faults: list[Fault] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    """The text of the match: one record, plus one for each round that did not end by itself."""
    adjudicated: int = 0
    """Rounds that were ended because a side was as good as sure to win them."""


class MatchRunner:
    """Plays a match of the arena.

    A record cannot express a forfeited round. So the record ends at the fault, every other side
    is credited with the round, and the match continues as a new part, with its own decks and
    its own record, until a side has won enough rounds. An adjudicated round ends a part likewise.
    """

    def __init__(
        self,
        settings: Settings,
        fixture: Fixture,
        bots: Mapping[str, Bot],
        *,
        date: str,
        known: Sequence[KnownFault] = (),
        on_question: QuestionHook = lambda _question, _seat: None,
    ) -> None:
        self.settings, self.bots, self.date = settings, bots, date
        self.mode = mode_named(settings.mode)
        self.known, self.on_question = list(known), on_question
        sides = len(fixture.sides)
        self.outcome = Outcome(fixture, [0] * sides, [0] * sides, [0.0] * sides, [0] * sides)
        self.generators: list[Random] = []
        self.question = 0
        self.opening: Opening | None = None
        self.costs: list[list[MoveCost | None]] = []
        limit = settings.adjudicate
        self.adjudicator = None if limit is None else Adjudicator(limit)

    @property
    def is_over(self) -> bool:
        """Whether a side has won, or the limit of rounds is reached."""
        enough = max(self.outcome.wins) >= self.settings.rounds_to_win
        return enough or self.outcome.rounds >= MAX_ROUNDS

    def run(self) -> Outcome:
        """Play to the end."""
        while not self.is_over:
            self.play_part(len(self.outcome.records) + 1)
        return self.outcome

    def play_part(self, part: int) -> None:
        """Play until the match is over or a round is forfeited, and store the record."""
        settings, outcome = self.settings, self.outcome
        match = self.begin_match(part)
        label = f"punto arena 1 seed {settings.seed} match {outcome.fixture.number} part {part}"
        self.generators = [Random(f"{label} seat {seat}") for seat in self.mode.seats]
        before = outcome.wins
        while not self.is_over:
            seat, number = match.seat, match.round_number
            assert seat is not None
            answer = self.ask(match, seat)
            if isinstance(answer, str):
                self.forfeit(match, seat, part, answer)
                return
            match.advance(answer)
            if match.over or match.round_number > number:
                outcome.rounds += 1
                outcome.wins = [a + b for a, b in zip(before, match.score.wins, strict=True)]
                self.costs.append([])
                if self.adjudicator:
                    self.adjudicator.begin_round()
            elif self.adjudicator and (verdict := self.adjudicator.look_at(match.position())):
                self.give_round(match, verdict)
                return
        # The next round has already been dealt, but does not belong to a match that ends here.
        self.keep_record(match if match.over else match.at(match.round_number - 1))

    def begin_match(self, part: int) -> Match:
        """Deal the first round of a part; the first part may begin with an opening."""
        settings, fixture = self.settings, self.outcome.fixture
        seed = deal_seed(settings.seed, fixture.set, part)
        if self.adjudicator:
            self.adjudicator.begin_round()
        if part == 1 and fixture.opening:
            self.opening = read_opening(settings.openings[fixture.opening - 1])
            self.costs = [[None] * len(self.opening.cells)]
            return self.opening.begin(settings.edition, settings.rounds_to_win, seed)
        self.opening, self.costs = None, [[]]
        wanted = settings.rounds_to_win
        return Match(settings.mode, edition=settings.edition, rounds_to_win=wanted, seed=seed)

    def ask(self, match: Match, seat: int) -> Cell | str:
        """Let the bot at a seat choose a cell; return what it did instead if it did not."""
        self.question += 1
        if self.known and self.known[0].seat == seat and self.known[0].question <= self.question:
            return self.known.pop(0).what
        side = self.mode.side_of(seat).number - 1
        bot = self.bots[self.outcome.fixture.sides[side]]
        view, random = match.view(seat), self.generators[seat - 1]
        self.on_question(self.question, seat)
        take_simulations()
        begun = perf_counter()
        answer = ask_bot(bot, view, random)
        seconds = perf_counter() - begun
        simulations = take_simulations()
        if not isinstance(answer, str):
            self.costs[-1].append(MoveCost(1000 * seconds, simulations))
        self.outcome.simulations[side] += simulations
        self.outcome.seconds[side] += seconds
        self.outcome.moves[side] += 1
        self.on_question(self.question, 0)
        return answer

    def forfeit(self, match: Match, seat: int, part: int, what: str) -> None:
        """Credit every other side with the round, and note the fault."""
        outcome, side = self.outcome, self.mode.side_of(seat).number - 1
        ply = match.stage.round.ply
        bot = outcome.fixture.sides[side]
        outcome.faults.append(Fault(bot, seat, part, match.round_number, ply, what))
        outcome.rounds += 1
        outcome.wins = [won + (other != side) for other, won in enumerate(outcome.wins)]
        self.keep_record(match, ("Forfeit", f"{winner_word(self.mode)}{side + 1}"))

    def give_round(self, match: Match, verdict: Verdict) -> None:
        """Credit a side with a round that it is as good as sure to win."""
        outcome = self.outcome
        outcome.rounds += 1
        outcome.adjudicated += 1
        outcome.wins[verdict.side - 1] += 1
        words = f"{winner_word(self.mode)}{verdict.side} {verdict.chance:.3f}"
        self.keep_record(match, ("Adjudicated", words))

    def keep_record(self, match: Match, *tags: tuple[str, str]) -> None:
        """Add the record of a part to the outcome."""
        sides = self.outcome.fixture.sides
        names = [sides[self.mode.side_of(seat).number - 1] for seat in self.mode.seats]
        assert match.seed is not None
        seeds = [("Seed", match.seed.hex())]
        if self.opening is not None:  # all cards but those of the opening follow from the seed
            text = self.settings.openings[self.outcome.fixture.opening - 1]
            seeds = [("Opening", text), ("OpeningSeed", match.seed.hex())]
            match = self.opening.whole(match)
        comments = cost_comments(self.costs, len(self.mode.seats))
        bots = [("Bot", f"Seat{seat} {name}") for seat, name in enumerate(names, start=1)]
        network = ("Network", self.settings.network)
        all_tags = [*seeds, *bots, network, *tags]
        record = Record(match, names, self.date, deals=True, tags=all_tags, comments=comments)
        self.outcome.records.append(str(record))


def ask_bot(bot: Bot, view: View, random: Random) -> Cell | str:
    """Ask a bot for a cell; return a description of the fault if it gives no legal one."""
    try:
        return check_answer(bot.choose_by_seed(view, random), view)
    except BaseException as error:  # whatever a bot does, the arena continues
        return describe_exception(error)

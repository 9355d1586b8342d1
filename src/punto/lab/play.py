"""Plays one match between bots, whatever the bots do, and keeps its records."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from punto.bots.bot import Bot
from punto.bots.faults import check_answer, describe_exception
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
    rounds: int = 0
    faults: list[Fault] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    """The text of the match: one record, plus one for each forfeited round."""


class MatchRunner:
    """Plays a match of the arena.

    A record cannot express a forfeited round. So the record ends at the fault, every other side
    is credited with the round, and the match continues as a new part, with its own decks and
    its own record, until a side has won enough rounds.
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
        self.outcome = Outcome(fixture, [0] * sides, [0] * sides, [0.0] * sides)
        self.generators: list[Random] = []
        self.question = 0

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
        match = Match(
            settings.mode,
            edition=settings.edition,
            rounds_to_win=settings.rounds_to_win,
            seed=deal_seed(settings.seed, outcome.fixture.set, part),
        )
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
        # The next round has already been dealt, but does not belong to a match that ends here.
        self.keep_record(match if match.over else match.at(match.round_number - 1))

    def ask(self, match: Match, seat: int) -> Cell | str:
        """Let the bot at a seat choose a cell; return what it did instead if it did not."""
        self.question += 1
        if self.known and self.known[0].seat == seat and self.known[0].question <= self.question:
            return self.known.pop(0).what
        side = self.mode.side_of(seat).number - 1
        bot = self.bots[self.outcome.fixture.sides[side]]
        view, random = match.view(seat), self.generators[seat - 1]
        self.on_question(self.question, seat)
        begun = perf_counter()
        answer = ask_bot(bot, view, random)
        self.outcome.seconds[side] += perf_counter() - begun
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

    def keep_record(self, match: Match, *tags: tuple[str, str]) -> None:
        """Add the record of a part to the outcome."""
        sides = self.outcome.fixture.sides
        names = [sides[self.mode.side_of(seat).number - 1] for seat in self.mode.seats]
        assert match.seed is not None
        bots = [("Bot", f"Seat{seat} {name}") for seat, name in enumerate(names, start=1)]
        network = ("Network", self.settings.network)
        all_tags = [("Seed", match.seed.hex()), *bots, network, *tags]
        self.outcome.records.append(str(Record(match, names, self.date, deals=True, tags=all_tags)))


def ask_bot(bot: Bot, view: View, random: Random) -> Cell | str:
    """Ask a bot for a cell; return a description of the fault if it gives no legal one."""
    try:
        return check_answer(bot.choose_by_seed(view, random), view)
    except BaseException as error:  # whatever a bot does, the arena continues
        return describe_exception(error)

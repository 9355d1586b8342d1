"""Playing one match between bots, whatever they do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from punto.bots.bot import Bot
from punto.lab.fault import Fault, choice_of
from punto.lab.schedule import Fixture, deal_seed
from punto.lab.settings import Settings
from punto.notation.record import Record, winner_word
from punto.rules.cell import Cell
from punto.rules.facts import mode_named
from punto.rules.match import Match

MOST_ROUNDS = 50
"""A match that nobody has won by then is a draw, for rounds can be drawn for ever."""

Notice = Callable[[int, int], object]
"""Takes the number of a question and the seat that is asked, 0 when it has answered."""


@dataclass(frozen=True, slots=True)
class KnownFault:
    """A fault that ended the process in which it happened, so that others must tell of it."""

    question: int
    """From which question on the seat is not asked but charged with the fault."""
    seat: int
    what: str


@dataclass(slots=True)
class Outcome:
    """What became of a match; the lists have an item for each side."""

    fixture: Fixture
    wins: list[int]
    """The rounds that each side has won, and those that another side forfeited."""
    moves: list[int]
    seconds: list[float]
    """How long all moves of a side took together."""
    rounds: int = 0
    faults: list[Fault] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    """The text of the match: one record, and one more for each round that was forfeited."""


class Play:
    """A match in the arena.

    No record can tell of a round that was forfeited. So the record ends where the fault
    happened, every other side is credited with the round, and the match goes on as a further
    part, with decks and a record of its own, until a side has enough rounds.
    """

    def __init__(
        self,
        settings: Settings,
        fixture: Fixture,
        bots: Mapping[str, Bot],
        *,
        date: str,
        known: Sequence[KnownFault] = (),
        notice: Notice = lambda _question, _seat: None,
    ) -> None:
        self.settings, self.bots, self.date = settings, bots, date
        self.mode = mode_named(settings.mode)
        self.known, self.notice = list(known), notice
        sides = len(fixture.sides)
        self.outcome = Outcome(fixture, [0] * sides, [0] * sides, [0.0] * sides)
        self.generators: list[Random] = []
        self.question = 0

    @property
    def over(self) -> bool:
        """Whether a side has won, or nobody will."""
        enough = max(self.outcome.wins) >= self.settings.rounds_to_win
        return enough or self.outcome.rounds >= MOST_ROUNDS

    def run(self) -> Outcome:
        """Play to the end."""
        while not self.over:
            self.play_part(len(self.outcome.records) + 1)
        return self.outcome

    def play_part(self, part: int) -> None:
        """Play until the match is over or a round is forfeited, and keep the record."""
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
        while not self.over:
            seat, number = match.seat, match.number
            assert seat is not None
            answer = self.ask(match, seat)
            if isinstance(answer, str):
                self.forfeit(match, seat, part, answer)
                return
            match.advance(answer)
            if match.over or match.number > number:
                outcome.rounds += 1
                outcome.wins = [a + b for a, b in zip(before, match.score.wins, strict=True)]
        # The next round, dealt already, is no part of a match that ends here.
        self.keep(match if match.over else match.at(match.number - 1))

    def ask(self, match: Match, seat: int) -> Cell | str:
        """Let the bot at a seat choose; tell what it did instead, if it did not."""
        self.question += 1
        if self.known and self.known[0].seat == seat and self.known[0].question <= self.question:
            return self.known.pop(0).what
        side = self.mode.side_of(seat).number - 1
        bot = self.bots[self.outcome.fixture.sides[side]]
        view, random = match.view(seat), self.generators[seat - 1]
        self.notice(self.question, seat)
        begun = perf_counter()
        answer = choice_of(bot, view, random)
        self.outcome.seconds[side] += perf_counter() - begun
        self.outcome.moves[side] += 1
        self.notice(self.question, 0)
        return answer

    def forfeit(self, match: Match, seat: int, part: int, what: str) -> None:
        """Credit every other side with the round, and name the bot."""
        outcome, side = self.outcome, self.mode.side_of(seat).number - 1
        ply = len(match.stage.round.placements)
        bot = outcome.fixture.sides[side]
        outcome.faults.append(Fault(bot, seat, part, match.number, ply, what))
        outcome.rounds += 1
        outcome.wins = [won + (other != side) for other, won in enumerate(outcome.wins)]
        self.keep(match, ("Forfeit", f"{winner_word(self.mode)}{side + 1}"))

    def keep(self, match: Match, *tags: tuple[str, str]) -> None:
        """Write the record of a part."""
        sides = self.outcome.fixture.sides
        names = [sides[self.mode.side_of(seat).number - 1] for seat in self.mode.seats]
        assert match.seed is not None
        all_tags = [("Seed", match.seed.hex()), *tags]
        self.outcome.records.append(str(Record(match, names, self.date, deals=True, tags=all_tags)))

"""The rounds of a match: which were dealt so far, what they lead to, and how the next is dealt."""

from collections.abc import Iterator
from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.dealt_position import stock_of
from punto.rules.deck import Deck
from punto.rules.editions import Edition
from punto.rules.ending import Score, next_start
from punto.rules.errors import TurnError
from punto.rules.events import Event, Events, MatchEnded, RoundStory
from punto.rules.facts import Mode
from punto.rules.handicap import handicap_cards
from punto.rules.options import Options
from punto.rules.position import Position
from punto.rules.round import Round
from punto.rules.stock import Stock


class Stage(NamedTuple):
    """A round of a match, with the score, the stock and the events before it."""

    score: Score
    stock: Stock
    round: Round
    before: Events | None


class DealtRounds:
    """What was agreed on for a match, and its rounds; `Match` adds what people do with them."""

    def __init__(
        self,
        mode: Mode,
        edition: Edition,
        rounds_to_win: int,
        options: Options,
        start: int,
        seed: bytes | None,
    ) -> None:
        self.mode = mode
        self.edition = edition
        self.rounds_to_win = rounds_to_win
        self.options = options
        self.start = start
        self.seed = seed
        self._origin: Position | None = None
        self._deals: list[tuple[Deck, ...]] = []
        self._stages: list[Stage] = []
        stock = Stock.at_start(mode, start, options.handicap)
        self._next: tuple[Score, Stock] | None = Score.at_start(mode), stock

    def _begin_with(self, position: Position, decks: tuple[Deck, ...]) -> None:
        """Begin with a position instead of a first round; the decks are what it has left."""
        round_, stock = Round.from_position(position, decks), stock_of(position, decks)
        self._origin = position
        self._deals = [decks] if self.seed is None else []
        self._stages = [Stage(position.score, stock, round_, None)]
        self._next = None
        if round_.end is not None:
            self._begin_round()

    @property
    def stage(self) -> Stage:
        """The round that was dealt last, not a copy, with the score and the stock before it."""
        if not self._stages:
            raise TurnError("not-dealt", "the first round has not been dealt yet")
        return self._stages[-1]

    @property
    def origin(self) -> Position | None:
        """The position that the match began with, if it did not begin with its first round."""
        return self._origin

    @property
    def round_number(self) -> int:
        """The number of the round that was dealt last, from 1; 0 before the first."""
        return len(self._stages) + self._rounds_before

    @property
    def _rounds_before(self) -> int:
        """The rounds that were played before the position that the match began with."""
        return 0 if self._origin is None else self._origin.round_number - 1

    @property
    def score(self) -> Score:
        """The rounds won and the cards removed so far."""
        if not self._stages:
            return Score.at_start(self.mode)
        end = self.stage.round.end
        return self.stage.score if end is None else self.stage.score.after(end)

    @property
    def handicap_cards(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each side goes without by its handicap, which lie face up."""
        return handicap_cards(self.mode, self.options.handicap)

    @property
    def winner(self) -> int | None:
        """The side that has won the match, if any."""
        return self.score.winner(self.rounds_to_win)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winner is not None

    @property
    def coming_start(self) -> int:
        """The seat that starts the current round, or the next one if none is in play."""
        in_play = self._stages and self.stage.round.end is None
        return self.stage.round.start if in_play else self._coming()[1].start

    def _coming(self) -> tuple[Score, Stock]:
        """Return the score and the stock before the next round, which is not dealt yet."""
        if self._next is None:
            _, stock, round_, _ = self.stage
            assert round_.end is not None
            start = next_start(self.mode, self.edition, round_.end)
            stock = stock.after(round_, start)
            self._next = self.score, stock
        return self._next

    def _begin_round(self) -> None:
        """Deal the next round, if there is one and its decks are known."""
        decks = None if self.over else self._known_deal()
        if decks is not None:
            self._begin_round_with(decks)

    def _begin_round_with(self, decks: tuple[Deck, ...]) -> None:
        score, stock = self._coming()
        round_ = Round.dealt(self.mode, self.edition, self.options, decks, stock.start)
        self._stages.append(Stage(score, stock, round_, self._events()))
        self._next = None

    def _known_deal(self) -> tuple[Deck, ...] | None:
        """Return the decks of the next round, if known; drop given ones that no longer fit."""
        _, stock = self._coming()
        if self.seed is not None:
            return stock.deal(self.seed, self.round_number + 1)
        count = len(self._stages)
        if count < len(self._deals) and stock.objection(self._deals[count]) is None:
            return self._deals[count]
        del self._deals[count:]
        return None

    def _all_deals(self) -> list[tuple[Deck, ...]]:
        """Return the decks of all rounds so far, and those given for later ones."""
        return [*(stage.round.decks for stage in self._stages), *self._deals[len(self._stages) :]]

    def _own_last_round(self) -> None:
        """Replace the last round, which may change, by a copy of its own."""
        if self._stages:
            stage = self._stages[-1]
            self._stages[-1] = stage._replace(round=stage.round.copy())

    def _cells(self) -> list[str]:
        """List the cells of all placements so far, as `Round.cells` does."""
        return [cell for stage in self._stages for cell in stage.round.cells()]

    def _events(self) -> Events | None:
        if not self._stages:
            return None
        stage = self.stage
        return Events(stage.before, RoundStory(self.round_number, stage.round), self.winner)

    def _events_since(self, stage: int, ply: int) -> Iterator[Event]:
        """Yield events from a placement of a stage on; a ply of -1 includes how the round began."""
        number = self._rounds_before + stage + 1
        for later, each in enumerate(self._stages[stage:]):
            yield from RoundStory(number + later, each.round).events(-1 if later else ply)
        if self.winner is not None:
            yield MatchEnded(self.winner)

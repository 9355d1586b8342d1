"""A match: rounds are played until a side has won enough of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.deck import Deck, deck_text, read_deck, read_seat
from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.ending import RoundEnd, Score, next_start
from punto.rules.errors import TurnError, UnreadableError, Words
from punto.rules.events import Event, MatchEnded, consequences, opening, turned_up_after
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, ROUNDS_TO_WIN, Mode, mode_named
from punto.rules.options import Options
from punto.rules.position import Position, position_of
from punto.rules.round import STALLED, Placement, Round
from punto.rules.shuffle import below, commitment, new_seed, read_seed, words
from punto.rules.stock import Stock
from punto.rules.table import Table
from punto.rules.view import View, view_of

Deal = Sequence[str | Iterable[str | int | None]]
"""The decks of a round, one for each seat."""


class Stage(NamedTuple):
    """A round of a match, with the score and the stock before it."""

    score: Score
    stock: Stock
    round: Round


class Match:
    """A match of Punto: ``Match("2p")``.

    `start` is the seat that starts the first round; by default it is drawn. All deals follow from
    `seed` (32 bytes or 64 hexadecimal digits), by default a random one. Instead of a seed, `deals`
    may give the decks of each round; `deal` adds more. `options` are what the table agreed on
    besides its edition, and `open_cards` is short for that one option. `cells` are played at once;
    ``-`` among them stands for `stall`.

    >>> match = Match("2p", start=1, seed="00" * 32)
    >>> match.seat, match.card, match.legal_cells()
    (1, Card('O8'), [Cell('f6')])
    >>> placed, turned_up = match.place("f6")
    >>> turned_up
    TurnedUp(seat=2, card=Card('B3'))

    A match knows its decks. What people, bots and the network may know of it is its `view`.
    """

    def __init__(
        self,
        mode: str | Mode = "2p",
        *,
        edition: str | Edition = DEFAULT_EDITION,
        rounds_to_win: int = DEFAULT_ROUNDS_TO_WIN,
        start: int | None = None,
        seed: str | bytes | None = None,
        open_cards: bool = False,
        options: Options | None = None,
        deals: Sequence[Deal] | None = None,
        cells: str | Iterable[str | int] = (),
    ) -> None:
        self.mode = mode_named(mode)
        self.edition = edition_named(edition)
        if rounds_to_win not in ROUNDS_TO_WIN:
            raise UnreadableError("rounds to win", expected="1 to 9", came=rounds_to_win)
        self.rounds_to_win = rounds_to_win
        self.options = Options(open_cards=open_cards) if options is None else options
        if deals is None:
            self.seed: bytes | None = new_seed() if seed is None else read_seed(seed)
        elif seed is None:
            self.seed = None
        else:
            raise UnreadableError("match", expected="a seed or deals", came=Words("both"))
        self.start = self._draw_start() if start is None else read_seat(self.mode, start)
        self._deals: list[tuple[Deck, ...]] = []
        self._stages: list[Stage] = []
        self._next: tuple[Score, Stock] | None = (
            Score.at_start(self.mode),
            Stock.at_start(self.mode, self.start),
        )
        self._begin_round()
        self._replay(deals or (), iter(cells.split() if isinstance(cells, str) else cells))

    # Where the match stands

    @property
    def open_cards(self) -> bool:
        """Whether the top card of every deck lies face up."""
        return self.options.open_cards

    @property
    def stage(self) -> Stage:
        """The round that was dealt last, not a copy, with the score and the stock before it."""
        if not self._stages:
            raise TurnError("not-dealt", "the first round has not been dealt yet")
        return self._stages[-1]

    @property
    def number(self) -> int:
        """The number of the round that was dealt last, from 1."""
        return len(self._stages)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Copies of all rounds; the last is the one in play."""
        return tuple(stage.round.copy() for stage in self._stages)

    @property
    def round(self) -> Round:
        """A copy of the round in play, or of the last one when the match is over."""
        return self.stage.round.copy()

    @property
    def table(self) -> Table:
        """A copy of that round's table."""
        return self.stage.round.table.copy()

    @property
    def seat(self) -> int | None:
        """The seat to move; None when the match is over."""
        return self.stage.round.seat

    @property
    def card(self) -> Card | None:
        """The card that the seat to move has turned up."""
        return self.stage.round.card

    def legal_cells(self) -> list[Cell]:
        """List the cells where the card in hand may be placed."""
        return self.stage.round.legal_cells()

    @property
    def score(self) -> Score:
        """The rounds won and the cards removed so far."""
        if not self._stages:
            return Score.at_start(self.mode)
        end = self.stage.round.end
        return self.stage.score if end is None else self.stage.score.after(end)

    @property
    def wins(self) -> dict[int, int]:
        """The rounds that each side has won."""
        return dict(enumerate(self.score.wins, start=1))

    @property
    def removed(self) -> dict[int, tuple[Card, ...]]:
        """The cards that left the match with each side."""
        return dict(enumerate(self.score.removed, start=1))

    @property
    def winner(self) -> int | None:
        """The side that has won the match, if any."""
        return self.score.winner(self.rounds_to_win)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.winner is not None

    @property
    def last_end(self) -> RoundEnd | None:
        """How the last finished round ended, if any."""
        ends = [stage.round.end for stage in self._stages[-2:] if stage.round.end]
        return ends[-1] if ends else None

    @property
    def commitment(self) -> str | None:
        """The seed's SHA-256, which may be shown from the start."""
        return None if self.seed is None else commitment(self.seed)

    def holds(self, side: int) -> Counter[Card]:
        """Count the cards of its own colours that a side still has: public, unlike their order."""
        if side not in range(1, len(self.mode.sides) + 1):
            raise UnreadableError("side", expected=f"1 to {len(self.mode.sides)}", came=side)
        own = Counter(self.stage.stock.own[side - 1])
        return own - Counter(self.stage.round.table.cards)

    def possible_cards(self, seat: int) -> set[Card]:
        """Return the cards that may be on top of a seat's deck, as far as anybody can know."""
        possible = position_of(self).possible_cards(read_seat(self.mode, seat))
        neutrals, laid = self.stage.stock.neutrals, self.stage.round.laid_by(seat)
        return {card for card in possible if neutrals.may_have(seat, [*laid, card])}

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far, as everybody at the table saw them."""
        return tuple(self._events_since(0, -1))

    # Playing

    def place(self, cell: str | int, *, seat: int | None = None) -> tuple[Event, ...]:
        """Place the card in hand, and return the events that follow.

        `seat`, if given, must be the seat to move.
        """
        number, round_ = self.number, self.stage.round
        if round_.end is not None:
            if self.over:
                raise TurnError("match-over", f"the match is over; side {self.winner} has won it")
            raise TurnError("not-dealt", f"round {number + 1} has not been dealt yet")
        round_.check_turn(seat)
        ply = round_.ply
        placement = self.advance(Cell(cell))
        if round_.seat is not None:  # the usual case: the round goes on
            return placement, *turned_up_after(round_, placement.seat, ply)
        return tuple(self._events_since(number - 1, ply))

    def advance(self, cell: Cell) -> Placement:
        """Place the card in hand, without the checks of `place` and without making events."""
        round_ = self.stage.round
        placement = round_.advance(cell)
        if round_.end is not None:
            self._begin_round()
        return placement

    def undo(self) -> Placement:
        """Take back the last placement, even if it ended a round."""
        if self.number > 1 and not self.stage.round.ply:
            self._stages.pop()
            self._own_last_round()
        last = self.stage.round.undo()
        self._next = None
        return last

    def deal(self, decks: Deal | None) -> None:
        """Deal the next round of a match without a seed; None if the decks are unknown."""
        if self.seed is not None or self.over or (self._stages and not self.stage.round.over):
            raise TurnError("no-deal", "there is no round to deal now")
        _, stock = self._coming()
        dealt = stock.unknown_decks() if decks is None else read_deal(self.mode, decks)
        objection = stock.objection(dealt)
        if objection is not None:
            seat, expected, came = objection
            raise UnreadableError("deal", expected=expected, came=came, seat=seat)
        self._deals[self.number :] = [dealt]
        self._begin_round_with(dealt)

    def turn_up(self, card: str | int) -> None:
        """Name the card that the seat to move turned up, if its deck is unknown."""
        seat, known = self.seat, Card(card)
        if seat is not None and self.card is None and known not in self.possible_cards(seat):
            expected = f"one that seat {seat} can still have"
            raise UnreadableError("card", expected=expected, came=str(known))
        self.stage.round.turn_up(known)
        if self.stage.round.end is not None:
            self._begin_round()

    def stall(self) -> None:
        """End the round because the seat to move cannot place its card, which is unknown."""
        self.stage.round.stall()
        self._begin_round()

    def view(self, seat: int | None) -> View:
        """Return what a seat may know, or with None a spectator.

        This is the only way out of a match: a view has no hidden card, and no seed before the end.
        """
        return view_of(self, None if seat is None else read_seat(self.mode, seat))

    def position(self) -> Position:
        """Return what everybody may know at this moment, without the history."""
        return position_of(self)

    def at(self, number: int, ply: int | None = None) -> "Match":
        """Return a copy as it was after `ply` placements of a round, by default after the last."""
        if number not in range(1, self.number + 1):
            raise UnreadableError("round", expected=f"1 to {self.number}", came=number)
        laid = self._stages[number - 1].round.ply
        ply = laid if ply is None else ply
        if ply not in range(laid + 1):
            raise UnreadableError("ply", expected=f"0 to {laid} in round {number}", came=ply)
        twin = self.copy()
        if number < self.number:
            del twin._stages[number:]
            twin._next = None
            twin._own_last_round()
        for _ in range(laid - ply):
            twin.undo()
        return twin

    def copy(self) -> "Match":
        """Return an independent copy; it is cheap, since finished rounds are shared."""
        twin = Match.__new__(Match)
        twin.__dict__ = self.__dict__.copy()
        twin._deals = self._deals.copy()
        twin._stages = self._stages.copy()
        twin._own_last_round()
        return twin

    def _own_last_round(self) -> None:
        """Replace the last round, which may change, by a copy of its own."""
        if self._stages:
            score, stock, round_ = self._stages[-1]
            self._stages[-1] = Stage(score, stock, round_.copy())

    def __eq__(self, other: object) -> bool:
        return repr(self) == repr(other) if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable

    def __repr__(self) -> str:
        source = (
            f"deals={self._deals_text()!r}" if self.seed is None else f"seed='{self.seed.hex()}'"
        )
        cells = (cell for stage in self._stages for cell in stage.round.cells())
        return (
            f"Match({self.mode.name!r}, edition={self.edition.name!r}, "
            f"rounds_to_win={self.rounds_to_win}, start={self.start}, {source}, "
            f"{self._options_text()}, cells={' '.join(cells)!r})"
        )

    def __str__(self) -> str:
        return str(self.position())

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()

    # Between rounds

    @property
    def coming_start(self) -> int:
        """The seat that starts the current round, or the next one if none is in play."""
        in_play = self._stages and self.stage.round.end is None
        return self.stage.round.start if in_play else self._coming()[1].start

    def _coming(self) -> tuple[Score, Stock]:
        """Return the score and the stock before the next round, which is not dealt yet."""
        if self._next is None:
            _, stock, round_ = self.stage
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
        self._stages.append(Stage(score, stock, round_))
        self._next = None

    def _known_deal(self) -> tuple[Deck, ...] | None:
        """Return the decks of the next round, if known; drop given ones that no longer fit."""
        _, stock = self._coming()
        if self.seed is not None:
            return stock.deal(self.seed, self.number + 1)
        if self.number < len(self._deals) and stock.objection(self._deals[self.number]) is None:
            return self._deals[self.number]
        del self._deals[self.number :]
        return None

    def _replay(self, deals: Sequence[Deal], cells: Iterator[str | int]) -> None:
        """Deal the rounds one after the other, and play the cells in them."""
        for decks in deals:
            if self._stages and not self.stage.round.over:
                self._deals.append(read_deal(self.mode, decks))
                continue
            self.deal(decks)
            for cell in cells:
                self._place_or_stall(cell)
                if self.stage.round.over:
                    break
        for cell in cells:
            self._place_or_stall(cell)

    def _place_or_stall(self, cell: str | int) -> None:
        if cell == STALLED:
            self.stall()
        else:
            self.place(cell)

    def _draw_start(self) -> int:
        if self.seed is None:
            raise UnreadableError("start", expected="a seat, where deals are given", came=None)
        return 1 + below(len(self.mode.seats), words(self.seed, "start"))

    def _events_since(self, stage: int, ply: int) -> Iterator[Event]:
        """Yield events from a placement of a stage on; a ply of -1 includes how the round began."""
        for number, (_, _, round_) in enumerate(self._stages[stage:], start=stage + 1):
            if ply < 0:
                yield from opening(number, round_)
            for k in range(max(ply, 0), round_.ply):
                yield from consequences(number, round_, k)
            ply = -1
        if self.winner is not None:
            yield MatchEnded(self.winner)

    def _options_text(self) -> str:
        """Write the options as an argument, in the short form if that says all."""
        if self.options == Options(open_cards=self.open_cards):
            return f"open_cards={self.open_cards}"
        return f"options={self.options!r}"

    def _deals_text(self) -> list[list[str]]:
        dealt = [stage.round.decks for stage in self._stages]
        return [list(map(deck_text, decks)) for decks in (*dealt, *self._deals[self.number :])]


def read_deal(mode: Mode, decks: Deal) -> tuple[Deck, ...]:
    """Read a deck for each seat."""
    read = tuple(read_deck(deck) for deck in decks)
    if len(read) != len(mode.seats):
        raise UnreadableError(
            "deal", expected=f"{len(mode.seats)} decks in {mode.name}", came=len(read)
        )
    return read

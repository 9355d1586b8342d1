"""A match: rounds are played until a side has won enough of them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from punto.rules._dealt_rounds import DealtRounds
from punto.rules._match_pickle import pack_cells, restored_match
from punto.rules._old_match_names import OldMatchNames
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.dealt_position import drawn_decks, fitting_decks, require_seat
from punto.rules.deck import (
    Deal,
    deck_text,
    listed,
    read_deal,
    read_seat,
    split_cells,
)
from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.ending import RoundEnd
from punto.rules.errors import TurnError, UnreadableError, Words
from punto.rules.events import Event, TurnedUp
from punto.rules.facts import DEFAULT_ROUNDS_TO_WIN, ROUNDS_TO_WIN, Mode, mode_named
from punto.rules.legal_cells import LegalCells
from punto.rules.options import Options, read_options
from punto.rules.packing import pack
from punto.rules.position import Position, position_of
from punto.rules.round import STALLED, FrozenRound, Placement, Round
from punto.rules.shuffle import below, commitment, new_seed, read_seed, words
from punto.rules.table import FrozenTable
from punto.rules.view import View, view_of


class Match(OldMatchNames):
    """A match of Punto: ``Match("2p")``.

    `start` is the seat that starts the first round; by default it is drawn. All deals follow from
    `seed` (32 bytes or 64 hexadecimal digits), by default a random one. Instead of a seed, `deals`
    may give the decks of each round; `deal` adds more. `options` are what the table agreed on
    besides its edition, and `open_cards` is short for that one option. `cells` are played at once;
    ``-`` among them stands for `stall`.

    >>> match = Match("2p", start=1, seed="00" * 32)
    >>> match.seat, match.card, match.legal_cells
    (1, Card('O8'), (Cell('f6'),))
    >>> match.place("f6")
    Placement(seat=1, card=Card('O8'), cell=Cell('f6'), on_top=False)
    >>> match.events[-1]
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
        kind, booklet = mode_named(mode), edition_named(edition)
        if not isinstance(rounds_to_win, int) or rounds_to_win not in ROUNDS_TO_WIN:
            raise UnreadableError("rounds to win", expected="1 to 9", came=rounds_to_win)
        agreed = read_options(Options(open_cards=open_cards) if options is None else options, kind)
        secret = chosen_seed(deals, seed)
        first = drawn_start(kind, secret) if start is None else read_seat(kind, start)
        super().__init__(kind, booklet, rounds_to_win, agreed, first, secret)
        self._begin_round()
        self._replay(listed("deals", deals or ()), iter(split_cells(cells)))

    @classmethod
    def from_position(
        cls,
        position: Position,
        *,
        deals: Sequence[Deal] | None = None,
        seed: str | bytes | None = None,
        cells: str | Iterable[str | int] = (),
    ) -> "Match":
        """Play on from a position, to the end of the match.

        The decks are drawn by `seed` from what is unseen, and later rounds follow from it too; by
        default it is a random one. Instead, `deals` may give the decks of this round and of later
        ones, as for any match.
        """
        secret, start = chosen_seed(deals, seed), require_seat(position)
        mode, edition = mode_named(position.mode), edition_named(position.edition)
        if secret is not None:
            decks = drawn_decks(position, secret)
        elif deals:
            decks = fitting_decks(position, read_deal(mode, deals[0]))
        else:
            raise UnreadableError("deal", expected="the decks of this round", came=Words("none"))
        match = cls.__new__(cls)
        agreed = edition, position.rounds_to_win, position.options
        DealtRounds.__init__(match, mode, *agreed, start, secret)
        match._begin_with(position, decks)
        match._replay(listed("deals", deals or ())[1:], iter(split_cells(cells)))
        return match

    # Where the match stands

    @property
    def open_cards(self) -> bool:
        """Whether the top card of every deck lies face up."""
        return self.options.open_cards

    @property
    def rounds(self) -> tuple[FrozenRound, ...]:
        """Copies of all rounds, which stay as they are; the last is the one in play."""
        return tuple(stage.round.frozen() for stage in self._stages)

    @property
    def round(self) -> FrozenRound:
        """The round in play, or the last one when the match is over: a copy that stays as it is.

        Cards are placed with `place` of the match; ``match.round.copy()`` can be played on by
        itself.
        """
        return self.stage.round.frozen()

    @property
    def table(self) -> FrozenTable:
        """That round's table: a copy that stays as it is."""
        return self.stage.round.table

    @property
    def seat(self) -> int | None:
        """The seat to move; None when the match is over."""
        return self.stage.round.seat

    @property
    def card(self) -> Card | None:
        """The card that the seat to move has turned up."""
        return self.stage.round.card

    @property
    def legal_cells(self) -> LegalCells:
        """The cells where the card in hand may be placed."""
        return self.stage.round.legal_cells

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
    def events(self) -> Sequence[Event]:
        """All events so far, as everybody at the table saw them; made when they are asked for."""
        events = self._events()
        return () if events is None else events

    # Playing

    def place(self, cell: str | int, *, seat: int | None = None) -> Placement:
        """Place the card in hand; `seat`, if given, must be the seat to move."""
        round_ = self._check_turn(seat)
        placement = round_.advance(cell if isinstance(cell, Cell) else Cell(cell))
        if round_.end is not None:
            self._begin_round()
        return placement

    def play(self, cell: str | int, *, seat: int | None = None) -> tuple[Event, ...]:
        """Place the card in hand like `place`, and return the events that follow.

        The placement is the first of them.
        """
        round_, stages = self._check_turn(seat), len(self._stages)
        ply = round_.ply
        placement = self.advance(Cell(cell))
        if round_.seat is not None and not self.options.open_cards:  # the usual case
            up = round_.card
            return (placement,) if up is None else (placement, TurnedUp(round_.seat, up))
        return tuple(self._events_since(stages - 1, ply))

    def _check_turn(self, seat: int | None) -> Round:
        """Return the round in play; refuse a placement out of turn, or when none is to be made."""
        round_ = self.stage.round
        if round_.end is not None:
            if self.over:
                raise TurnError("match-over", f"the match is over; side {self.winner} has won it")
            raise TurnError("not-dealt", f"round {self.round_number + 1} has not been dealt yet")
        round_.check_turn(seat)
        return round_

    def advance(self, cell: Cell) -> Placement:
        """Place the card in hand, without the checks of `place` and without making events."""
        round_ = self.stage.round
        placement = round_.advance(cell)
        if round_.end is not None:
            self._begin_round()
        return placement

    def undo(self) -> Placement:
        """Take back the last placement, even if it ended a round."""
        if len(self._stages) > 1 and not self.stage.round.ply:
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
        self._deals[len(self._stages) :] = [dealt]
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

    def at(self, round_number: int, ply: int | None = None) -> "Match":
        """Return a copy as it was after `ply` placements of a round, by default after the last."""
        first = 1 + self._rounds_before
        if round_number not in range(first, self.round_number + 1):
            expected = f"{first} to {self.round_number}"
            raise UnreadableError("round", expected=expected, came=round_number)
        stages = round_number - self._rounds_before
        laid = self._stages[stages - 1].round.ply
        ply = laid if ply is None else ply
        if ply not in range(laid + 1):
            expected = f"0 to {laid} in round {round_number}"
            raise UnreadableError("ply", expected=expected, came=ply)
        twin = self.copy()
        if stages < len(self._stages):
            del twin._stages[stages:]
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

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Match) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable

    def _state(self) -> tuple[object, ...]:
        """Return all that makes a difference between two matches."""
        agreed = self.mode, self.edition, self.rounds_to_win, self.options, self.start, self.seed
        rounds = [stage.round for stage in self._stages]
        return agreed, self._origin, rounds, self._deals[len(self._stages) :]

    def __reduce__(self) -> tuple[object, ...]:
        agreed = self.mode.name, self.edition.name, self.rounds_to_win, self.options, self.start
        known = None if self.seed is not None else self._all_deals()
        deals = None if known is None else [tuple(map(pack, decks)) for decks in known]
        cells = pack_cells(self._cells())
        return restored_match, (*agreed, self.seed, deals, cells, self._origin)

    def __repr__(self) -> str:
        deals = [list(map(deck_text, decks)) for decks in self._all_deals()]
        source = f"deals={deals!r}" if self.seed is None else f"seed='{self.seed.hex()}'"
        cells = " ".join(self._cells())
        if self._origin is not None:
            return f"Match.from_position({self._origin!r}, {source}, cells={cells!r})"
        return (
            f"Match({self.mode.name!r}, edition={self.edition.name!r}, "
            f"rounds_to_win={self.rounds_to_win}, start={self.start}, {source}, "
            f"{self._options_text()}, cells={cells!r})"
        )

    def __str__(self) -> str:
        return str(self.position())

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()

    # Replaying

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

    def _options_text(self) -> str:
        """Write the options as an argument, in the short form if that says all."""
        if self.options == Options(open_cards=self.open_cards):
            return f"open_cards={self.open_cards}"
        return f"options={self.options!r}"


def chosen_seed(deals: Sequence[Deal] | None, seed: str | bytes | None) -> bytes | None:
    """Return the seed of a match, by default a random one; None if the decks are given."""
    if deals is None:
        return new_seed() if seed is None else read_seed(seed)
    if seed is not None:
        raise UnreadableError("match", expected="a seed or deals", came=Words("both"))
    return None


def drawn_start(mode: Mode, seed: bytes | None) -> int:
    """Draw the seat that starts."""
    if seed is None:
        raise UnreadableError("start", expected="a seat, where deals are given", came=None)
    return 1 + below(len(mode.seats), words(seed, "start"))

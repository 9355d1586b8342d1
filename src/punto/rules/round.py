"""A round: the seats play their decks in turn until a line or a stalemate."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, NoReturn, TypeVar

from punto.rules.card import Card
from punto.rules.cell import ALL_CELLS, Cell
from punto.rules.deck import (
    Deal,
    Deck,
    check_decks,
    deck_text,
    in_turn,
    listed,
    read_deck,
    read_seat,
    split_cells,
)
from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.ending import RoundEnd, check_no_line, end_by_line, end_by_stalemate
from punto.rules.errors import TurnError
from punto.rules.facts import Mode, mode_named
from punto.rules.kernel import LINE, ON_TOP
from punto.rules.legal_cells import NO_CELLS, LegalCells
from punto.rules.options import DEFAULT_OPTIONS, Options, read_options
from punto.rules.packing import pack, unpack_some
from punto.rules.table import FrozenTable, Table, read_only

if TYPE_CHECKING:
    from punto.rules.position import Position

STALLED = "-"
"""Stands in a list of cells for an unknown card that could not be placed."""


class Placement(NamedTuple):
    """A card that a seat placed on a cell."""

    seat: int
    card: Card
    cell: Cell
    on_top: bool

    def __str__(self) -> str:
        return f"{self.card}{'x' if self.on_top else '@'}{self.cell}"


Twin = TypeVar("Twin", bound="Round")


class Round:
    """A round in play: ``Round("2p", ["R3 O9 R4", "B7 G2 B9"], start=2)``.

    Decks are card names separated by spaces, or lists of cards, the top card first. Unknown cards
    (``?`` or None) are named with `turn_up` when they come up. With `table`, the round goes on from
    a table that has cards but no finished line, as in a puzzle. `cells` are played at once; ``-``
    among them stands for `stall`.

    >>> round_ = Round("4p", ["R5", "O1", "B1", "G1"], table="f6:R3,g6:R8,h6:R4,i6:B4")
    >>> round_.place("i6")
    Placement(seat=1, card=Card('R5'), cell=Cell('i6'), on_top=True)
    >>> round_.end.kind, round_.end.removed
    ('line', Card('R8'))
    """

    __slots__ = (
        "_given",
        "_given_count",
        "_queue",
        "_table",
        "card",
        "decks",
        "edition",
        "end",
        "mode",
        "options",
        "ply",
        "seat",
        "start",
    )

    def __init__(
        self,
        mode: str | Mode,
        decks: Deal,
        *,
        start: int = 1,
        edition: str | Edition = DEFAULT_EDITION,
        options: Options = DEFAULT_OPTIONS,
        table: str | Table = "",
        cells: str | Iterable[str | int] = (),
    ) -> None:
        mode, edition = mode_named(mode), edition_named(edition)
        table = table.copy() if isinstance(table, Table) else Table(table)
        dealt = tuple(read_deck(deck) for deck in listed("decks", decks))
        agreed = read_options(options, mode)
        check_decks(mode, dealt, table, agreed.handicap)
        check_no_line(mode, table)
        start = read_seat(mode, start)
        self._set_up(mode, edition, agreed, dealt, start, table)
        for cell in split_cells(cells):
            if cell == STALLED:
                self.stall()
            else:
                self.place(cell)

    @classmethod
    def from_position(
        cls,
        position: "Position",
        decks: Deal | None = None,
        *,
        seed: str | bytes | None = None,
    ) -> "Round":
        """Play on from a position, to the end of its round.

        `decks` are what is left of them, as for any round; visible cards lie on top. Without them
        they are drawn by `seed` from what is unseen, by default by a random one.
        """
        from punto.rules.dealt_position import decks_of, require_seat  # noqa: PLC0415 - uses rounds

        round_ = cls.__new__(cls)
        start, dealt = require_seat(position), decks_of(position, decks, seed)
        mode, edition = mode_named(position.mode), edition_named(position.edition)
        round_._set_up(mode, edition, position.options, dealt, start, position.table.copy())
        return round_

    def position(self) -> "Position":
        """Return what everybody may know at this moment, as in a match of this one round."""
        from punto.rules.round_position import position_of_round  # noqa: PLC0415 - uses rounds

        return position_of_round(self)

    @classmethod
    def dealt(
        cls, mode: Mode, edition: Edition, options: Options, decks: tuple[Deck, ...], start: int
    ) -> "Round":
        """Start a round with decks that were checked already."""
        round_ = cls.__new__(cls)
        round_._set_up(mode, edition, options, decks, start, Table())
        return round_

    def _set_up(
        self,
        mode: Mode,
        edition: Edition,
        options: Options,
        decks: tuple[Deck, ...],
        start: int,
        table: Table,
    ) -> None:
        self.mode = mode
        self.edition = edition
        self.options = options
        self.start = start
        self.decks = decks
        self._table = table
        self._given, self._given_count = table.text, len(table)
        self._queue = in_turn(decks, start)
        self.ply = 0
        """The number of cards placed so far."""
        self.end: RoundEnd | None = None
        self.seat: int | None = None
        self.card: Card | None = None
        self._turn()

    @property
    def table(self) -> FrozenTable:
        """The table as it is now: a copy that stays as it is."""
        return self._table.frozen()

    def numbers(self) -> tuple[bytes, bytes]:
        """Return the cards on the table, and their cells, in order of play as plain numbers."""
        return self._table.numbers()

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.end is not None

    @property
    def placements(self) -> list[Placement]:
        """All placements so far, in order."""
        return [self.placement(ply) for ply in range(self.ply)]

    def placement(self, ply: int) -> Placement:
        """Return one placement by its number, from 0."""
        seat = (self.start - 1 + ply) % len(self.decks) + 1
        return Placement(seat, *self._table.laid(self._given_count + ply))

    @property
    def legal_cells(self) -> LegalCells:
        """The cells where the card in hand may be placed."""
        return NO_CELLS if self.card is None else LegalCells(self._table.legal_cells(self.card))

    def place(self, cell: str | int, *, seat: int | None = None) -> Placement:
        """Place the card in hand; `seat`, if given, must be the seat to move."""
        self.check_turn(seat)
        return self.advance(cell if isinstance(cell, Cell) else Cell(cell))

    def check_turn(self, seat: int | None) -> None:
        """Refuse a placement out of turn, after the end, or of a card that is not turned up."""
        if self.seat is None:
            raise TurnError("round-over", "the round is over; nobody is to move")
        if seat is not None and seat != self.seat:
            raise TurnError(
                "not-your-turn",
                f"it is the turn of seat {self.seat}, not of seat {seat}",
                expected=self.seat,
                came=seat,
            )
        if self.card is None:
            raise TurnError("card-unknown", f"seat {self.seat} has not turned up its card yet")

    def advance(self, cell: Cell) -> Placement:
        """Place the card in hand, once `check_turn` has passed."""
        seat, card = self.seat, self.card
        assert seat is not None
        assert card is not None
        answer = self._table.lay(card, cell, self.mode.line_by_colour[card >> 4])
        placement = Placement(seat, card, cell, bool(answer & ON_TOP))
        self.ply += 1
        if answer & LINE:
            self._finish(end_by_line(self.mode, self._table, seat))
        else:
            self._turn()
        return placement

    def turn_up(self, card: str | int) -> None:
        """Name the card that the seat to move turned up, if its deck is unknown."""
        if self.seat is None or self.card is not None:
            raise TurnError("card-known", "no unknown card is waiting to be turned up")
        seat, turn = self.seat - 1, self.ply // len(self.decks)
        decks = [list(deck) for deck in self.decks]
        decks[seat][turn] = Card(card)
        check_decks(self.mode, decks, Table(self._given), self.options.handicap)
        self.decks = tuple(tuple(deck) for deck in decks)
        self._queue = in_turn(self.decks, self.start)
        self._turn()

    def stall(self) -> None:
        """End the round because the seat to move cannot place its card, which is unknown."""
        if self.seat is None or self.card is not None:
            raise TurnError("card-known", "no unknown card is waiting to be turned up")
        self._finish_stalemate(None)

    def undo(self) -> Placement:
        """Take back the last placement, and the end of the round if it led to it."""
        if not self.ply:
            raise TurnError("nothing-to-undo", "no card has been placed in this round")
        self.ply -= 1
        card, on_top, cell = self._table.undo()
        self.end = None
        self.seat = seat = (self.start - 1 + self.ply) % len(self.decks) + 1
        self.card = card  # it had a cell before, so it has one again
        return Placement(seat, card, cell, on_top)

    def copy(self) -> "Round":
        """Return an independent copy, which can be played on."""
        return self._copied_to(Round.__new__(Round))

    def frozen(self) -> "FrozenRound":
        """Return a copy that stays as it is."""
        return self._copied_to(FrozenRound.__new__(FrozenRound))

    def _copied_to(self, twin: Twin) -> Twin:
        twin.mode, twin.edition, twin.options = self.mode, self.edition, self.options
        twin.decks, twin._queue = self.decks, self._queue
        twin._given, twin._given_count = self._given, self._given_count
        twin.start, twin.seat, twin.card, twin.end = self.start, self.seat, self.card, self.end
        twin._table, twin.ply = self._table.copy(), self.ply
        return twin

    def cards_left(self, seat: int) -> Deck:
        """Return what is left of a seat's deck, the top card first, including the card in hand."""
        return self.decks[read_seat(self.mode, seat) - 1][self.turns_taken(seat) :]

    def cells(self) -> list[str]:
        """List where cards were placed, and ``-`` at the end if the round ended by `stall`."""
        laid = self.ply
        unseen = laid < len(self._queue) and self._queue[laid] is None
        stalled = self.end and self.end.kind != "line" and unseen
        return [str(placement.cell) for placement in self.placements] + [STALLED] * bool(stalled)

    def laid_by(self, seat: int) -> list[Card]:
        """List the cards that a seat has placed."""
        return [laid.card for laid in self.placements if laid.seat == seat]

    def turns_taken(self, seat: int) -> int:
        """Count the cards that a seat has placed."""
        ahead = (seat - self.start) % len(self.decks)
        return (self.ply - ahead + len(self.decks) - 1) // len(self.decks)

    def __eq__(self, other: object) -> bool:
        return self._state() == other._state() if isinstance(other, Round) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # mutable

    def _state(self) -> tuple[object, ...]:
        """Return all that makes a difference between two rounds."""
        played = self._table.numbers()[1][self._given_count :], self.end
        return self.mode, self.edition, self.options, self.start, self.decks, self._given, played

    def __reduce__(self) -> tuple[object, ...]:
        decks = tuple(map(pack, self.decks))
        cells, given = self._table.numbers()[1], self._given_count
        stalled = STALLED in self.cells()[-1:]
        facts = self.mode.name, self.edition.name, self.options, decks, self.start
        before = self._table.numbers()[0][:given], cells[:given]
        return restored_round, (type(self), facts, before, cells[given:], stalled)

    def __repr__(self) -> str:
        decks = list(map(deck_text, self.decks))
        cells = " ".join(self.cells())
        options = "" if self.options == DEFAULT_OPTIONS else f"options={self.options!r}, "
        return (
            f"Round({self.mode.name!r}, {decks!r}, start={self.start}, "
            f"edition={self.edition.name!r}, {options}table={self._given!r}, cells={cells!r})"
        )

    def face_up(self, seat: int) -> Card | None:
        """Return the card of a seat's deck that everybody can see, if any."""
        if self.end is not None and seat == self.end.seat:
            return self.end.stuck
        if seat == self.seat or self.options.open_cards:
            return next(iter(self.cards_left(seat)), None)
        return None

    def _turn(self) -> None:
        """Turn up the next card; if there is none, or no cell for it, the round ends."""
        played, seats = self.ply, len(self.decks)
        self.seat = (self.start - 1 + played) % seats + 1
        empty = played == len(self._queue)
        self.card = None if empty else self._queue[played]
        if empty or (self.card is not None and not self._table.takes(self.card)):
            self._finish_stalemate(self.card)

    def _finish_stalemate(self, stuck: Card | None) -> None:
        """End the round because the seat to move cannot play."""
        assert self.seat is not None
        mode, edition, options, table = self.mode, self.edition, self.options, self._table
        self._finish(end_by_stalemate(mode, edition, options, table, self.seat, stuck))

    def _finish(self, end: RoundEnd) -> None:
        self.end = end
        self.seat = self.card = None


class FrozenRound(Round):
    """A round of a match: a copy that cannot be played on, so that nobody plays in it by mistake.

    To play on in it, without the match, `copy` it.
    """

    __slots__ = ()

    def advance(self, cell: Cell) -> NoReturn:  # noqa: ARG002
        """Refuse: a card placed here would not be placed in the match."""
        raise read_only("round", "place the card in the match")

    def turn_up(self, card: str | int) -> NoReturn:  # noqa: ARG002
        """Refuse: the match would not know the card."""
        raise read_only("round", "turn the card up in the match")

    def stall(self) -> NoReturn:
        """Refuse: the round would go on in the match."""
        raise read_only("round", "end it in the match")

    def undo(self) -> NoReturn:
        """Refuse: the card would still lie in the match."""
        raise read_only("round", "undo in the match")


Facts = tuple[str, str, Options, tuple[bytes, ...], int]
"""Mode, edition, options, packed decks and the seat that starts."""


def restored_round(
    kind: type[Round], facts: Facts, given: tuple[bytes, bytes], cells: bytes, stalled: bool
) -> Round:
    """Rebuild a round that was pickled."""
    mode, edition, options, packed, start = facts
    decks = tuple(map(unpack_some, packed))
    round_ = Round.__new__(Round)
    table = Table.of_numbers(*given)
    round_._set_up(mode_named(mode), edition_named(edition), options, decks, start, table)
    for cell in cells:
        round_.advance(ALL_CELLS[cell])
    if stalled:
        round_.stall()
    return round_.frozen() if kind is FrozenRound else round_

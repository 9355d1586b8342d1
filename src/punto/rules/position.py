"""A position: what everybody may know at one moment of a match."""

from collections import Counter
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from punto.rules.card import Card, cards_of
from punto.rules.cell import Cell
from punto.rules.deprecation import deprecated
from punto.rules.editions import Edition, edition_named
from punto.rules.ending import Score
from punto.rules.errors import UnreadableError
from punto.rules.facts import Mode, mode_named
from punto.rules.handicap import handicap_cards
from punto.rules.legal_cells import NO_CELLS, LegalCells
from punto.rules.options import DEFAULT_OPTIONS, Options
from punto.rules.packing import pack, unpack, unpack_some
from punto.rules.position_after import position_after, with_card_up
from punto.rules.table import FrozenTable, Table

if TYPE_CHECKING:
    from punto.rules.match import Match

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The table, the turn, the score, and what is known of the decks.

    Positions never change. Equal ones hash alike, however play got there, so they can be the keys
    of a dictionary: a transposition table.
    """

    mode: Mode
    edition: Edition
    rounds_to_win: int
    options: Options
    round_number: int
    score: Score
    table: Table
    """A table that never changes: to try something on it, change a copy."""
    seat: int | None
    """The seat to move; None when the match is over."""
    face_up: tuple[Card | None, ...]
    """The visible top card of each seat's deck, if any."""
    decks: tuple[int, ...]
    """How many cards each seat has left, including the visible one."""
    unseen: tuple[Cards, ...]
    """For each side, the cards of its own colours that lie unseen in its decks."""
    neutrals: tuple[int, ...]
    """How many of each seat's cards are neutral, including the visible one."""
    kept: tuple[Cards, ...]
    """For each seat, the unseen neutral cards that it was seen to keep, so everybody knows."""
    unseen_neutrals: Cards
    """All other unseen neutral cards; some may have left the match."""
    _hash: int = field(default=0, init=False, repr=False, compare=False)
    """The hash once it was asked for; 0 before."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", self.table.frozen())

    def __hash__(self) -> int:
        if not self._hash:
            known = (getattr(self, name) for name in HASHED)
            object.__setattr__(self, "_hash", hash((self.mode.name, self.edition.name, *known)))
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        agreed = self.mode.name, self.edition.name, self.rounds_to_win
        options = None if self.options == DEFAULT_OPTIONS else self.options
        score = self.score.wins, tuple(map(pack, self.score.removed))
        hidden = tuple(map(pack, (*self.unseen, *self.kept, self.unseen_neutrals)))
        counts = bytes((*self.decks, *self.neutrals))
        table = self.table.numbers()
        now = self.round_number, *score, *table, self.seat, pack(self.face_up), counts, hidden
        return restored_position, (*agreed, options, *now)

    @property
    def open_cards(self) -> bool:
        """Whether the top card of every deck lies face up."""
        return self.options.open_cards

    @property
    def handicap_cards(self) -> tuple[Cards, ...]:
        """The cards that each side goes without by its handicap, which lie face up."""
        return handicap_cards(self.mode, self.options.handicap)

    @property
    def card(self) -> Card | None:
        """The card in hand: the visible card of the seat to move."""
        return None if self.seat is None else self.face_up[self.seat - 1]

    @property
    def legal_cells(self) -> LegalCells:
        """The cells where the card in hand may be placed."""
        return NO_CELLS if self.card is None else LegalCells(self.table.legal_cells(self.card))

    @property
    def round(self) -> int:
        """The old name of `round_number`."""
        deprecated("Position.round", "round_number")
        return self.round_number

    def turned_up(self, card: str | int) -> "Position":
        """Return the position once the seat to move has turned up this card.

        That may end the round: with a card that has no legal cell.
        """
        return with_card_up(self, Card(card))

    def after(self, cell: str | int, *, next_card: str | int | None = None) -> "Position":
        """Return the position after the card in hand was placed on a cell.

        `next_card` is the card that is turned up then: by the next seat, or with open cards by the
        seat that placed. Without it that card is unknown, and `turned_up` can name it. A line or a
        stalemate ends the round: the score has counted it, and nobody is to move.
        """
        return position_after(self, Cell(cell), None if next_card is None else Card(next_card))

    def possible_cards(self, seat: int) -> set[Card]:
        """Return the cards that may be on top of a seat's deck, as far as anybody can know."""
        if seat not in self.mode.seats:
            raise UnreadableError("seat", expected=f"1 to {len(self.mode.seats)}", came=seat)
        top = self.face_up[seat - 1]
        if top is not None:
            return {top}
        possible: set[Card] = set()
        if self.decks[seat - 1] > self.neutrals[seat - 1]:
            possible.update(self.unseen[self.mode.side_of(seat).number - 1])
        if self.neutrals[seat - 1] > len(self.kept[seat - 1]):
            possible.update(self.unseen_neutrals)
        return possible.union(self.kept[seat - 1])

    def __str__(self) -> str:
        score = " : ".join(map(str, self.score.wins))
        turn = "over" if self.seat is None else f"seat {self.seat} has {self.card or 'a card'}"
        return f"{self.table}\n{self.mode.name}, round {self.round_number}, score {score}, {turn}"

    def _repr_svg_(self) -> str:
        from punto import svg  # noqa: PLC0415 - loaded only for notebooks; see ignore_imports

        return svg.table(self.table.stacks(), last=self.table.last, legal=self.legal_cells)


HASHED = [each.name for each in fields(Position) if each.compare][2:]
"""All fields after the mode and the edition, which have names."""


def position_of(match: "Match") -> Position:
    """Return what everybody may know of a match at this moment."""
    _, stock, round_, _ = match.stage
    seats = match.mode.seats
    face_up = tuple(round_.face_up(seat) for seat in seats)
    seen = Counter(card for card in (*round_.table.cards, *face_up) if card is not None)
    kept = tuple(
        stock.neutrals.seen_left(round_, seat) - Counter(filter(None, [face_up[seat - 1]]))
        for seat in seats
    )
    neutrals = Counter(() if match.mode.neutral is None else cards_of(match.mode.neutral))
    neutrals -= Counter(stock.neutrals.missing)
    return Position(
        mode=match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        options=match.options,
        round_number=match.round_number,
        score=match.score,
        table=match.table,
        seat=match.seat,
        face_up=face_up,
        decks=tuple(len(round_.cards_left(seat)) for seat in seats),
        unseen=tuple(in_order(Counter(own) - seen) for own in stock.own),
        neutrals=tuple(stock.neutrals.left(round_, seat) for seat in seats),
        kept=tuple(map(in_order, kept)),
        unseen_neutrals=in_order(neutrals - seen - sum(kept, Counter())),
    )


def restored_position(
    mode_name: str,
    edition_name: str,
    rounds_to_win: int,
    options: Options | None,
    number: int,
    wins: tuple[int, ...],
    removed: tuple[bytes, ...],
    cards: bytes,
    cells: bytes,
    seat: int | None,
    face_up: bytes,
    counts: bytes,
    hidden: tuple[bytes, ...],
) -> Position:
    """Rebuild a position that was pickled."""
    mode = mode_named(mode_name)
    sides, seats = len(mode.sides), len(mode.seats)
    cards_hidden = tuple([unpack(packed) for packed in hidden])
    return Position(
        mode,
        edition_named(edition_name),
        rounds_to_win,
        options or DEFAULT_OPTIONS,
        number,
        Score(wins, tuple([unpack(packed) for packed in removed])),
        FrozenTable.of_numbers(cards, cells),
        seat,
        unpack_some(face_up),
        tuple(counts[:seats]),
        cards_hidden[:sides],
        tuple(counts[seats:]),
        cards_hidden[sides:-1],
        cards_hidden[-1],
    )


def in_order(cards: Counter[Card]) -> Cards:
    """List counted cards, sorted."""
    return tuple(sorted(cards.elements()))

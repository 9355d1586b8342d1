"""A position: what everybody may know at one moment of a match."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.rules.card import Card, cards_of
from punto.rules.cell import Cell
from punto.rules.editions import Edition
from punto.rules.ending import Score
from punto.rules.errors import UnreadableError
from punto.rules.facts import Mode
from punto.rules.options import Options
from punto.rules.table import Table

if TYPE_CHECKING:
    from punto.rules.match import Match

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The table, the turn, the score, and what is known of the decks."""

    mode: Mode
    edition: Edition
    rounds_to_win: int
    options: Options
    round: int
    score: Score
    table: Table
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

    @property
    def open_cards(self) -> bool:
        """Whether the top card of every deck lies face up."""
        return self.options.open_cards

    @property
    def card(self) -> Card | None:
        """The card in hand: the visible card of the seat to move."""
        return None if self.seat is None else self.face_up[self.seat - 1]

    def legal_cells(self) -> list[Cell]:
        """List the cells where the card in hand may be placed."""
        return [] if self.card is None else self.table.legal_cells(self.card)

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
        return f"{self.table}\n{self.mode.name}, round {self.round}, score {score}, {turn}"

    def _repr_svg_(self) -> str:
        from punto import svg  # noqa: PLC0415 - loaded only for notebooks; see ignore_imports

        return svg.table(self.table.stacks(), last=self.table.last, legal=self.legal_cells())


def position_of(match: "Match") -> Position:
    """Return what everybody may know of a match at this moment."""
    _, stock, round_ = match.stage
    seats = match.mode.seats
    face_up = tuple(round_.face_up(seat) for seat in seats)
    seen = Counter(card for card in (*round_.table.cards, *face_up) if card is not None)
    kept = tuple(
        stock.neutrals.seen_left(round_, seat) - Counter(filter(None, [face_up[seat - 1]]))
        for seat in seats
    )
    neutrals = Counter(() if match.mode.neutral is None else cards_of(match.mode.neutral))
    return Position(
        mode=match.mode,
        edition=match.edition,
        rounds_to_win=match.rounds_to_win,
        options=match.options,
        round=match.number,
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


def in_order(cards: Counter[Card]) -> Cards:
    """List counted cards, sorted."""
    return tuple(sorted(cards.elements()))

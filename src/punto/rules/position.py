"""A position: what everybody may know of one moment of a match."""

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from punto.rules.card import Card, cards_of
from punto.rules.cell import Cell
from punto.rules.errors import UnreadableError
from punto.rules.facts import Edition, Mode
from punto.rules.score import Score
from punto.rules.table import Table

if TYPE_CHECKING:
    from punto.rules.match import Match

Cards = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """The table, the turn and the score, and all that is known of the decks."""

    mode: Mode
    edition: Edition
    rounds_to_win: int
    open_cards: bool
    round: int
    score: Score
    table: Table
    seat: int | None
    """The seat to move; None when the match is over."""
    face_up: tuple[Card | None, ...]
    """The visible top card of each seat's deck."""
    decks: tuple[int, ...]
    """How many cards each seat has left, the visible one included."""
    unseen: tuple[Cards, ...]
    """For each side the cards of its own colours that are in its decks unseen."""
    neutrals: tuple[int, ...]
    """How many of each seat's cards are neutral, the visible one included."""
    kept: tuple[Cards, ...]
    """The unseen neutral cards that are known to be in a seat's deck: it was seen to keep them."""
    unseen_neutrals: Cards
    """The other unseen neutral cards; some may have left the match."""

    @property
    def card(self) -> Card | None:
        """The card in hand."""
        return None if self.seat is None else self.face_up[self.seat - 1]

    def legal_cells(self) -> list[Cell]:
        """List the cells that can take the card in hand."""
        return [] if self.card is None else self.table.legal_cells(self.card)

    def possible_cards(self, seat: int) -> set[Card]:
        """List the cards that may be on top of a seat's deck, as far as anybody can know."""
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
    """Take from a match what everybody may know of this moment."""
    _, stock, round_ = match.stage
    seats = match.mode.seats
    face_up = tuple(round_.face_up(seat, match.open_cards) for seat in seats)
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
        open_cards=match.open_cards,
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
    """List counted cards."""
    return tuple(sorted(cards.elements()))

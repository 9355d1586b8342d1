"""A round as OpenSpiel sees it: a public position, and decks only where chance has dealt them."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Self

from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.editions import Edition
from punto.rules.ending import Score
from punto.rules.facts import Mode
from punto.rules.options import DEFAULT_OPTIONS
from punto.rules.position import Position
from punto.rules.stock import Stock
from punto.rules.table import Table


@dataclass(frozen=True, slots=True)
class OpenRound:
    """A moment that never changes, so that copies of a state can share it."""

    position: Position
    _decks: tuple[tuple[Card | None, ...], ...] = field(default=())
    """What is left of each deck, the top card first; empty if chance turns up every card."""

    @classmethod
    def at_start(cls, mode: Mode, edition: Edition) -> Self:
        """Return the moment before the first card is turned up."""
        stock, seats = Stock.at_start(mode, 1), len(mode.seats)
        return cls(
            Position(
                mode=mode,
                edition=edition,
                rounds_to_win=1,
                options=DEFAULT_OPTIONS,
                round_number=1,
                score=Score.at_start(mode),
                table=Table(),
                seat=1,
                face_up=(None,) * seats,
                decks=tuple(stock.sizes()),
                unseen=stock.own,
                neutrals=tuple(stock.neutrals.counts()),
                kept=((),) * seats,
                unseen_neutrals=stock.neutrals.pool,
            )
        )

    def __deepcopy__(self, memo: object) -> "OpenRound":
        return self

    def odds(self) -> list[tuple[Card, float]]:
        """Return the cards that the seat to move may turn up, sorted, with the chance of each."""
        position, seat = self.position, self.position.seat
        assert seat is not None
        left, neutral = position.decks[seat - 1], position.neutrals[seat - 1]
        own = Counter(position.unseen[position.mode.side_of(seat).number - 1])
        loose = Counter(position.unseen_neutrals if neutral else ())
        shares = ((own, left - neutral), (loose, neutral))
        return sorted(
            (card, count / cards.total() * size / left)
            for cards, size in shares
            if size
            for card, count in cards.items()
        )

    def turned_up(self, card: Card) -> "OpenRound":
        """Return the moment after the seat to move turned up a card."""
        return OpenRound(self.position.turned_up(card), self._decks)

    def dealt(self, seed: int) -> "OpenRound":
        """Deal all decks by a seed, and turn up the first card."""
        stock = Stock.at_start(self.position.mode, 1)
        decks = stock.deal(seed.to_bytes(32), 1)
        return OpenRound(self.position, decks)._with_next_card()

    def placed(self, cell: Cell) -> "OpenRound":
        """Return the moment after the card in hand was placed."""
        seat, decks = self.position.seat, list(self._decks)
        assert seat is not None
        if decks:
            decks[seat - 1] = decks[seat - 1][1:]
        return OpenRound(self.position.after(cell), tuple(decks))._with_next_card()

    def _with_next_card(self) -> "OpenRound":
        """Turn up the next card, if the decks are dealt."""
        seat = self.position.seat
        card = self._decks[seat - 1][0] if self._decks and seat is not None else None
        return self if card is None else self.turned_up(card)

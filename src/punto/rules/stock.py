"""The stock: what there is to deal for a round, and which decks can follow from it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from punto.rules.card import Card, cards_of
from punto.rules.facts import Mode, Side
from punto.rules.neutral import Neutrals, Objection
from punto.rules.round import Deck, Round
from punto.rules.shuffle import shuffled


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that are in the match before a round is dealt."""

    mode: Mode
    start: int
    own: tuple[tuple[Card, ...], ...]
    """Each side's cards of its own colours, in order."""
    neutrals: Neutrals

    @classmethod
    def at_start(cls, mode: Mode, start: int) -> "Stock":
        """Every side has all its cards."""
        own = (
            tuple(card for colour in side.colours for card in cards_of(colour))
            for side in mode.sides
        )
        return cls(mode, start, tuple(own), Neutrals.at_start(mode, start))

    def after(self, round_: Round, start: int) -> "Stock":
        """Find what there is to deal once a round has ended, for one that `start` begins."""
        own = list(self.own)
        if round_.end and round_.end.winner and round_.end.removed:
            side = round_.end.winner - 1
            gone = own[side].index(round_.end.removed)
            own[side] = (*own[side][:gone], *own[side][gone + 1 :])
        neutrals = self.neutrals.after(round_, start)
        return Stock(self.mode, start, tuple(own), neutrals)

    def sizes(self) -> list[int]:
        """Count the cards of each seat's deck."""
        sizes = self.neutrals.counts()
        for side in self.mode.sides:
            for seat, size in self.shares(side, len(self.own[side.number - 1])):
                sizes[seat - 1] += size
        return sizes

    def deal(self, seed: bytes, number: int) -> tuple[Deck, ...]:
        """Deal round `number` as docs/shuffle.md has it for this seed."""
        decks: list[Deck] = [()] * len(self.mode.seats)
        pool = shuffled(self.neutrals.pool, seed, f"round {number} neutral")
        hands = self.neutrals.hands(pool)
        for side in self.mode.sides:
            neutral = (card for seat in side.seats for card in self.neutrals.among(hands[seat - 1]))
            pile = sorted([*self.own[side.number - 1], *neutral])
            cards = iter(shuffled(pile, seed, f"round {number} side {side.number}"))
            for seat, size in self.shares(side, len(pile)):
                decks[seat - 1] = tuple(islice(cards, size))
        return tuple(decks)

    def unknown_decks(self) -> tuple[Deck, ...]:
        """Make decks of the right sizes of cards that nobody has seen."""
        return tuple((None,) * size for size in self.sizes())

    def objection(self, decks: Sequence[Deck]) -> Objection | None:
        """Say whose deck cannot follow from this stock, what was expected of it, and what came."""
        for seat, deck, size in zip(self.mode.seats, decks, self.sizes(), strict=True):
            if len(deck) != size:
                return seat, f"{size} cards for seat {seat}", len(deck)
        for side, own in zip(self.mode.sides, self.own, strict=True):
            held = sorted(self.neutrals.others(chain(*(decks[seat - 1] for seat in side.seats))))
            if held == list(own):
                continue
            for card in Counter(held) - Counter(own):
                last = max(seat for seat in side.seats if card in decks[seat - 1])
                expected = f"{card} no more often than side {side.number} has it"
                return last, expected, held.count(card)
        return self.neutrals.objection(decks)

    def shares(self, side: Side, count: int) -> Iterator[tuple[int, int]]:
        """Split a side's cards evenly among its seats; an odd one goes to who plays first."""
        members = [seat for seat in self.mode.order_from(self.start) if seat in side.seats]
        for place, seat in enumerate(members):
            yield seat, (count + len(members) - 1 - place) // len(members)

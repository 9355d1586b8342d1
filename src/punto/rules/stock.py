"""The stock: what there is to deal for a round, and which decks can follow from it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, filterfalse, islice

from punto.rules.card import Card, cards_of
from punto.rules.facts import Edition, Mode, Side
from punto.rules.round import Deck, Round
from punto.rules.shuffle import shuffled


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that are in the match before a round is dealt."""

    mode: Mode
    start: int
    own: tuple[tuple[Card, ...], ...]
    """Each side's cards of its own colours, in order."""
    kept: tuple[tuple[Card | None, ...], ...]
    """The neutral cards that each seat did not play in the round before; None where unknown."""
    seen_kept: tuple[tuple[Card, ...], ...]
    """Those of them that lay face up when that round ended, so that everybody knows."""
    pool: tuple[Card, ...] = ()
    """The neutral cards to deal, in order."""
    leaving: int = 0
    """How many of the pool leave the match instead."""
    first: int = 1
    """The seat that gets the first card of the pool."""

    def neutrals(self) -> tuple[int, ...]:
        """Count the neutral cards that each seat holds once the round is dealt."""
        return tuple(map(len, self._deal_pool(self.pool)))

    def sizes(self) -> tuple[int, ...]:
        """Count the cards of each seat's deck; a team's odd card goes to who plays first."""
        sizes = list(self.neutrals())
        for side in self.mode.sides:
            members = self._in_order(side)
            for seat, size in zip(members, halves(len(self.own[side.number - 1]), len(members)), strict=True):
                sizes[seat - 1] += size
        return tuple(sizes)

    def deal(self, seed: bytes, number: int) -> tuple[Deck, ...]:
        """Deal round `number` as docs/shuffle.md has it for this seed."""
        decks: list[Deck] = [()] * len(self.mode.seats)
        hands = self._deal_pool(shuffled(self.pool, seed, f"round {number} neutral"))
        for side in self.mode.sides:
            members = self._in_order(side)
            pile = [*self.own[side.number - 1], *(card for seat in members for card in hands[seat - 1])]
            cards = iter(shuffled(sorted(pile), seed, f"round {number} side {side.number}"))
            for seat, size in zip(members, halves(len(pile), len(members)), strict=True):
                decks[seat - 1] = tuple(islice(cards, size))
        return tuple(decks)

    def unknown_decks(self) -> tuple[Deck, ...]:
        """Make decks of the right sizes of cards that nobody has seen."""
        return tuple((None,) * size for size in self.sizes())

    def objection(self, decks: Sequence[Deck]) -> tuple[str, object] | None:
        """Say what was expected, and what came, if decks cannot follow from this stock."""
        for seat, deck, size in zip(self.mode.seats, decks, self.sizes(), strict=True):
            if len(deck) != size:
                return f"{size} cards for seat {seat}", len(deck)
        for side in self.mode.sides:
            held = [card for seat in side.seats for card in decks[seat - 1] if card is not None]
            for card in Counter(filterfalse(self._is_neutral, held)) - Counter(self.own[side.number - 1]):
                return f"{card} no more often than side {side.number} has it", held.count(card)
        return self._neutral_objection(decks)

    def _neutral_objection(self, decks: Sequence[Deck]) -> tuple[str, object] | None:
        dealt: Counter[Card] = Counter()
        for seat, deck, count in zip(self.mode.seats, decks, self.neutrals(), strict=True):
            held = Counter(card for card in deck if card is not None and self._is_neutral(card))
            if held.total() > count or (held.total() < count and None not in deck):
                return f"{count} neutral cards for seat {seat}", held.total()
            kept = Counter(card for card in self.kept[seat - 1] if card is not None)
            for card in kept - held if None not in deck else ():
                return f"{card} for seat {seat}, which kept it", "none"
            dealt += held - kept
        if None not in chain(*decks, *self.kept):
            for card in dealt - Counter(self.pool):
                return f"{card} no more often than it is to be dealt", dealt[card]
        return None

    def after(self, round_: Round, edition: Edition, open_cards: bool, start: int) -> "Stock":
        """Find what there is to deal once a round has ended."""
        end = round_.end
        assert end is not None
        own = [list(cards) for cards in self.own]
        if end.winner and end.removed:
            own[end.winner - 1].remove(end.removed)
        pool = tuple(sorted(card for card in round_.table.cards if self._is_neutral(card)))
        from_winner = edition.redeal == "from-winner"
        return Stock(
            self.mode,
            start,
            tuple(map(tuple, own)),
            tuple(self._kept_by(seat, round_) for seat in self.mode.seats),
            tuple(self._seen_kept_by(seat, round_, open_cards) for seat in self.mode.seats),
            pool,
            leaving=0 if from_winner else len(pool) % len(self.mode.seats),
            first=end.winner if from_winner and end.winner else start,
        )

    def neutrals_after(self, round_: Round, seat: int) -> int:
        """Count the neutral cards that a seat has left in a round from this stock."""
        return self.neutrals()[seat - 1] - sum(map(self._is_neutral, round_.laid_by(seat)))

    def seen_kept_after(self, round_: Round, seat: int) -> Counter[Card]:
        """Count the neutral cards that everybody knows a seat to have left in its deck."""
        return Counter(self.seen_kept[seat - 1]) - Counter(round_.laid_by(seat))

    def _kept_by(self, seat: int, round_: Round) -> Deck:
        known = [card for card in round_.cards_left(seat) if card is not None]
        kept = sorted(filter(self._is_neutral, known))
        return (*kept, *(None,) * (self.neutrals_after(round_, seat) - len(kept)))

    def _seen_kept_by(self, seat: int, round_: Round, open_cards: bool) -> tuple[Card, ...]:
        top = round_.face_up(seat, open_cards)
        in_sight = Counter([top] if top is not None and self._is_neutral(top) else [])
        # The card in sight may be one that was known already: the more of either, not their sum.
        return tuple(sorted((self.seen_kept_after(round_, seat) | in_sight).elements()))

    def _deal_pool(self, pool: Sequence[Card]) -> list[Deck]:
        order = self.mode.order_from(self.first)
        dealt = pool[: len(pool) - self.leaving]
        return [
            (*kept, *dealt[order.index(seat) :: len(order)])
            for seat, kept in zip(self.mode.seats, self.kept, strict=True)
        ]

    def _in_order(self, side: Side) -> list[int]:
        return [seat for seat in self.mode.order_from(self.start) if seat in side.seats]

    def _is_neutral(self, card: Card) -> bool:
        return card.colour is self.mode.neutral


def first_stock(mode: Mode, start: int) -> Stock:
    """Give every side all its cards."""
    own = tuple(tuple(card for colour in side.colours for card in cards_of(colour)) for side in mode.sides)
    pool = () if mode.neutral is None else cards_of(mode.neutral)
    nothing = ((),) * len(mode.seats)
    return Stock(mode, start, own, nothing, nothing, pool, first=start)


def halves(count: int, parts: int) -> tuple[int, ...]:
    """Split a number of cards evenly; what is odd goes to the first."""
    return tuple((count + parts - 1 - part) // parts for part in range(parts))

"""The stock: the cards to deal for a round, and which decks can come of them.

The neutral cards of `3p` have rules of their own: seats keep those they did not play, and the
others are dealt again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

from punto.rules.card import Card, cards_of
from punto.rules.deck import Deck
from punto.rules.errors import Words
from punto.rules.facts import Mode, Side
from punto.rules.handicap import Handicap, handicap_cards
from punto.rules.round import Round
from punto.rules.shuffle import shuffled

Objection = tuple[int, str, object]
"""A seat whose deck is wrong, what was expected, and what came."""


@dataclass(frozen=True, slots=True)
class Neutrals:
    """The neutral cards before a round; empty in a mode that has none."""

    mode: Mode
    kept: tuple[Deck, ...]
    """The cards that each seat did not play in the last round; None for an unknown one."""
    seen_kept: tuple[tuple[Card, ...], ...]
    """Those of them that were face up when that round ended, so everybody knows them."""
    pool: tuple[Card, ...]
    """The cards that were played and are dealt again, sorted."""
    leaving: int
    """How many cards of the pool leave the match instead."""
    first: int
    """The seat that gets the first card of the pool."""
    missing: tuple[Card, ...] = ()
    """The cards that were never in the match, because it began with a position without them."""

    @classmethod
    def at_start(cls, mode: Mode, start: int) -> "Neutrals":
        """Return the state before the first round: all cards are in the pool."""
        nothing = ((),) * len(mode.seats)
        pool = () if mode.neutral is None else cards_of(mode.neutral)
        return cls(mode, nothing, nothing, pool, leaving=0, first=start)

    def hands(self, pool: Sequence[Card]) -> list[Deck]:
        """Return each seat's cards: what it kept, and its share of the pool, dealt one by one."""
        order = self.mode.order_from(self.first)
        dealt = pool[: len(pool) - self.leaving]
        return [
            (*kept, *dealt[order.index(seat) :: len(order)])
            for seat, kept in zip(self.mode.seats, self.kept, strict=True)
        ]

    def counts(self) -> list[int]:
        """Return how many neutral cards each seat has once the round is dealt."""
        return list(map(len, self.hands(self.pool)))

    def among(self, cards: Iterable[Card | None]) -> list[Card]:
        """Return the known cards that are neutral."""
        neutral = self.mode.neutral
        if neutral is None:
            return []
        return [card for card in cards if card is not None and card >> 4 == neutral]

    def others(self, cards: Iterable[Card | None]) -> list[Card]:
        """Return the known cards that belong to a side."""
        neutral = self.mode.neutral
        return [card for card in cards if card is not None and card >> 4 != neutral]

    def may_have(self, seat: int, cards: Iterable[Card]) -> bool:
        """Whether a seat may have been dealt all these cards, as far as anybody can know."""
        held = Counter(self.among(cards))
        if not held:
            return True
        pool, kept = Counter(self.pool), len(self.kept[seat - 1])
        dealt = self.counts()[seat - 1] - kept
        elsewhere = Counter(cards_of(next(iter(held)).colour)) - pool
        return (held - pool).total() <= kept and (held - elsewhere).total() <= dealt

    def objection(self, decks: Sequence[Deck]) -> Objection | None:
        """Return what is wrong with the neutral cards of these decks, if anything."""
        if self.mode.neutral is None:
            return None
        dealt: Counter[Card] = Counter()
        dealt_to: dict[Card, int] = {}
        for seat, deck, count in zip(self.mode.seats, decks, self.counts(), strict=True):
            held = Counter(self.among(deck))
            if held.total() > count or (held.total() < count and None not in deck):
                return seat, f"{count} neutral cards for seat {seat}", held.total()
            kept = Counter(self.among(self.kept[seat - 1]))
            for card in kept - held if None not in deck else ():
                return seat, f"{card} for seat {seat}, which kept it", Words("none")
            dealt += held - kept
            dealt_to.update(dict.fromkeys(held - kept, seat))
        if None not in chain(*decks, *self.kept):
            for card in dealt - Counter(self.pool):
                expected = f"{card} no more often than it is to be dealt"
                return dealt_to[card], expected, dealt[card]
        return None

    def after(self, round_: Round, start: int) -> "Neutrals":
        """Return the neutral cards before the next round, which `start` begins."""
        if self.mode.neutral is None or round_.end is None:
            return self
        seats, winner = self.mode.seats, round_.end.winner
        pool = tuple(sorted(self.among(round_.table.cards)))
        from_winner = round_.edition.redeal == "from-winner"
        return Neutrals(
            self.mode,
            tuple(self._kept_by(seat, round_) for seat in seats),
            tuple(self._seen_kept_by(seat, round_) for seat in seats),
            pool,
            leaving=0 if from_winner else len(pool) % len(seats),
            first=winner if from_winner and winner else start,
            missing=self.missing,
        )

    def left(self, round_: Round, seat: int) -> int:
        """Count the neutral cards left to a seat in the round that these were dealt for."""
        if self.mode.neutral is None:
            return 0
        return self.counts()[seat - 1] - len(self.among(round_.laid_by(seat)))

    def seen_left(self, round_: Round, seat: int) -> Counter[Card]:
        """Count those that everybody knows to be still in a seat's deck."""
        seen = self.seen_kept[seat - 1]
        return Counter(seen) - Counter(round_.laid_by(seat)) if seen else Counter()

    def _kept_by(self, seat: int, round_: Round) -> Deck:
        known = sorted(self.among(round_.cards_left(seat)))
        return (*known, *(None,) * (self.left(round_, seat) - len(known)))

    def _seen_kept_by(self, seat: int, round_: Round) -> tuple[Card, ...]:
        in_sight = Counter(self.among([round_.face_up(seat)]))
        # The visible card may be one of the known ones: take the larger count of each, not the sum.
        return tuple(sorted((self.seen_left(round_, seat) | in_sight).elements()))


@dataclass(frozen=True, slots=True)
class Stock:
    """The cards that are in the match before a round is dealt."""

    mode: Mode
    start: int
    own: tuple[tuple[Card, ...], ...]
    """Each side's cards of its own colours, in order."""
    neutrals: Neutrals

    @classmethod
    def at_start(cls, mode: Mode, start: int, handicap: Handicap = ()) -> "Stock":
        """Return the stock before the first round: all cards but those that a handicap costs."""
        own = (
            tuple(sorted((Counter(chain(*map(cards_of, side.colours))) - Counter(gone)).elements()))
            for side, gone in zip(mode.sides, handicap_cards(mode, handicap), strict=True)
        )
        return cls(mode, start, tuple(own), Neutrals.at_start(mode, start))

    def after(self, round_: Round, start: int) -> "Stock":
        """Return the stock after a round, for the next one, which `start` begins."""
        own = list(self.own)
        if round_.end and round_.end.winner and round_.end.removed:
            side = round_.end.winner - 1
            gone = own[side].index(round_.end.removed)
            own[side] = (*own[side][:gone], *own[side][gone + 1 :])
        neutrals = self.neutrals.after(round_, start)
        return Stock(self.mode, start, tuple(own), neutrals)

    def sizes(self) -> list[int]:
        """Return the size of each seat's deck."""
        sizes = self.neutrals.counts()
        for side in self.mode.sides:
            for seat, size in self.shares(side, len(self.own[side.number - 1])):
                sizes[seat - 1] += size
        return sizes

    def deal(self, seed: bytes, number: int) -> tuple[Deck, ...]:
        """Deal round `number` from this seed, as docs/shuffle.md describes."""
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
        """Return decks of the right sizes, of unknown cards."""
        return tuple((None,) * size for size in self.sizes())

    def objection(self, decks: Sequence[Deck]) -> Objection | None:
        """Return what is wrong with these decks, if anything: they must follow from the stock."""
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
        """Yield how many cards each seat of a side gets; an odd one goes to the first to play."""
        members = [seat for seat in self.mode.order_from(self.start) if seat in side.seats]
        for place, seat in enumerate(members):
            yield seat, (count + len(members) - 1 - place) // len(members)

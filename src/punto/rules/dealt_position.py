"""Dealing from a position: which decks fit what is known of them, and drawing some by a seed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from punto.rules.card import Card, cards_of
from punto.rules.deck import Deal, Deck, read_deal
from punto.rules.errors import TurnError, UnreadableError, Words
from punto.rules.position import Position
from punto.rules.shuffle import new_seed, read_seed, shuffled
from punto.rules.stock import Neutrals, Stock


def require_seat(position: Position) -> int:
    """Return the seat to move, or refuse a position in which nobody is."""
    if not isinstance(position, Position):
        raise UnreadableError("position", expected="a Position", came=position)
    if position.seat is None:
        raise TurnError("round-over", "the round is over; nobody is to move")
    return position.seat


def decks_of(
    position: Position,
    decks: Deal | None,
    seed: str | bytes | None,
) -> tuple[Deck, ...]:
    """Return the decks that are given, if they fit, or that a seed draws; by default any."""
    if decks is None:
        return drawn_decks(position, new_seed() if seed is None else read_seed(seed))
    if seed is not None:
        raise UnreadableError("round", expected="a seed or decks", came=Words("both"))
    return fitting_decks(position, read_deal(position.mode, decks))


def drawn_decks(position: Position, seed: bytes) -> tuple[Deck, ...]:
    """Draw the decks of a position from what is unseen; visible cards lie on top."""
    mode, label = position.mode, f"position {position.round_number}"
    hands: list[list[Card]] = [[] for _ in mode.seats]
    for side, unseen in zip(mode.sides, position.unseen, strict=True):
        own = iter(shuffled(unseen, seed, f"{label} side {side.number}"))
        for seat in side.seats:
            count = position.decks[seat - 1] - position.neutrals[seat - 1] - shows(position, seat)
            hands[seat - 1] += [next(own) for _ in range(count)]
    loose = iter(shuffled(position.unseen_neutrals, seed, f"{label} neutral"))
    decks = []
    for seat, hand, kept in zip(mode.seats, hands, position.kept, strict=True):
        count = position.neutrals[seat - 1] - len(kept) - shows_neutral(position, seat)
        cards = sorted([*hand, *kept, *(next(loose) for _ in range(count))])
        top = filter(None, [position.face_up[seat - 1]])
        decks.append((*top, *shuffled(cards, seed, f"{label} seat {seat}")))
    return tuple(decks)


def fitting_decks(position: Position, decks: Sequence[Deck]) -> tuple[Deck, ...]:
    """Return given decks, with the visible cards named; refuse those that contradict a position."""
    shown = tuple(map(with_top, decks, position.face_up))
    for seat, expected, came in objections(position, shown):
        raise UnreadableError("deal", expected=expected, came=came, seat=seat)
    return shown


def with_top(deck: Deck, top: Card | None) -> Deck:
    """Name the top card of a deck, if it is visible and was not named."""
    return (top, *deck[1:]) if deck and deck[0] is None else deck


def objections(position: Position, decks: Sequence[Deck]) -> Iterator[tuple[int, str, object]]:
    """Yield seats whose decks contradict a position, what was expected and what came."""
    mode = position.mode
    for seat, deck, size, top in zip(
        mode.seats, decks, position.decks, position.face_up, strict=True
    ):
        if len(deck) != size:
            yield seat, f"{size} cards for seat {seat}", len(deck)
        if top is not None and deck[:1] != (top,):
            yield seat, f"{top} on top of the deck of seat {seat}", Words(str(deck[0]))
    for side, unseen in zip(mode.sides, position.unseen, strict=True):
        hidden = Counter(
            card
            for seat in side.seats
            for card in below_top(position, decks, seat)
            if card is not None and card.colour in side.colours
        )
        last = side.seats[-1]
        for card in hidden - Counter(unseen):
            yield last, f"{card} no more often than side {side.number} has it", hidden[card]
    yield from neutral_objections(position, decks)


def neutral_objections(
    position: Position, decks: Sequence[Deck]
) -> Iterator[tuple[int, str, object]]:
    """Yield what is wrong with the neutral cards of decks."""
    loose: Counter[Card] = Counter()
    for seat, kept, count in zip(
        position.mode.seats, position.kept, position.neutrals, strict=True
    ):
        deck, hidden = decks[seat - 1], below_top(position, decks, seat)
        held = Counter(card for card in hidden if card and card.colour is position.mode.neutral)
        total = held.total() + shows_neutral(position, seat)
        if total > count or (total < count and None not in deck):
            yield seat, f"{count} neutral cards for seat {seat}", total
        for card in Counter(kept) - held if None not in deck else ():
            yield seat, f"{card} for seat {seat}, which kept it", Words("none")
        loose += held - Counter(kept)
        for card in loose - Counter(position.unseen_neutrals):
            yield seat, f"{card} no more often than it is unseen", loose[card]


def below_top(position: Position, decks: Sequence[Deck], seat: int) -> Deck:
    """Return what lies under the visible card of a deck; all of it if none is visible."""
    return decks[seat - 1][position.face_up[seat - 1] is not None :]


def shows(position: Position, seat: int) -> bool:
    """Whether the visible card of a seat is one of its own."""
    return position.face_up[seat - 1] is not None and not shows_neutral(position, seat)


def shows_neutral(position: Position, seat: int) -> bool:
    """Whether the visible card of a seat is neutral."""
    card = position.face_up[seat - 1]
    return card is not None and card.colour is position.mode.neutral


def stock_of(position: Position, decks: Sequence[Deck]) -> Stock:
    """Return the stock for playing on from a position: all cards that are in it.

    The neutral cards in the decks count as kept, because nobody is dealt any until the next round.
    """
    mode, start = position.mode, require_seat(position)
    face_up = [card for card in position.face_up if card is not None]
    own = [
        tuple(sorted([*unseen, *(c for c in (*position.table, *face_up) if c.colour in colours)]))
        for unseen, colours in zip(
            position.unseen, (side.colours for side in mode.sides), strict=True
        )
    ]
    seen = [
        tuple(sorted([*kept, *filter(None, [position.face_up[seat - 1]])]))
        if shows_neutral(position, seat)
        else kept
        for seat, kept in zip(mode.seats, position.kept, strict=True)
    ]
    nothing = Neutrals(mode, ((),) * len(decks), tuple(seen), (), 0, start)
    known = [sorted(nothing.among(deck)) for deck in decks]
    kept_cards: list[Deck] = [
        (*cards, *(None,) * (count - len(cards)))
        for cards, count in zip(known, position.neutrals, strict=True)
    ]
    there = [*position.table, *face_up, *position.unseen_neutrals, *chain(*position.kept)]
    every = Counter(() if mode.neutral is None else cards_of(mode.neutral))
    missing = tuple(sorted((every - Counter(there)).elements()))
    neutrals = Neutrals(mode, tuple(kept_cards), tuple(seen), (), 0, start, missing)
    return Stock(mode, start, tuple(own), neutrals)

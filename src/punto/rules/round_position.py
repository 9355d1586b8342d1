"""The position of a round that is played by itself, without a match."""

from collections import Counter

from punto.rules.card import Card, cards_of
from punto.rules.ending import Score
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import Side
from punto.rules.handicap import handicap_cards
from punto.rules.position import Position, in_order
from punto.rules.round import Round


def position_of_round(round_: Round) -> Position:
    """Return what everybody may know of a round: its cards, but not in which order they lie.

    It counts as a match of one round. Unknown cards are accepted where they can only be the rest of
    a side's cards.
    """
    mode, seats = round_.mode, round_.mode.seats
    score = Score.at_start(mode)
    face_up = tuple(round_.face_up(seat) for seat in seats)
    hidden = {seat: round_.cards_left(seat)[face_up[seat - 1] is not None :] for seat in seats}
    neutral = mode.neutral
    loose = [card for cards in hidden.values() for card in cards if card and card.colour is neutral]
    return Position(
        mode=mode,
        edition=round_.edition,
        rounds_to_win=1,
        options=round_.options,
        round_number=1,
        score=score if round_.end is None else score.after(round_.end),
        table=round_.table,
        seat=round_.seat,
        face_up=face_up,
        decks=tuple(len(round_.cards_left(seat)) for seat in seats),
        unseen=tuple(unseen_of(round_, side, hidden) for side in mode.sides),
        neutrals=tuple(
            sum(card is not None and card.colour is neutral for card in round_.cards_left(seat))
            for seat in seats
        ),
        kept=((),) * len(seats),
        unseen_neutrals=tuple(sorted(loose)),
    )


def unseen_of(
    round_: Round, side: Side, hidden: dict[int, tuple[Card | None, ...]]
) -> tuple[Card, ...]:
    """Return a side's own cards that lie unseen in its decks."""
    cards = [card for seat in side.seats for card in hidden[seat]]
    own = Counter(card for card in cards if card is not None and card.colour in side.colours)
    unknown = cards.count(None)
    if unknown:
        gone = handicap_cards(round_.mode, round_.options.handicap)[side.number - 1]
        elsewhere = Counter([*round_.table, *gone, *filter(None, map(round_.face_up, side.seats))])
        rest = Counter(card for colour in side.colours for card in cards_of(colour))
        rest -= elsewhere + own
        if round_.mode.neutral is not None or rest.total() != unknown:
            raise UnreadableError(
                "decks", expected="decks of known cards", came=Words(f"{unknown} unknown ones")
            )
        own += rest
    return in_order(own)

"""Decks that could have been dealt where a record keeps them secret, so that it can be checked."""

from collections import Counter
from collections.abc import Iterable, Iterator

from punto import Card, Match, Record, Round
from punto.rules.card import cards_of
from punto.rules.facts import Colour


def can_be_completed(match: Match) -> bool:
    """Tell whether decks are found without a search: who keeps which neutral card is one."""
    return match.mode.neutral is None or match.round_number == 1


def completed(record: Record) -> str:
    """Write a record with deals that fit all that is told of the match."""
    lines = iter(str(record).split("\n"))
    stages = possible_deals(record.match)
    written = []
    for line in lines:
        written.append(line)
        if line.startswith("round "):
            written += [
                f"deal {seat} {' '.join(map(str, deck))}"
                for seat, deck in enumerate(next(stages), start=1)
            ]
    return "\n".join(written)


def possible_deals(match: Match) -> Iterator[list[list[Card]]]:
    """Put under the cards that were laid those that were not, for each round."""
    owned = {side.number: all_cards(side.colours) for side in match.mode.sides}
    for round_ in match.rounds:
        yield possible_decks(round_, owned)
        if round_.end and round_.end.winner and round_.end.removed:
            owned[round_.end.winner].subtract([round_.end.removed])


def possible_decks(round_: Round, owned: dict[int, Counter[Card]]) -> list[list[Card]]:
    mode = round_.mode
    laid = {seat: round_.laid_by(seat) for seat in mode.seats}
    own = {number: cards - Counter(round_.table.cards) for number, cards in owned.items()}
    neutral = all_cards([] if mode.neutral is None else [mode.neutral])
    neutral -= Counter(round_.table.cards)
    decks: dict[int, list[Card]] = {}
    turn = round_.seat if round_.end is None else round_.end.seat
    for seat in sorted(mode.seats, key=lambda seat: seat != turn):
        hidden = len(round_.decks[seat - 1]) - len(laid[seat])
        mine = own[mode.side_of(seat).number]
        wanted = 0
        if mode.neutral is not None:
            wanted = 6 - sum(card.colour is mode.neutral for card in laid[seat])
        rest = [*take(neutral, wanted, round_), *take(mine, hidden - wanted, round_)]
        decks[seat] = laid[seat] + sorted(rest, key=lambda card: rank(card, round_))
    return [decks[seat] for seat in mode.seats]


def take(cards: Counter[Card], count: int, round_: Round) -> list[Card]:
    taken = sorted(cards.elements(), key=lambda card: rank(card, round_))[:count]
    cards.subtract(taken)
    return taken


def rank(card: Card, round_: Round) -> int:
    """Who is to move has the best card there is, who could not play had the worst."""
    return -card.value if round_.end is None else card.value


def all_cards(colours: Iterable[Colour]) -> Counter[Card]:
    return Counter(card for colour in colours for card in cards_of(colour))

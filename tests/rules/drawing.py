"""The random rounds of the kernel told a second time: its generator, its shuffles, its choices."""

from collections.abc import Iterator

from punto import Card, Mode, Round, RoundEnd
from punto.rules.card import cards_of

WORD = 2**64 - 1


class Generator:
    """The generator xorshift64*, of whose numbers the upper half is scaled."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, limit: int) -> int:
        """Draw a number from 0 up to a limit."""
        state = self.state
        state ^= state >> 12
        state = (state ^ state << 25) & WORD
        state ^= state >> 27
        self.state = state
        upper = (state * 2685821657736338717 & WORD) >> 32
        return upper * limit >> 32

    def shuffle(self, cards: list[Card], places: list[int]) -> None:
        """Shuffle the cards on these places, from the last one down."""
        for last in range(len(places) - 1, 0, -1):
            one, other = places[last], places[self.below(last + 1)]
            cards[one], cards[other] = cards[other], cards[one]


def fresh_cards(mode: Mode) -> tuple[list[Card], list[int], list[range]]:
    """Lay all cards in a row, side by side: the cards, the neutral places, each side's places."""
    cards: list[Card] = []
    neutral_places: list[int] = []
    sides = []
    for side in mode.sides:
        first = len(cards)
        if mode.neutral is not None:
            cards += cards_of(mode.neutral)[side.number - 1 :: 3]
        neutral_places += range(first, len(cards))
        cards += [card for colour in side.colours for card in cards_of(colour)]
        sides.append(range(first, len(cards)))
    return cards, neutral_places, sides


def deal(mode: Mode, generator: Generator) -> list[list[Card]]:
    """Shuffle and deal a first round as the kernel does."""
    cards, neutral_places, sides = fresh_cards(mode)
    generator.shuffle(cards, neutral_places)
    decks: dict[int, list[Card]] = {}
    for side, places in zip(mode.sides, sides, strict=True):
        generator.shuffle(cards, list(places))
        size = len(places) // len(side.seats)
        for part, seat in enumerate(side.seats):
            decks[seat] = cards[places.start + part * size : places.start + (part + 1) * size]
    return [decks[seat] for seat in mode.seats]


def played_rounds(mode: Mode, edition: str, rounds: int, seed: int) -> Iterator[Round]:
    """Play rounds with the rules themselves, on the cells that the generator draws."""
    generator = Generator(seed)
    for _ in range(rounds):
        round_ = Round(mode, deal(mode, generator), edition=edition)
        while not round_.over:
            cells = round_.legal_cells
            round_.place(cells[generator.below(len(cells))])
        yield round_


def end_of(round_: Round) -> RoundEnd:
    """Give the end of a round that has one."""
    assert round_.end is not None
    return round_.end

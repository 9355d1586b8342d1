"""Many rounds between strategies of your own, as fast as they can be played in Python."""

from collections.abc import Callable, Sequence
from random import Random

from punto.rules.card import Card
from punto.rules.deck import Deck
from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.errors import UnreadableError
from punto.rules.facts import Mode, mode_named
from punto.rules.legal_cells import LegalCells
from punto.rules.many_rounds import Tally
from punto.rules.options import DEFAULT_OPTIONS, Options, read_options
from punto.rules.position import Position
from punto.rules.round import Round
from punto.rules.stock import Stock
from punto.rules.table import FrozenTable

MODE_BY_COUNT = {2: "2p", 3: "3p", 4: "4p"}
"""The mode that is played if none is named."""


class Turn:
    """A turn in a simulated round: what a view shows of a match, each made when asked for."""

    __slots__ = ("_round", "card", "seat")

    def __init__(self, round_: Round, seat: int, card: Card) -> None:
        self._round = round_
        self.seat = seat
        """The seat to move."""
        self.card = card
        """The card in hand."""

    @property
    def mode(self) -> Mode:
        """How many play, with which colours."""
        return self._round.mode

    @property
    def legal_cells(self) -> LegalCells:
        """The cells to choose from."""
        return self._round.legal_cells

    @property
    def table(self) -> FrozenTable:
        """The table, with all its cards."""
        return self._round.table

    @property
    def position(self) -> Position:
        """All that everybody may know at this moment; the dearest thing to ask for."""
        return self._round.position()


Strategy = Callable[[Turn, Random], str | int]
"""Chooses a legal cell for the card in hand; all randomness comes from the generator given."""


def simulate(
    strategies: Sequence[Strategy],
    rounds: int,
    seed: int = 1,
    *,
    mode: str | Mode | None = None,
    edition: str | Edition = DEFAULT_EDITION,
    options: Options = DEFAULT_OPTIONS,
) -> Tally:
    """Play first rounds of a match between strategies, one for each seat, and count the ends.

    Two, three or four strategies play `2p`, `3p` or `4p` unless `mode` says otherwise. The seats
    take turns to start. The same seed gives the same rounds on every machine, and a strategy that
    draws more or fewer random numbers does not change what the others are dealt or draw.

    >>> first = lambda turn, random: turn.legal_cells[0]
    >>> anywhere = lambda turn, random: random.choice(turn.legal_cells)
    >>> simulate([first, anywhere], rounds=10).rounds
    10
    """
    agreed = read_mode(mode, strategies)
    if not isinstance(rounds, int) or rounds < 0:
        raise UnreadableError("rounds", expected="0 or more", came=rounds)
    edition, options = edition_named(edition), read_options(options, agreed)
    chance = Random(f"punto simulate {seed} deals")
    generators = [Random(f"punto simulate {seed} seat {seat}") for seat in agreed.seats]
    stocks = [Stock.at_start(agreed, seat, options.handicap) for seat in agreed.seats]
    lines, stalemates = [0] * len(agreed.sides), [0] * len(agreed.sides)
    placements = 0
    for number in range(rounds):
        stock = stocks[number % len(stocks)]
        round_ = Round.dealt(agreed, edition, options, shuffled_decks(stock, chance), stock.start)
        while round_.end is None:
            seat, card = round_.seat, round_.card
            assert seat is not None
            assert card is not None
            answer = strategies[seat - 1](Turn(round_, seat, card), generators[seat - 1])
            round_.place(answer)
        placements += round_.ply
        if round_.end.winner is not None:
            ends = lines if round_.end.kind == "line" else stalemates
            ends[round_.end.winner - 1] += 1
    draws = rounds - sum(lines) - sum(stalemates)
    return Tally(rounds, placements, tuple(lines), tuple(stalemates), draws)


def read_mode(mode: str | Mode | None, strategies: Sequence[Strategy]) -> Mode:
    """Return the mode that is named, or that so many strategies play."""
    if mode is None and len(strategies) not in MODE_BY_COUNT:
        raise UnreadableError("strategies", expected="2, 3 or 4", came=len(strategies))
    agreed = mode_named(MODE_BY_COUNT[len(strategies)] if mode is None else mode)
    if len(strategies) != len(agreed.seats):
        expected = f"{len(agreed.seats)} in {agreed.name}"
        raise UnreadableError("strategies", expected=expected, came=len(strategies))
    if not all(map(callable, strategies)):
        raise UnreadableError("strategies", expected="functions of a turn", came=strategies)
    return agreed


def shuffled_decks(stock: Stock, chance: Random) -> tuple[Deck, ...]:
    """Deal a round as `Stock.deal` does, by a quicker generator."""
    pool = list(stock.neutrals.pool)
    chance.shuffle(pool)
    hands = stock.neutrals.hands(pool) if pool else [()] * len(stock.mode.seats)
    decks: list[Deck] = [()] * len(hands)
    for side, own in zip(stock.mode.sides, stock.own, strict=True):
        pile: list[Card | None] = [*own, *(card for seat in side.seats for card in hands[seat - 1])]
        chance.shuffle(pile)
        first = 0
        for seat, size in stock.shares(side, len(pile)):
            decks[seat - 1] = tuple(pile[first : first + size])
            first += size
    return tuple(decks)

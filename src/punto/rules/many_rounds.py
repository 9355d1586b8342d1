"""Many rounds at once: all continuations counted, or random rounds played in the kernel."""

from array import array
from typing import NamedTuple

from punto.rules.editions import DEFAULT_EDITION, Edition, edition_named
from punto.rules.errors import UnreadableError
from punto.rules.facts import Colour, Mode, mode_named
from punto.rules.kernel import Playouts
from punto.rules.round import Round
from punto.rules.stock import Stock


def perft(round_: Round, depth: int) -> int:
    """Count the sequences of `depth` more placements, with the decks in their order.

    Sequences that end the round earlier do not count. Use it to compare two programs' rules.
    """
    if not isinstance(round_, Round):
        raise UnreadableError("round", expected="a Round", came=round_)
    if not isinstance(depth, int) or depth < 0:
        raise UnreadableError("depth", expected="0 or more", came=depth)
    if depth == 0:
        return 1
    cells = round_.legal_cells
    if depth == 1:
        return len(cells)
    total = 0
    for cell in cells:
        branch = round_.copy()
        branch.advance(cell)
        total += perft(branch, depth - 1)
    return total


class Tally(NamedTuple):
    """How many rounds ended how, by side."""

    rounds: int
    placements: int
    lines: tuple[int, ...]
    stalemates: tuple[int, ...]
    draws: int

    @property
    def wins(self) -> tuple[int, ...]:
        """The rounds that each side won, by a line or in a stalemate."""
        return tuple(map(sum, zip(self.lines, self.stalemates, strict=True)))


def random_rounds(
    mode: str | Mode, rounds: int, *, seed: int = 1, edition: str | Edition = DEFAULT_EDITION
) -> Tally:
    """Play first rounds of a match: seat 1 starts, and every card goes on a random legal cell.

    The same seed (1 to 2**64 - 1) gives the same rounds on every machine.
    """
    if not isinstance(rounds, int) or rounds < 0:
        raise UnreadableError("rounds", expected="0 or more", came=rounds)
    if not isinstance(seed, int) or not 0 < seed < 2**64:
        raise UnreadableError("seed", expected="1 to 2**64 - 1", came=seed)
    mode, edition = mode_named(mode), edition_named(edition)
    counts = array("q", bytes(8 * 2 * (len(mode.sides) + 1)))
    placements = playouts(mode, edition, counts, seed).play(rounds)
    sides = range(1, len(mode.sides) + 1)
    return Tally(
        rounds,
        placements,
        tuple(counts[2 * side + 1] for side in sides),
        tuple(counts[2 * side] for side in sides),
        counts[0],
    )


def playouts(mode: Mode, edition: Edition, counts: "array[int]", seed: int) -> Playouts:
    """Prepare the cards of a first round for the kernel."""
    stock = Stock.at_start(mode, start=1)
    hands = stock.neutrals.hands(stock.neutrals.pool)
    cards = bytearray()
    loose = bytearray()
    piles = bytearray([0])
    decks = bytearray(2 * len(mode.seats))
    for side, own in zip(mode.sides, stock.own, strict=True):
        neutral = [card for seat in side.seats for card in stock.neutrals.among(hands[seat - 1])]
        place = len(cards)
        loose += bytes(range(place, place + len(neutral)))
        cards += bytes([*neutral, *own])
        piles.append(len(cards))
        for seat, size in stock.shares(side, len(cards) - place):
            decks[2 * seat - 2 : 2 * seat] = bytes([place, place + size])
            place += size
    owners = {colour: side.number for side in mode.sides for colour in side.colours}
    return Playouts(
        fresh=cards,
        loose=loose,
        piles=piles,
        decks=decks,
        owners=bytearray(owners.get(colour, 0) for colour in Colour),
        sides=mode.colour_bits,
        tally=counts,
        line=mode.line,
        lowest=edition.tie == "lowest",
        seed=seed,
    )

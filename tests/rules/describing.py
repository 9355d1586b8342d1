"""The shuffle told a second time, from docs/shuffle.md alone."""

import hmac

from punto import Card, Match
from punto.rules.card import cards_of


def stream(seed: bytes, label: str, place: int) -> int:
    """Give one 32-bit number of a label's stream."""
    block, part = divmod(place, 8)
    digest = hmac.digest(seed, f"punto 1 {label} {block}".encode("ascii"), "sha256")
    return int.from_bytes(digest[4 * part : 4 * part + 4], "big")


def described_shuffle(cards: list[Card], seed: bytes, label: str) -> list[Card]:
    order, place = sorted(cards), 0
    for last in range(len(order) - 1, 0, -1):
        size = last + 1
        while stream(seed, label, place) >= 2**32 - 2**32 % size:
            place += 1
        other = stream(seed, label, place) % size
        place += 1
        order[last], order[other] = order[other], order[last]
    return order


def described_decks(match: Match, number: int) -> list[list[Card]]:
    """Deal a round of a seeded match again, from the round before it."""
    assert match.seed is not None
    mode, start = match.mode, match.rounds[number - 1].start
    removed = [
        (round_.end.winner, round_.end.removed)
        for round_ in match.rounds[: number - 1]
        if round_.end
    ]
    hands = described_neutrals(match, number, start)
    decks: dict[int, list[Card]] = {}
    for side in mode.sides:
        cards = [card for colour in side.colours for card in cards_of(colour)]
        for winner, card in removed:
            if winner == side.number and card is not None:
                cards.remove(card)
        cards += [card for seat in side.seats for card in hands[seat]]
        order = described_shuffle(cards, match.seed, f"round {number} side {side.number}")
        first = start if start in side.seats else start % len(mode.seats) + 1
        if len(side.seats) == 1:
            decks[side.seats[0]] = order
        else:
            half = (len(order) + 1) // 2
            partner = next(seat for seat in side.seats if seat != first)
            decks[first], decks[partner] = order[:half], order[half:]
    return [decks[seat] for seat in mode.seats]


def described_neutrals(match: Match, number: int, start: int) -> dict[int, list[Card]]:
    mode, hands = match.mode, {seat: list[Card]() for seat in match.mode.seats}
    if mode.neutral is None or match.seed is None:
        return hands
    pool, first = list(cards_of(mode.neutral)), start
    if number > 1:
        before = match.rounds[number - 2]
        pool = [card for card in before.table.cards if card.colour is mode.neutral]
        for seat in mode.seats:
            hands[seat] = [c for c in before.cards_left(seat) if c and c.colour is mode.neutral]
        if match.edition.name == "nordic-2019" and before.end and before.end.winner:
            first = before.end.winner
    order = described_shuffle(pool, match.seed, f"round {number} neutral")
    if match.edition.name != "nordic-2019":
        order = order[: len(order) // 3 * 3]
    for place, card in enumerate(order):
        hands[(first - 1 + place) % 3 + 1].append(card)
    return hands

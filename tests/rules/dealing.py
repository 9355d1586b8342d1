"""Whole deals in which the cards that matter come first."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from punto import Card, Event, Match, Mode, Round, RoundEnd, mode_named
from punto.rules.card import cards_of, read_cards

Decks = list[tuple[Card, ...]]


def full_decks(mode: str | Mode, *tops: str) -> Decks:
    """Deal all cards of a first round, each seat's top cards as said, the rest in order."""
    mode = mode_named(mode)
    first = [read_cards(top) for top in tops]
    taken = [card for cards in first for card in cards]
    neutral = without([] if mode.neutral is None else cards_of(mode.neutral), taken)
    decks = [list(cards) for cards in first]
    for side in mode.sides:
        own = without([card for colour in side.colours for card in cards_of(colour)], taken)
        for seat in side.seats:
            deck = decks[seat - 1]
            free = 36 // len(side.seats) if mode.neutral is None and len(side.colours) == 2 else 18
            missing = free - sum(card.colour in side.colours for card in deck)
            deck += own[:missing]
            del own[:missing]
            if mode.neutral is not None:
                missing = 6 - sum(card.colour is mode.neutral for card in deck)
                deck += neutral[:missing]
                del neutral[:missing]
    return [tuple(deck) for deck in decks]


def without(cards: Sequence[Card], taken: Sequence[Card]) -> list[Card]:
    """Take some cards out of others."""
    rest = list(cards)
    for card in taken:
        if card in rest:
            rest.remove(card)
    return rest


def place_all(match: Match, cells: str) -> None:
    """Place cards on cells with spaces between them."""
    for cell in cells.split():
        match.place(cell)


def place_next(match: Match, stride: int = 7) -> tuple[Event, ...]:
    """Place the card in hand on a cell that follows from the turn alone."""
    assert match.round_number < 300, "a match without end"
    legal = match.legal_cells
    return match.play(legal[stride * len(match.stage.round.placements) % len(legal)])


def play_round(match: Match, stride: int = 7) -> RoundEnd:
    """Play the round in play to its end."""
    number = match.round_number
    while match.round_number == number and not match.over:
        place_next(match, stride)
    assert match.last_end is not None
    return match.last_end


def play_match(match: Match, stride: int = 7) -> list[RoundEnd]:
    """Play a match to its end."""
    ends = []
    while not match.over:
        ends.append(play_round(match, stride))
    return ends


@cache
def played_match(mode: str, edition: str, number: int, *, open_cards: bool = False) -> Match:
    """Play one of many matches, with three rounds to win, to its end; nobody may change it."""
    match = Match(
        mode,
        edition=edition,
        start=1 + number % len(mode_named(mode).seats),
        seed=bytes([number]) * 32,
        rounds_to_win=3,
        open_cards=open_cards,
    )
    play_match(match)
    return match


def transitions(mode: str, edition: str, matches: int = 25) -> Iterator[tuple[Round, Round]]:
    """List rounds, each with the one that follows it, of many matches."""
    for number in range(matches):
        yield from pairwise(played_match(mode, edition, number).rounds)


LETTERS = {"2p": "RB", "3p": "ROB", "4p": "ROBG", "teams": "RBOG"}
"""The colour of which each seat has 1 to 5 on top in `rising_decks`."""


def rising_decks(mode: str) -> Decks:
    """Deal a first round in which each seat first turns up 1 to 5 of one colour."""
    tops = (" ".join(f"{letter}{value}" for value in range(1, 6)) for letter in LETTERS[mode])
    return full_decks(mode, *tops)


def line_cells(mode: str, start: int, seat: int) -> str:
    """Let a seat complete a row with rising decks, while the others pile up their cards."""
    order = mode_named(mode).order_from(start)
    cells = []
    for turn in range(mode_named(mode).line):
        for place, mover in enumerate(order):
            cells.append(f"{'fghij'[turn] if mover == seat else 'f'}{6 + place}")
            if mover == seat and turn == mode_named(mode).line - 1:
                break
    return " ".join(cells)


def won_by_line(mode: str, start: int, seat: int, **options: Any) -> Match:
    """Begin a match in which a seat wins the first round; the second is not dealt yet."""
    match = Match(mode, start=start, deals=[rising_decks(mode)], **options)
    place_all(match, line_cells(mode, start, seat))
    assert match.last_end is not None
    assert (match.last_end.kind, match.last_end.seat) == ("line", seat)
    return match


def five_neutrals_played(edition: str) -> Match:
    """Let seat 1 win a round of 3p with five neutral cards on the table, one of them covered."""
    tops = ("R1 R2 R3 G5 R4", "G1 O1 O2 O3", "G2 G3 B1 G4")
    match = Match("3p", edition=edition, start=1, deals=[full_decks("3p", *tops)])
    place_all(match, "f6 g6 h6  f7 g7 h6  f8 g8 h7  e6 g5 h7  f9")
    assert match.last_end is not None
    assert (match.last_end.kind, match.last_end.winner) == ("line", 1)
    return match

"""Positions to search: puzzles written by hand, and random ones from a seed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from punto import Card, Match, Options, Position, Table, write_position
from punto.notation.position import parse_position, read_card_list
from punto.rules.card import cards_of


def puzzle(
    mode: str,
    table: str,
    card: str,
    *,
    unseen: Sequence[str] | None = None,
    seat: int = 1,
    open_cards: Sequence[str] | None = None,
    wins: str | None = None,
    edition: str = "english-2018",
) -> Position:
    """Make a position of a table and the card in hand.

    Each side has what is not on the table, or as its unseen cards what is said; in `3p` the
    neutral cards are shared out as evenly as they go. `open_cards` has the other seats' cards
    that lie open; `wins` the score, of two rounds to win, in text.
    """
    bare = Match(mode, edition=edition, seed=bytes(32), start=seat).position()
    rules = bare.mode
    laid, hand = Table(table), Card(card)
    shown = [Card(each) for each in open_cards or ()]
    face_up: list[Card | None] = [None] * len(rules.seats)
    face_up[seat - 1] = hand
    for other, up in zip(rules.order_from(seat)[1:], shown, strict=False):
        face_up[other - 1] = up
    score = tuple(map(int, wins.split(":"))) if wins else bare.score.wins
    removed = tuple(
        (Card(f"{side.colours[0].letter}1"),) * won
        for side, won in zip(rules.sides, score, strict=True)
    )
    gone = Counter([*laid.cards, hand, *shown, *(each for cards in removed for each in cards)])
    held = [
        read_card_list(unseen[side.number - 1])
        if unseen is not None
        else left([each for colour in side.colours for each in cards_of(colour)], gone)
        for side in rules.sides
    ]
    spare = () if rules.neutral is None else left(cards_of(rules.neutral), gone)
    spare = () if unseen is not None else spare
    neutrals = [len(spare[place :: len(rules.seats)]) for place in range(len(rules.seats))]
    for place, top in enumerate(face_up):
        neutrals[place] += top is not None and top.colour is rules.neutral
    decks = [
        count + (up is not None and up.colour is not rules.neutral)
        for count, up in zip(neutrals, face_up, strict=True)
    ]
    for side, cards in zip(rules.sides, held, strict=True):
        for place, member in enumerate(
            each for each in rules.order_from(seat) if each in side.seats
        ):
            decks[member - 1] += len(cards[place :: len(side.seats)])
    position = replace(
        bare,
        options=Options(open_cards=bool(shown)),
        round_number=1 + sum(score),
        score=replace(bare.score, wins=score, removed=removed),
        table=laid,
        face_up=tuple(face_up),
        decks=tuple(decks),
        unseen=tuple(held),
        neutrals=tuple(neutrals),
        unseen_neutrals=spare,
    )
    return parse_position(write_position(position))  # puzzles need not come about in play


def left(cards: Sequence[Card], gone: Counter[Card]) -> tuple[Card, ...]:
    """List the cards that are not among others."""
    return tuple(sorted((Counter(cards) - gone).elements()))


def random_match(
    mode: str,
    seed: int,
    plies: int,
    *,
    edition: str = "english-2018",
    open_cards: bool = False,
    rounds_to_win: int = 2,
) -> Match:
    """Play so many cards by chance, over the ends of rounds, or until the match is over."""
    random = Random(seed)
    match = Match(
        mode,
        edition=edition,
        seed=random.randbytes(32),
        open_cards=open_cards,
        rounds_to_win=rounds_to_win,
    )
    for _ in range(plies):
        if match.over:
            break
        match.place(random.choice(match.legal_cells))
    return match


def random_position(mode: str, seed: int, plies: int, *, open_cards: bool = False) -> Position:
    """Take the position of such a match, of many rounds so that it is never over."""
    return random_match(mode, seed, plies, open_cards=open_cards, rounds_to_win=9).position()

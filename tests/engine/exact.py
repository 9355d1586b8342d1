"""What each cell is truly worth, by trying everything: for positions with few cards left.

It shares nothing with the search but the rules of the table. Every side plays for itself and
knows what everybody may know; every card that may come is tried, with its likelihood.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeVar

from punto import Card, Cell, Options, Position, Table
from punto.rules.ending import end_by_stalemate
from punto.rules.kernel import LINE

Chances = tuple[float, ...]
"""How likely each end of the round is: a draw first, then each side's win."""

Preference = Callable[[Chances], float]
"""What decides between cells that are worth the same to the side to move."""

Laid = dict[Cell, Card]
"""What lies visible on the cells that were played on since the position."""

SAME = 1e-9
T = TypeVar("T")


@dataclass(frozen=True)
class Decks:
    """What everybody knows of the decks: hidden cards are counted by seat, listed by side."""

    hidden: tuple[int, ...]
    unseen: tuple[tuple[Card, ...], ...]
    neutrals: tuple[int, ...]
    kept: tuple[tuple[Card, ...], ...]
    loose: tuple[Card, ...]
    open: tuple[Card | None, ...]


def exact(position: Position, prefer: Preference = lambda _: 0.0) -> dict[Cell, Chances]:
    """Find how the round ends after each legal cell if everybody plays as well as possible."""
    seat, card, neutral = position.seat, position.card, position.mode.neutral
    assert seat is not None
    assert card is not None
    tops = [
        None if each == seat else up
        for each, up in zip(position.mode.seats, position.face_up, strict=True)
    ]
    decks = Decks(
        hidden=tuple(
            count - (up is not None)
            for count, up in zip(position.decks, position.face_up, strict=True)
        ),
        unseen=position.unseen,
        neutrals=tuple(
            count - (up is not None and up.colour is neutral)
            for count, up in zip(position.neutrals, position.face_up, strict=True)
        ),
        kept=position.kept,
        loose=position.unseen_neutrals,
        open=tuple(tops),
    )
    solver = Solver(position, prefer)
    return {
        cell: solver.after(position.table, {}, decks, seat, card, cell)
        for cell in position.legal_cells
    }


class Solver:
    """Tries everything in one position, and nothing twice."""

    def __init__(self, position: Position, prefer: Preference = lambda _: 0.0) -> None:
        self.mode, self.edition, self.prefer = position.mode, position.edition, prefer
        self.worths = worths(position)
        self.known: dict[object, Chances] = {}

    def after(
        self, table: Table, laid: Laid, decks: Decks, seat: int, card: Card, cell: Cell
    ) -> Chances:
        """Lay a card, and let chance turn up the next one."""
        table, laid = table.copy(), laid | {cell: card}
        if table.lay(card, cell, self.mode.line_by_colour[card.colour]) & LINE:
            return self.won_by(self.mode.side_of(seat).number)
        seat = self.mode.after(seat)
        total = [0.0] * (1 + len(self.mode.sides))
        for odds, drawn, left in self.draws(decks, seat):
            for end, chance in enumerate(self.best(table, laid, left, seat, drawn)):
                total[end] += odds * chance
        return tuple(total)

    def best(self, table: Table, laid: Laid, decks: Decks, seat: int, card: Card | None) -> Chances:
        """Let a seat choose what is best for its side."""
        cells = [] if card is None else table.legal_cells(card)
        if card is None or not cells:
            end = end_by_stalemate(self.mode, self.edition, Options(), table, seat, card)
            return self.won_by(end.winner or 0)
        key = (frozenset(laid.items()), decks, seat, card)
        if key not in self.known:
            side = self.mode.side_of(seat).number
            ends = [self.after(table, laid, decks, seat, card, cell) for cell in cells]
            most = max(self.worth(side, each) for each in ends)
            equal = [each for each in ends if self.worth(side, each) > most - SAME]
            self.known[key] = max(equal, key=self.prefer)
        return self.known[key]

    def draws(self, decks: Decks, seat: int) -> Iterator[tuple[float, Card | None, Decks]]:
        """List the cards that a seat may turn up, how likely each is, and what is left then."""
        place, side = seat - 1, self.mode.side_of(seat).number - 1
        top, hidden = decks.open[place], decks.hidden[place]
        if top is not None:
            yield 1.0, top, replace(decks, open=changed(decks.open, place, None))
            return
        if hidden == 0:
            yield 1.0, None, decks
            return
        fewer = replace(decks, hidden=changed(decks.hidden, place, hidden - 1))
        neutrals, kept = decks.neutrals[place], decks.kept[place]
        one_less = replace(fewer, neutrals=changed(decks.neutrals, place, neutrals - 1))
        own = decks.unseen[side]
        for card in sorted(set(own)):
            odds = (hidden - neutrals) / hidden * own.count(card) / len(own)
            if odds:
                rest = changed(decks.unseen, side, without(own, card))
                yield odds, card, replace(fewer, unseen=rest)
        for card in sorted(set(kept)):
            rest = changed(decks.kept, place, without(kept, card))
            yield kept.count(card) / hidden, card, replace(one_less, kept=rest)
        if neutrals > len(kept):
            for card in sorted(set(decks.loose)):
                share = decks.loose.count(card) / len(decks.loose)
                odds = (neutrals - len(kept)) / hidden * share
                yield odds, card, replace(one_less, loose=without(decks.loose, card))

    def won_by(self, winner: int) -> Chances:
        return tuple(float(end == winner) for end in range(1 + len(self.mode.sides)))

    def worth(self, side: int, ends: Chances) -> float:
        return sum(
            chance * worth for chance, worth in zip(ends, self.worths[side - 1], strict=True)
        )


def worths(position: Position) -> list[list[float]]:
    """Say for each side its chance to win the match after a draw, and after each side's win."""
    wins, goal = position.score.wins, position.rounds_to_win
    return [
        [
            chance(wins, goal, side),
            *(chance(next_wins(wins, each), goal, side) for each in range(len(wins))),
        ]
        for side in range(len(wins))
    ]


@cache
def chance(wins: tuple[int, ...], goal: int, side: int) -> float:
    if max(wins) == goal:
        return float(wins[side] == goal)
    after = (chance(next_wins(wins, each), goal, side) for each in range(len(wins)))
    return sum(after) / len(wins)


def next_wins(wins: tuple[int, ...], winner: int) -> tuple[int, ...]:
    return tuple(won + (side == winner) for side, won in enumerate(wins))


def changed(things: tuple[T, ...], place: int, thing: T) -> tuple[T, ...]:
    return (*things[:place], thing, *things[place + 1 :])


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def liking(side: int, sign: int) -> Preference:
    """Let equals decide for a side (0 is a draw), or against it."""
    return lambda ends: sign * ends[side]


def is_settled(position: Position) -> bool:
    """Tell whether the chances hold however equal cells are chosen.

    A side to which two cells are worth the same may decide by them who of the others wins, and
    no rule says which it takes; so each side is favoured once, and each is spoiled once.
    """
    ends = range(1 + len(position.mode.sides))
    answers = [exact(position, liking(side, sign)) for side in ends for sign in (1, -1)]
    return all(
        abs(mine - theirs) < 1e-6
        for answer in answers[1:]
        for cell, chances in answer.items()
        for mine, theirs in zip(answers[0][cell], chances, strict=True)
    )

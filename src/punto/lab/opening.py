"""Openings: positions of a first round from which the matches of an arena begin.

A record begins with an empty table. So an order is found in which the cards of the position can
have been placed, and the record of a match tells it from its first card.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from punto.notation.position import read_position
from punto.rules.card import Card
from punto.rules.cell import ORIGIN, Cell
from punto.rules.editions import Edition, edition_named
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.rules.kernel import LINE
from punto.rules.match import Match
from punto.rules.move import Move
from punto.rules.options import Options
from punto.rules.position import Position
from punto.rules.table import Table

MAX_OPENINGS = 100_000
MAX_STATES = 100_000
"""Give up looking for an order after this many tables."""

ANY_SEED = bytes(32)
NEUTRALS = 6
"""How many neutral cards each seat holds at first, in the mode that has any."""

Stacks = dict[Cell, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class Opening:
    """A position of the first round, and an order in which its cards can have been placed."""

    position: Position
    start: int
    """The seat that placed the first card."""
    cells: tuple[Cell, ...]
    laid: tuple[tuple[Card, ...], ...]
    """For each seat, the cards that it placed."""

    def begin(self, edition: str | Edition, rounds_to_win: int, seed: bytes) -> Match:
        """Begin a match with this position; unseen cards are shuffled by the seed."""
        booklet = edition_named(edition)
        position = replace(self.position, edition=booklet, rounds_to_win=rounds_to_win)
        return Match.from_position(position, seed=seed)

    def whole(self, match: Match) -> Match:
        """Return the same match from an empty table, for its record."""
        first, *later = match.rounds
        decks = [(*laid, *deck) for laid, deck in zip(self.laid, first.decks, strict=True)]
        played = (each.cell for round_ in match.rounds for each in round_.placements)
        return Match(
            match.mode,
            edition=match.edition,
            rounds_to_win=match.rounds_to_win,
            start=self.start,
            deals=[decks, *(round_.decks for round_ in later)],
            cells=[*self.cells, *played],
        )


def check_openings(openings: Sequence[str], mode: str) -> None:
    """Refuse openings that cannot be played in a mode; the error names the first of them."""
    if len(openings) > MAX_OPENINGS:
        raise UnreadableError("openings", expected=f"at most {MAX_OPENINGS}", came=len(openings))
    for number, text in enumerate(openings, start=1):
        try:
            opening = read_opening(text)
        except PuntoError as error:
            raise PuntoError("opening", f"opening {number}: {error.sentence}") from error
        if opening.position.mode.name != mode:
            came = opening.position.mode.name
            sentence = f"opening {number}: expected a position of mode {mode}, got {came}"
            raise PuntoError("opening", sentence)


def digest_of(openings: Sequence[str]) -> str:
    """Return the number of openings and a digest that identifies the file."""
    digest = hashlib.sha256("\n".join(openings).encode()).hexdigest()[:12]
    return f"{len(openings)} {digest}"


def split_lines(text: str) -> tuple[str, ...]:
    """Return the positions of a file: one to a line; empty lines and comments after # are left out.

    The text of a position never has a #.
    """
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return tuple(line for line in lines if line)


@lru_cache(maxsize=MAX_OPENINGS)
def read_opening(text: str) -> Opening:
    """Read a position, and find out how its cards can have been placed."""
    position = read_position(text)
    check_beginning(position)
    assert position.seat is not None
    seats = len(position.mode.seats)
    start = (position.seat - 1 - len(position.table)) % seats + 1
    for moves in orders(position, start):
        laid = tuple(
            tuple(move.card for ply, move in enumerate(moves) if (start + ply - 1) % seats == seat)
            for seat in range(seats)
        )
        opening = Opening(position, start, tuple(move.cell for move in moves), laid)
        match = opening.begin(position.edition, position.rounds_to_win, ANY_SEED)
        try:
            same = opening.whole(match).position()
        except UnreadableError:  # the decks are not those of a first round
            break
        if same == position:
            return opening
        break
    raise UnreadableError(
        "opening", expected="a position that a first round with all cards can reach", came=text
    )


def check_beginning(position: Position) -> None:
    """Refuse a position that is not in the first round, or has rules that the arena does not."""
    if position.seat is None:
        raise UnreadableError("opening", expected="a seat to move", came=Words("none"))
    if position.round_number != 1:
        raise UnreadableError(
            "opening",
            expected="a position of round 1",
            came=Words(f"round {position.round_number}"),
        )
    if position.options != Options():
        raise UnreadableError("opening", expected="no options", came=Words("some"))


def orders(position: Position, start: int) -> Iterator[list[Move]]:
    """Yield an order of the cards on the table in which every placement is legal and none wins."""
    mode, stacks = position.mode, position.table.stacks()
    seats = len(mode.seats)
    neutrals = [NEUTRALS - left for left in position.neutrals] if mode.neutral is not None else []
    seen: set[tuple[int, ...]] = set()

    def may_lay(seat: int, card: Card, moves: list[Move]) -> bool:
        if card.colour in mode.side_of(seat).colours:
            return True
        if card.colour is not mode.neutral:
            return False
        mine = [move for ply, move in enumerate(moves) if (start + ply - 1) % seats + 1 == seat]
        return sum(move.card.colour is mode.neutral for move in mine) < neutrals[seat - 1]

    def extend(table: Table, moves: list[Move]) -> Iterator[list[Move]]:
        if len(moves) == len(position.table):
            yield moves
            return
        heights = dict.fromkeys(stacks, 0)
        for move in moves:
            heights[move.cell] += 1
        state = (
            *heights.values(),
            *(
                sum(m.card.colour is mode.neutral for m in moves[seat::seats])
                for seat in range(seats)
            ),
        )
        if state in seen or len(seen) > MAX_STATES:
            return
        seen.add(state)
        seat = (start + len(moves) - 1) % seats + 1
        for cell, height in heights.items():
            if height == len(stacks[cell]) or (not moves and cell != ORIGIN):
                continue
            card = stacks[cell][height]
            after = table.copy()
            if may_lay(seat, card, moves) and is_laid(after, card, cell, mode.line_by_colour):
                yield from extend(after, [*moves, Move(card, height > 0, cell)])

    yield from extend(Table(), [])


def is_laid(table: Table, card: Card, cell: Cell, lines: Sequence[int]) -> bool:
    """Place a card; return whether that was legal and did not end the round."""
    try:
        return not table.lay(card, cell, lines[card.colour]) & LINE
    except PuntoError:
        return False

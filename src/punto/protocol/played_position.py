"""A position with the moves that were played from it, as `position` and the JSON requests give it.

Cards are drawn by chance, so moves name them. The words after `moves` are in the order in which
things happened: `O8@f6` is a placement, and a bare `B3` a card that was turned up. A placement of a
card that nobody has seen yet turns it up by itself, so only the last card has to be named.
"""

from collections.abc import Sequence

from punto.notation.position import FIELDS, read_position
from punto.notation.record import read_move
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.editions import DEFAULT_EDITION
from punto.rules.errors import PuntoError, TurnError, UnreadableError, Words
from punto.rules.facts import mode_named
from punto.rules.match import Match
from punto.rules.move import Move
from punto.rules.position import Position

START, FEN, MOVES = "startpos", "fen", "moves"
DEFAULT_MODE = "2p"
CARD_CHARACTERS = 2


def read_played_position(words: Sequence[str]) -> Position:
    """Read the words of a `position` command: where to start, and what was played from there."""
    before, after = list(words), []
    if MOVES in before:
        place = before.index(MOVES)
        before, after = before[:place], before[place + 1 :]
    return play(read_start(before), after)


def read_start(words: Sequence[str]) -> Position:
    """Read a position in one line, or the start of a match."""
    if words[:1] == [START]:
        if len(words) > 3:
            expected = f"{START}, a mode and an edition"
            raise UnreadableError("position", expected=expected, came=" ".join(words))
        mode, edition = (*words[1:], *(DEFAULT_MODE, DEFAULT_EDITION)[len(words) - 1 :])
        match = Match(mode_named(mode), edition=edition, start=1, deals=[])
        match.deal(None)  # nobody knows the decks
        return match.position()
    fields = words[1:] if words[:1] == [FEN] else words
    if not fields:
        expected = f"{START}, or {FIELDS} fields"
        raise UnreadableError("position", expected=expected, came=Words("nothing"))
    return read_position(" ".join(fields))


def play(position: Position, words: Sequence[str]) -> Position:
    """Play moves and turn up cards, in the order in which they happened."""
    placed: tuple[Position, Cell] | None = None
    """The last placement, if no card has been turned up since: that needs the position before."""
    for number, word in enumerate(words, start=1):
        try:
            if len(word) != CARD_CHARACTERS:
                move = read_move(word)
                before = with_card_in_hand(position, move)
                position, placed = before.after(move.cell), (before, move.cell)
            elif placed is not None:
                before, cell = placed
                position, placed = before.after(cell, next_card=Card(word)), None
            else:
                position = position.turned_up(word)
        except PuntoError as error:
            sentence = f"moves: {word!r:.20} (number {number}): {error.sentence}"
            raise PuntoError(error.code, sentence, **error.values) from error
    return position


def with_card_in_hand(position: Position, move: Move) -> Position:
    """Return the position once the card of a move was turned up; refuse what contradicts it."""
    if position.seat is None:
        raise TurnError("round-over", "the round is over; the next one needs a new position")
    if position.card is None:
        position = position.turned_up(move.card)
    if position.card != move.card:
        raise UnreadableError("card", expected=str(position.card), came=str(move.card))
    below = position.table[move.cell]
    if position.seat is not None and move.on_top != (below is not None):
        there = "nothing lies" if below is None else f"the {below} lies"
        came = Words(f"{move}, but {there} on {move.cell}")
        raise UnreadableError("move", expected="x to cover a card, @ otherwise", came=came)
    return position

"""Checks whether a position can come about in a match.

Missing cards are accepted, so that late positions can be studied with few cards left.
"""

from collections.abc import Iterable, Sequence

from punto.rules.card import Card, check_copies
from punto.rules.cell import Cell
from punto.rules.ending import check_no_line, finished_lines
from punto.rules.errors import PuntoError, UnreadableError, Words
from punto.rules.facts import Colour
from punto.rules.options import read_options
from punto.rules.position import Position
from punto.rules.table import Table


def validate_position(position: Position) -> None:
    """Refuse a position that contradicts itself, or that no play leads to."""
    read_options(position.options, position.mode)
    check_score(position)
    check_turn(position)
    check_visible(position)
    check_own_cards(position)
    check_neutral_cards(position)
    in_play = [*position.table.cards, *filter(None, position.face_up), *position.unseen_neutrals]
    out_of_play = position.score.removed if position.seat is not None else ()
    for cards in (*position.unseen, *position.kept, *out_of_play, *position.handicap_cards):
        in_play.extend(cards)
    check_copies(in_play)
    check_lines(position)
    check_turns_taken(position)


def check_score(position: Position) -> None:
    """Check that wins took out cards of the side's own, and the last one ended the match."""
    score, every_win_removes = position.score, position.options.stalemate_removes
    for side, wins, removed in zip(position.mode.sides, score.wins, score.removed, strict=True):
        fits = len(removed) == wins if every_win_removes else len(removed) <= wins
        most = "" if every_win_removes else " at most"
        refuse_unless(fits, "removed", f"{wins}{most} of side {side.number}", len(removed))
        check_colours("removed", removed, side.colours)
    over = score.winner(position.rounds_to_win) is not None
    refuse_unless(
        not over or position.seat is None, "seat", "nobody to move after the match", position.seat
    )
    decided = sum(wins >= position.rounds_to_win for wins in score.wins)
    is_one = max(score.wins) <= position.rounds_to_win and decided <= 1
    refuse_unless(is_one, "wins", f"one side at most with {position.rounds_to_win}", score.wins)
    played = position.round_number if position.seat is None else position.round_number - 1
    refuse_unless(sum(score.wins) <= played, "wins", f"{played} at most in all", score.wins)


def check_turn(position: Position) -> None:
    """Check that the seat to move has a card and a cell for it; otherwise the round is over."""
    if position.seat is None:
        return
    left = position.decks[position.seat - 1]
    refuse_unless(left > 0, "decks", f"a card for seat {position.seat} to play", left)
    if position.card is not None:
        stuck = not position.legal_cells
        refuse_unless(not stuck, "face-up", "a card that has a legal cell", str(position.card))


def check_visible(position: Position) -> None:
    """Check that only the card in hand is visible, unless cards are open."""
    for seat, card in zip(position.mode.seats, position.face_up, strict=True):
        if card is not None:
            seen = position.open_cards or position.seat in (None, seat)
            refuse_unless(seen, "face-up", f"no visible card of seat {seat}", str(card))
            left = position.decks[seat - 1]
            refuse_unless(left > 0, "decks", f"at least the visible card of seat {seat}", left)
            colours = (*position.mode.side_of(seat).colours, position.mode.neutral)
            check_colours("face-up", [card], colours)


def check_own_cards(position: Position) -> None:
    """Check that a side's decks are as large as its unseen and visible cards together."""
    for seat, left, count in zip(
        position.mode.seats, position.decks, position.neutrals, strict=True
    ):
        refuse_unless(count <= left, "neutrals", f"at most {left} for seat {seat}", count)
    for side, unseen in zip(position.mode.sides, position.unseen, strict=True):
        check_colours("unseen", unseen, side.colours)
        face_up = [position.face_up[seat - 1] for seat in side.seats]
        visible = sum(card is not None and card.colour in side.colours for card in face_up)
        held = sum(position.decks[seat - 1] - position.neutrals[seat - 1] for seat in side.seats)
        expected = f"{held} cards in the decks of side {side.number}"
        refuse_unless(len(unseen) + visible == held, "unseen", expected, len(unseen) + visible)


def check_neutral_cards(position: Position) -> None:
    """Check that there are enough neutral cards for those in the decks."""
    neutral = position.mode.neutral
    check_colours("unseen-neutrals", position.unseen_neutrals, [neutral])
    hidden = 0
    for seat in position.mode.seats:
        kept, card = position.kept[seat - 1], position.face_up[seat - 1]
        check_colours("kept", kept, [neutral])
        known = len(kept) + (card is not None and card.colour is neutral)
        count = position.neutrals[seat - 1]
        refuse_unless(count >= known, "neutrals", f"at least {known} for seat {seat}", count)
        hidden += count - known
    count = len(position.unseen_neutrals)
    refuse_unless(count >= hidden, "unseen-neutrals", f"at least {hidden}", count)


def check_lines(position: Position) -> None:
    """Check that no line is finished in play; after the round, one card finished them all."""
    if position.seat is not None:
        check_no_line(position.mode, position.table)
        return
    lines = finished_lines(position.mode, position.table)
    if lines:
        shared = set(lines[0].cells).intersection(*(run.cells for run in lines))
        refuse_unless(
            any(finishes_lines(position, cell) for cell in shared),
            "table",
            "lines that one card has finished",
            Words(", ".join(map(str, lines))),
        )


def finishes_lines(position: Position, cell: Cell) -> bool:
    """Whether the top card of a cell can have been placed last, on a table without a line."""
    stacks = position.table.stacks()
    *covered, _ = stacks.pop(cell)
    if covered:
        stacks[cell] = tuple(covered)
    try:
        before = Table.of_stacks(stacks)
    except PuntoError:  # without the card the table falls apart, so it was not the last one
        return False
    return not finished_lines(position.mode, before)


def check_turns_taken(position: Position) -> None:
    """Check that every side has placed as many cards as it had turns.

    The seat to move and the number of cards determine which seat started, and so how many turns
    each seat has had. In `3p` a side may have placed neutral cards instead of its own.
    """
    mode, neutral = position.mode, position.mode.neutral
    laid = [
        sum(card.colour in side.colours for card in position.table.cards) for side in mode.sides
    ]
    if position.seat is None:
        said = ", ".join(f"{count} of side {side}" for side, count in enumerate(laid, start=1))
        expected = "as many cards of every side as it had turns"
        possible = any(fits_turns(position, seat, laid) for seat in mode.seats)
        refuse_unless(possible, "table", expected, Words(said))
        return
    for side, count, turns in zip(
        mode.sides, laid, turns_taken(position, position.seat), strict=True
    ):
        cards = f"{turns} card{'' if turns == 1 else 's'}{'' if neutral is None else ' at most'}"
        refuse_unless(
            count == turns or (neutral is not None and count < turns),
            "table",
            f"{cards} of side {side.number} before the turn of seat {position.seat}",
            count,
        )


def fits_turns(position: Position, seat: int, laid: Sequence[int]) -> bool:
    """Whether the round can have ended before, or on, the turn of this seat."""
    mode = position.mode
    lines = finished_lines(mode, position.table)
    last = mode.side_of(mode.before(seat))
    if lines and lines[0].colour not in last.colours:
        return False
    return all(
        count == turns or (mode.neutral is not None and count < turns)
        for count, turns in zip(laid, turns_taken(position, seat), strict=True)
    )


def turns_taken(position: Position, seat: int) -> list[int]:
    """Count the turns that each side has had when it is the turn of `seat`."""
    mode, cards = position.mode, len(position.table)
    whole, more = divmod(cards, len(mode.seats))
    latest = [mode.order_from(seat)[-1 - place] for place in range(more)]
    return [sum(whole + (member in latest) for member in side.seats) for side in mode.sides]


def check_colours(what: str, cards: Iterable[Card], colours: Iterable[Colour | None]) -> None:
    """Refuse cards of a colour that cannot be there."""
    letters = [colour.letter for colour in colours if colour is not None]
    for card in cards:
        expected = f"cards of {' '.join(letters)}" if letters else "no cards"
        refuse_unless(card.colour.letter in letters, what, expected, str(card))


def refuse_unless(true: bool, what: str, expected: str, came: object) -> None:
    """Raise the error unless a condition holds."""
    if not true:
        raise UnreadableError(what, expected=expected, came=came)

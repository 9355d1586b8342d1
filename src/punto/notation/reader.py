"""Reading records: every move, deck, end and result is checked against the rules."""

import io
import re
from typing import BinaryIO

from punto.notation.record import Record, end_text, known_move, result_of
from punto.notation.tags import Head, read_head
from punto.notation.text_file import LineReader
from punto.rules.card import Card, read_cards
from punto.rules.errors import (
    IllegalPlacementError,
    PuntoError,
    TurnError,
    UnreadableError,
    Words,
    shortened,
)
from punto.rules.match import Match
from punto.rules.round import Round

MAX_ROUNDS = 1000
HEADER = re.compile(r"round ([1-9][0-9]{0,3}) start ([0-9])")
ENDS = ("line", "stalemate", "draw")


class RecordError(UnreadableError):
    """A record was refused; the error has the line number and the reason."""

    def __init__(self, line: int, reason: PuntoError) -> None:
        PuntoError.__init__(
            self, reason.code, f"line {line}: {reason.sentence}", **reason.values, line=line
        )
        self.line = line


def read_record(source: str | bytes | BinaryIO) -> Record:
    """Read a record from text, bytes or an open binary file, and check all that can be checked."""
    if isinstance(source, str):
        source = source.encode("utf-8", "surrogatepass")
    if isinstance(source, bytes):
        source = io.BytesIO(source)
    if not is_binary(source):
        expected = "text, bytes, or a file opened in binary mode, as by open(name, 'rb')"
        came = Words(f"a value of type {type(source).__name__}")
        raise UnreadableError("record", expected=expected, came=came)
    lines = LineReader(source)
    try:
        return read(lines)
    except PuntoError as reason:
        if isinstance(reason, RecordError):
            raise
        raise RecordError(max(lines.number, 1), reason) from None


def is_binary(source: object) -> bool:
    """Whether this is a file that gives bytes."""
    return hasattr(source, "readline") and not isinstance(source, io.TextIOBase)


def read(lines: LineReader) -> Record:
    """Read a whole record; on an error, `lines` is at the line that is wrong."""
    lines.advance()
    head = read_head(lines)
    match: Match | None = None
    deals = False
    for number in range(1, MAX_ROUNDS + 1):
        start = read_header(lines, number)
        if match is None:
            match = new_match(head, start)
        check_start(match, number, start)
        lines.advance()
        if number == 1:
            deals = lines.describe().startswith("deal ")
        read_deals(lines, match, deals)
        read_round(lines, match, match.stage.round)
        if lines.text is None:
            return finished(head, match, deals)
        check_not_over(match, lines.text)
    raise UnreadableError("rounds", expected=f"at most {MAX_ROUNDS}", came=lines.describe())


def finished(head: Head, match: Match, deals: bool) -> Record:
    """Check the result against the match, and build the record."""
    if head.result != result_of(match):
        wrong = UnreadableError("result", expected=result_of(match), came=head.result)
        raise RecordError(head.result_line, wrong)
    return Record(match, head.names, head.date, deals=deals, tags=head.further.tags)


def read_header(lines: LineReader, number: int) -> int:
    """Read which seat starts the round."""
    found = HEADER.fullmatch(lines.describe())
    if found is None or int(found[1]) != number:
        raise UnreadableError("round", expected=f"round {number} start …", came=lines.describe())
    return int(found[2])


def new_match(head: Head, start: int) -> Match:
    """Set up the match that a record describes."""
    return Match(
        head.mode,
        edition=head.edition,
        rounds_to_win=head.rounds_to_win,
        start=start,
        options=head.further.options,
        seed=head.further.seed,
        deals=() if head.further.seed is None else None,
    )


def check_not_over(match: Match, came: str) -> None:
    """Refuse anything after the end of the match."""
    if match.over:
        sentence = f"the match is over, side {match.winner} has won it; after it comes"
        raise TurnError("match-over", f"{sentence} {shortened(came)}", came=shortened(came))


def check_start(match: Match, number: int, start: int) -> None:
    """Refuse a round that the wrong seat starts."""
    expected = match.coming_start
    if start != expected:
        raise UnreadableError(
            "starter", expected=f"seat {expected} to start round {number}", came=start
        )


def read_deals(lines: LineReader, match: Match, deals: bool) -> None:
    """Read the decks, which are in every round or in none, and deal them."""
    decks, numbers = [], []
    for seat in match.mode.seats if deals else ():
        prefix, _, cards = lines.describe().partition(f"deal {seat} ")
        if prefix:
            raise UnreadableError("deal", expected=f"deal {seat} …", came=lines.describe())
        decks.append(read_cards(cards))
        numbers.append(lines.number)
        if match.seed is not None and decks[-1] != match.stage.round.decks[seat - 1]:
            expected = "the deck that follows from the seed"
            raise UnreadableError("deal", expected=expected, came=cards)
        lines.advance()
    if lines.describe().startswith("deal "):
        expected = "decks in every round or in none"
        raise UnreadableError("deal", expected=expected, came=lines.describe())
    if match.seed is None:
        deal(match, decks, numbers)


def deal(match: Match, decks: list[tuple[Card, ...]], numbers: list[int]) -> None:
    """Deal decks read from lines with these numbers, or unknown ones if there are none."""
    try:
        match.deal(decks or None)
    except UnreadableError as wrong:
        seat = wrong.values["seat"]
        assert isinstance(seat, int)
        raise RecordError(numbers[seat - 1], wrong) from None


def read_round(lines: LineReader, match: Match, round_: Round) -> None:
    """Read the moves and the end of a round; only the last round may have no end."""
    seats = len(match.mode.seats)
    turn, room = 1, 0
    while lines.text is not None and lines.text[0].isdecimal():
        number, *moves = lines.text.split(" ")
        if round_.over:
            came = shortened(lines.text)
            raise TurnError("round-over", f"{came} comes after the end of the round", came=came)
        if room or number != f"{turn}." or not 0 < len(moves) <= seats:
            expected = (
                f"{turn}. and a move a seat" if not room else f"turn {turn - 1} to be complete"
            )
            raise UnreadableError("turn", expected=expected, came=lines.text)
        for move in moves:
            read_placement(match, round_, move)
        turn, room = turn + 1, seats - len(moves)
        lines.advance()
    read_end(lines, match, round_)


def read_placement(match: Match, round_: Round, text: str) -> None:
    """Read one move and play it, if it is legal."""
    move = known_move(text)
    if round_.card != move.card:
        turn_up(match, round_, move.card)
    placed = match.advance(move.cell)
    if placed.on_top != move.on_top:
        raise UnreadableError("move", expected=f"{placed}, with @ beside and x on top", came=text)


def turn_up(match: Match, round_: Round, card: Card) -> None:
    """Turn up a card of a deck that is not in the record, if the seat can have and play it."""
    seat = round_.seat
    if seat is None:
        raise TurnError("round-over", f"{card} comes after the end of the round")
    if round_.card is not None:
        expected = f"{round_.card}, the top card of seat {seat}"
        raise UnreadableError("card", expected=expected, came=str(card))
    match.turn_up(card)
    if round_.over:
        raise IllegalPlacementError("no-cell", card, "any cell", "there is none for it")


def read_end(lines: LineReader, match: Match, round_: Round) -> None:
    """Read how the round ended, and refuse an end that does not follow from the moves."""
    says_end = lines.describe().split(" ")[0] in ENDS
    if round_.end is None and not round_.card:
        stall_if_unplayable(match, round_, says_end)
    if round_.end is None:
        if lines.text is not None:
            expected = f"a move of seat {round_.seat}, because the round is not over"
            raise UnreadableError("end", expected=expected, came=lines.text)
        return
    expected = end_text(round_.end)
    if lines.text != expected:
        raise UnreadableError("end", expected=expected, came=lines.describe())
    lines.advance()


def stall_if_unplayable(match: Match, round_: Round, says_end: bool) -> None:
    """End the round at an unknown card where the record says so, or nothing else is possible."""
    assert round_.seat is not None
    playable = [round_.table.takes(card) for card in match.possible_cards(round_.seat)]
    if not any(playable) or (says_end and not all(playable)):
        match.stall()

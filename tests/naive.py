"""A second, naive model of Punto, written from RULES.md and RECORD.md alone.

It is the second opinion that the real code is tested against, so it shares nothing with it
and prefers the plainest way to say a rule over the fastest one.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Cell = tuple[int, int]

COLOURS = "ROBG"
SPAN = 6
BOARD = range(2 * SPAN - 1)
ORIGIN: Cell = (SPAN - 1, SPAN - 1)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
NAMES = {
    (column, row): f"{'abcdefghijk'[column]}{row + 1}" for column, row in product(BOARD, BOARD)
}
CELLS = {name: cell for cell, name in NAMES.items()}
NEIGHBOURS = {
    (column, row): tuple(
        (column + right, row + up)
        for right, up in product((-1, 0, 1), repeat=2)
        if (right, up) != (0, 0)
    )
    for column, row in NAMES
}


class NaiveError(Exception):
    """Something that the rules or the record's format do not allow."""


@dataclass(frozen=True)
class Mode:
    """One line of the table of modes: who sits where, with which colours, and what wins."""

    seats: int
    members: dict[int, tuple[int, ...]]
    colours: dict[int, str]
    line: int
    neutral: str = ""


@dataclass(frozen=True)
class Edition:
    """One line of the table of editions."""

    starter: str
    redeal: str
    tie: str


MODES = {
    "2p": Mode(2, {1: (1,), 2: (2,)}, {1: "RO", 2: "BG"}, 5),
    "3p": Mode(3, {1: (1,), 2: (2,), 3: (3,)}, {1: "R", 2: "O", 3: "B"}, 4, "G"),
    "4p": Mode(4, {1: (1,), 2: (2,), 3: (3,), 4: (4,)}, {1: "R", 2: "O", 3: "B", 4: "G"}, 4),
    "teams": Mode(4, {1: (1, 3), 2: (2, 4)}, {1: "RO", 2: "BG"}, 5),
}
EDITIONS = {
    "english-2018": Edition("winner", "even", "total"),
    "german-2018": Edition("ender", "even", "lowest"),
    "nordic-2019": Edition("winner", "from-winner", "lowest"),
}


@dataclass(frozen=True)
class NaiveEnd:
    """How a round ended.

    `seat` completed the line or could not play. `rows` holds each side's run points ascending
    (empty for a line), `cells` the runs themselves (for a line, only those just completed).
    """

    kind: str
    seat: int
    winner: int | None
    removed: str | None
    rows: dict[int, list[int]]
    cells: dict[int, set[frozenset[str]]]


def points(card: str) -> int:
    return int(card[1])


def all_cards(colours: str) -> Counter[str]:
    return Counter({f"{colour}{value}": 2 for colour in colours for value in range(1, 10)})


def of_colours(cards: Iterable[str], colours: str) -> Counter[str]:
    return Counter(card for card in cards if card[0] in colours)


def dealt_in_turn(count: int, seats: Sequence[int]) -> Counter[int]:
    """How many cards each seat gets when `count` are dealt one at a time, the first seat first."""
    return Counter(seats[dealt % len(seats)] for dealt in range(count))


def dearest(cards: Iterable[str]) -> str:
    """The card with the most points; of several colours, the first in R O B G."""
    return max(cards, key=lambda card: (points(card), -COLOURS.index(card[0])))


def named(runs: Iterable[Sequence[Cell]]) -> set[frozenset[str]]:
    return {frozenset(NAMES[cell] for cell in run) for run in runs}


class NaiveMatch:
    """A match, driven from outside with the decks of each round and the cells of each card.

    Between rounds the stacks and the decks stay as the last round left them.
    """

    def __init__(
        self,
        mode: str,
        edition: str = "english-2018",
        rounds_to_win: int = 2,
        start: int = 1,
        *,
        stalemate_removes: bool = True,
        handicap: Sequence[int] = (),
    ) -> None:
        if mode not in MODES:
            raise NaiveError(f"there is no mode {mode!r}")
        if edition not in EDITIONS:
            raise NaiveError(f"there is no edition {edition!r}")
        if rounds_to_win not in range(1, 10):
            raise NaiveError("a match is won with 1 to 9 rounds")
        self.mode = MODES[mode]
        self.edition = EDITIONS[edition]
        self.rounds_to_win = rounds_to_win
        self.stalemate_removes = stalemate_removes
        if start not in self.seats:
            raise NaiveError(f"there is no seat {start} to start")
        self.starter = start
        self.round_number = 0
        self.seat: int | None = None
        self.stacks: dict[Cell, list[str]] = {}
        self.end: NaiveEnd | None = None
        self.wins = dict.fromkeys(self.sides, 0)
        self.removed: dict[int, list[str]] = {side: [] for side in self.sides}
        self.winner: int | None = None
        self.given_up: dict[int, list[str]] = {side: [] for side in self.sides}
        for side, count in zip(self.sides, handicap or [0] * len(self.sides), strict=True):
            for _ in range(count):
                self.given_up[side].append(dearest(self._owned(side)))
        self._decks: dict[int, list[str]] = {seat: [] for seat in self.seats}

    @property
    def seats(self) -> range:
        return range(1, self.mode.seats + 1)

    @property
    def sides(self) -> tuple[int, ...]:
        return tuple(self.mode.members)

    @property
    def card(self) -> str | None:
        return self._decks[self.seat][0] if self.seat is not None else None

    def deal(self, decks: Sequence[Sequence[str]]) -> None:
        """Begin the next round with these decks, seat 1's first, each with its top card first."""
        if self.winner is not None:
            raise NaiveError("the match is over")
        if self.seat is not None:
            raise NaiveError("the round before is not over")
        if len(decks) != self.mode.seats:
            raise NaiveError(f"{len(decks)} decks for {self.mode.seats} seats")
        coming = {seat: list(deck) for seat, deck in zip(self.seats, decks, strict=True)}
        self._check_own_cards(coming)
        self._check_neutral_cards(coming)
        self._decks = coming
        self.stacks = {}
        self.end = None
        self.round_number += 1
        self.seat = self.starter

    def legal_cells(self) -> set[str]:
        """Where the card in hand may go; no cell at all when there is none in hand."""
        card = self.card
        return set() if card is None else {NAMES[cell] for cell in self._cells_for(card)}

    def why_illegal(self, cell: str) -> str | None:
        return self._refusal(self._turn()[1], self._located(cell), self._reach())

    def place(self, cell: str) -> None:
        seat, card = self._turn()
        refusal = self.why_illegal(cell)
        if refusal is not None:
            raise NaiveError(f"{card} cannot go to {cell}: {refusal}")
        at = self._located(cell)
        self._decks[seat].pop(0)
        self.stacks.setdefault(at, []).append(card)
        completed = self._completed_runs(self._side_of(seat), at)
        if completed:
            self._end_with_line(seat, completed)
        else:
            self._pass_turn_to(self._seat_after(seat))

    def holds(self, side: int) -> Counter[str]:
        """The side's cards not yet played in this round; between rounds all that it owns."""
        if self.seat is None:
            return self._owned(side)
        return self._own_cards_in(self._decks, side)

    def deck_sizes(self) -> list[int]:
        return [len(deck) for deck in self._decks.values()]

    def neutral_left(self) -> list[int]:
        return [of_colours(deck, self.mode.neutral).total() for deck in self._decks.values()]

    def _side_of(self, seat: int) -> int:
        return next(side for side, members in self.mode.members.items() if seat in members)

    def _seat_after(self, seat: int) -> int:
        return seat % self.mode.seats + 1

    def _in_order_from(self, first: int, seats: Iterable[int]) -> list[int]:
        return sorted(seats, key=lambda seat: (seat - first) % self.mode.seats)

    def _owned(self, side: int) -> Counter[str]:
        gone = Counter(self.removed[side] + self.given_up[side])
        return all_cards(self.mode.colours[side]) - gone

    def _own_cards_in(self, decks: dict[int, list[str]], side: int) -> Counter[str]:
        cards = (card for seat in self.mode.members[side] for card in decks[seat])
        return of_colours(cards, self.mode.colours[side])

    def _check_own_cards(self, coming: dict[int, list[str]]) -> None:
        for side, members in self.mode.members.items():
            owned = self._owned(side)
            if self._own_cards_in(coming, side) != owned:
                raise NaiveError(f"the decks of side {side} do not hold the cards that it owns")
            sizes = dealt_in_turn(owned.total(), self._in_order_from(self.starter, members))
            for seat in members:
                own = of_colours(coming[seat], self.mode.colours[side]).total()
                if own != sizes[seat]:
                    raise NaiveError(f"seat {seat} has {own} own cards instead of {sizes[seat]}")

    def _check_neutral_cards(self, coming: dict[int, list[str]]) -> None:
        pool = self._neutral_pool()
        shares = self._neutral_shares(pool.total())
        dealt: Counter[str] = Counter()
        for seat, deck in coming.items():
            foreign = Counter(deck) - of_colours(deck, self.mode.colours[self._side_of(seat)])
            kept = of_colours(self._decks[seat], self.mode.neutral)
            if not kept <= foreign:
                raise NaiveError(f"seat {seat} does not keep its unplayed neutral cards")
            if foreign.total() != kept.total() + shares[seat]:
                raise NaiveError(
                    f"seat {seat} has {foreign.total()} cards that are not its own"
                    f" instead of {kept.total() + shares[seat]}"
                )
            dealt += foreign - kept
        if not dealt <= pool:
            raise NaiveError("cards were dealt that are not among the neutral cards to deal")

    def _neutral_pool(self) -> Counter[str]:
        """The neutral cards that are shuffled together for the coming round."""
        if self.round_number == 0:
            return all_cards(self.mode.neutral)
        played = (card for stack in self.stacks.values() for card in stack)
        return of_colours(played, self.mode.neutral)

    def _neutral_shares(self, count: int) -> Counter[int]:
        if self.edition.redeal == "even":
            count -= count % self.mode.seats
        won_by = self.end.winner if self.end is not None else None
        first = self.starter if won_by is None else won_by
        return dealt_in_turn(count, self._in_order_from(first, self.seats))

    def _turn(self) -> tuple[int, str]:
        if self.seat is None or self.card is None:
            raise NaiveError("no round is in play")
        return self.seat, self.card

    def _located(self, cell: str) -> Cell:
        if cell not in CELLS:
            raise NaiveError(f"there is no cell {cell!r}")
        return CELLS[cell]

    def _reach(self) -> tuple[range, range]:
        """The columns and the rows that a card can lie in without stretching the square."""
        if not self.stacks:
            return BOARD, BOARD
        columns = [column for column, _ in self.stacks]
        rows = [row for _, row in self.stacks]
        return (
            range(max(columns) - SPAN + 1, min(columns) + SPAN),
            range(max(rows) - SPAN + 1, min(rows) + SPAN),
        )

    def _refusal(self, card: str, cell: Cell, reach: tuple[range, range]) -> str | None:
        if not self.stacks:
            return None if cell == ORIGIN else "not the origin"
        if cell in self.stacks:
            return None if points(self.stacks[cell][-1]) < points(card) else "not lower"
        if self.stacks.keys().isdisjoint(NEIGHBOURS[cell]):
            return "touches nothing"
        columns, rows = reach
        if cell[0] not in columns:
            return "too wide"
        if cell[1] not in rows:
            return "too high"
        return None

    def _cells_for(self, card: str) -> Iterator[Cell]:
        reach = self._reach()
        return (cell for cell in product(*reach) if self._refusal(card, cell, reach) is None)

    def _maximal_runs(self, colour: str) -> Iterator[list[Cell]]:
        """Every visible unbroken run of a colour that no card makes longer, a lone card too."""
        coloured = {cell for cell, stack in self.stacks.items() if stack[-1][0] == colour}
        for (column, row), (right, up) in product(coloured, DIRECTIONS):
            if (column - right, row - up) not in coloured:
                run = []
                cell = (column, row)
                while cell in coloured:
                    run.append(cell)
                    cell = (cell[0] + right, cell[1] + up)
                yield run

    def _visible(self, runs: Iterable[Sequence[Cell]]) -> list[str]:
        return [self.stacks[cell][-1] for run in runs for cell in run]

    def _completed_runs(self, side: int, placed: Cell) -> list[list[Cell]]:
        colour = self.stacks[placed][-1][0]
        if colour not in self.mode.colours[side]:
            return []
        runs = self._maximal_runs(colour)
        return [run for run in runs if placed in run and len(run) >= self.mode.line]

    def _counted_runs(self, side: int) -> list[list[Cell]]:
        return [
            run
            for colour in self.mode.colours[side]
            for run in self._maximal_runs(colour)
            if len(run) == self.mode.line - 1
        ]

    def _pass_turn_to(self, seat: int) -> None:
        deck = self._decks[seat]
        if deck and next(self._cells_for(deck[0]), None) is not None:
            self.seat = seat
        else:
            self._end_with_stalemate(seat)

    def _end_with_line(self, seat: int, completed: list[list[Cell]]) -> None:
        side = self._side_of(seat)
        card = dearest(self._visible(completed))
        self._close(NaiveEnd("line", seat, side, card, {}, {side: named(completed)}))

    def _end_with_stalemate(self, seat: int) -> None:
        runs = {side: self._counted_runs(side) for side in self.sides}
        rows = {
            side: sorted(sum(map(points, self._visible([run]))) for run in runs[side])
            for side in self.sides
        }
        cells = {side: named(runs[side]) for side in self.sides}
        winner = self._stalemate_winner(rows)
        if winner is None:
            self._close(NaiveEnd("draw", seat, None, None, rows, cells))
        else:
            card = dearest(self._visible(runs[winner])) if self.stalemate_removes else None
            self._close(NaiveEnd("stalemate", seat, winner, card, rows, cells))

    def _stalemate_winner(self, rows: dict[int, list[int]]) -> int | None:
        most = max(len(row) for row in rows.values())
        if most == 0:
            return None
        weigh = sum if self.edition.tie == "total" else min
        scores = {side: weigh(row) for side, row in rows.items() if len(row) == most}
        best = [side for side, score in scores.items() if score == min(scores.values())]
        return best[0] if len(best) == 1 else None

    def _close(self, end: NaiveEnd) -> None:
        self.end = end
        self.seat = None
        self.starter = self._seat_after(self._last_before_next_start(end))
        if end.winner is not None:
            if end.removed is not None:
                self.removed[end.winner].append(end.removed)
            self.wins[end.winner] += 1
            if self.wins[end.winner] == self.rounds_to_win:
                self.winner = end.winner

    def _last_before_next_start(self, end: NaiveEnd) -> int:
        """The seat whose left neighbour starts the next round."""
        if end.kind == "stalemate" and end.winner is not None and self.edition.starter == "winner":
            members = self.mode.members[end.winner]
            return members[0] if len(members) == 1 else end.seat
        return end.seat


TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\])*)"\]')
COMMENT = re.compile(r"\s*(;.*)?")
MOVE = re.compile(r"([ROBG][1-9])([@x])([a-k](?:[1-9]|1[01]))")
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def check_record(text: str) -> None:
    """Refuse, with a NaiveError, a record with deal lines in which anything is not true."""
    lines = [line for line in map(uncommented, text.split("\n")) if line]
    if not any(line.startswith("deal ") for line in lines):
        raise NaiveError("no deals")
    tag_lines = [line for line in lines if line.startswith("[")]
    if tag_lines != lines[: len(tag_lines)]:
        raise NaiveError("a tag stands after the first round")
    tags = read_tags(tag_lines)
    rounds = split_rounds(lines[len(tag_lines) :])
    _, start = read_header(rounds[0][0])
    removes = '[Option "no stalemate_removes"]' not in tag_lines
    handicap = [int(number) for number in tags.get("Handicap", "").split()]
    match = NaiveMatch(
        tags["Mode"],
        tags["Edition"],
        int(tags["RoundsToWin"]),
        start,
        stalemate_removes=removes,
        handicap=handicap,
    )
    for lines_of_round in rounds:
        try:
            check_round(match, lines_of_round)
        except NaiveError as error:
            raise NaiveError(f"{lines_of_round[0]}: {error}") from error
    if tags["Result"] != result_of(match, tags["Mode"]):
        raise NaiveError(f"the result is {result_of(match, tags['Mode'])}")


def uncommented(line: str) -> str:
    tag = TAG.match(line)
    # A name may hold a semicolon: inside a tag's quotes it begins no comment.
    if tag is not None and COMMENT.fullmatch(line, tag.end()):
        return tag.group()
    return line.partition(";")[0].rstrip()


def read_tags(lines: list[str]) -> dict[str, str]:
    """Read the tags that every record has, in their order, and the further ones."""
    pairs = []
    for line in lines:
        tag = TAG.fullmatch(line)
        if tag is None:
            raise NaiveError(f"{line} is no tag")
        pairs.append((tag[1], re.sub(r"\\(.)", r"\1", tag[2])))
    mode = dict(pairs).get("Mode", "")
    if mode not in MODES:
        raise NaiveError(f"there is no mode {mode!r}")
    seats = [f"Seat{seat}" for seat in range(1, MODES[mode].seats + 1)]
    names = ["Format", "Mode", "Edition", "RoundsToWin", *seats, "Date", "Result"]
    if [name for name, _ in pairs[: len(names)]] != names:
        raise NaiveError(f"the tags are not {', '.join(names)}")
    for name, _ in pairs[len(names) :]:
        if name in names or re.fullmatch("Seat[0-9]+", name):
            raise NaiveError(f"the tag {name} does not belong after Result")
    tags = dict(pairs)
    if tags["Format"] != "punto 1":
        raise NaiveError(f"there is no format {tags['Format']!r}")
    if not re.fullmatch("[1-9]", tags["RoundsToWin"]):
        raise NaiveError("a match is won with 1 to 9 rounds")
    if not is_day(tags["Date"]):
        raise NaiveError(f"{tags['Date']!r} is no date")
    return tags


def is_day(text: str) -> bool:
    try:
        return DAY.fullmatch(text) is not None and bool(date.fromisoformat(text))
    except ValueError:
        return False


def split_rounds(lines: list[str]) -> list[list[str]]:
    rounds: list[list[str]] = []
    for line in lines:
        if line.startswith("round "):
            rounds.append([])
        if not rounds:
            raise NaiveError(f"{line!r} stands before the first round")
        rounds[-1].append(line)
    return rounds


def read_header(line: str) -> tuple[int, int]:
    header = re.fullmatch(r"round ([1-9][0-9]*) start ([1-9])", line)
    if header is None:
        raise NaiveError("a round begins with: round N start S")
    return int(header[1]), int(header[2])


def check_round(match: NaiveMatch, lines: list[str]) -> None:
    number, start = read_header(lines[0])
    if number != match.round_number + 1:
        raise NaiveError(f"this is round {match.round_number + 1}")
    if start != match.starter:
        raise NaiveError(f"seat {match.starter} starts this round")
    seats = match.mode.seats
    match.deal([read_deck(line, seat) for seat, line in enumerate(lines[1 : 1 + seats], 1)])
    played = lines[1 + seats :]
    turns = [line for line in played if line[0].isdigit()]
    for turn, line in enumerate(turns, 1):
        check_turns(match, line, turn, is_last=turn == len(turns))
    expected = [*turns, end_line(match)] if match.end else turns
    if played != expected:
        raise NaiveError(f"the moves end with {end_line(match)!r}, and nothing else follows")


def read_deck(line: str, seat: int) -> list[str]:
    deal = re.fullmatch(rf"deal {seat}((?: [ROBG][1-9])*)", line)
    if deal is None:
        raise NaiveError(f"{line!r} is not the deck of seat {seat}")
    return deal[1].split()


def check_turns(match: NaiveMatch, line: str, turn: int, *, is_last: bool) -> None:
    """Play one line of moves: the turn of every seat, or of the first ones in the last line."""
    number, *moves = line.split(" ")
    if number != f"{turn}.":
        raise NaiveError(f"{line!r} is turn {turn}.")
    if not moves or len(moves) > match.mode.seats:
        raise NaiveError(f"{line!r} does not hold one turn of every seat")
    if len(moves) < match.mode.seats and not is_last:
        raise NaiveError(f"{line!r} is short and not the last line of moves")
    for move in moves:
        check_move(match, move)


def check_move(match: NaiveMatch, text: str) -> None:
    move = MOVE.fullmatch(text)
    if move is None:
        raise NaiveError(f"{text!r} is no move")
    card, how, cell = move.groups()
    if match.seat is None:
        raise NaiveError(f"{text} comes after the end of the round")
    if card != match.card:
        raise NaiveError(f"{card} is not on top of the deck of seat {match.seat}")
    covers = CELLS[cell] in match.stacks
    match.place(cell)
    if covers != (how == "x"):
        raise NaiveError(f"{text} has the wrong sign")


def end_line(match: NaiveMatch) -> str:
    """Say how the round ended as a record does, and nothing while it is in play."""
    if match.end is None:
        return ""
    words = [match.end.kind]
    if match.end.winner is not None:
        words.append(f"{match.end.winner}")
    if match.end.removed is not None:
        words.append(f"removes {match.end.removed}")
    if match.end.rows:
        words.append("rows")
    for side, row in match.end.rows.items():
        bracket = f"({'+'.join(map(str, row))})" if row else ""
        words.append(f"{side}:{len(row)}{bracket}")
    return " ".join(words)


def result_of(match: NaiveMatch, mode: str) -> str:
    if match.winner is None:
        return "*"
    return f"{'Team' if mode == 'teams' else 'Seat'}{match.winner}"

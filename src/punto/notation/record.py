"""The record of a match: who played, when, and every card that was placed."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date as calendar_date
from functools import lru_cache

from punto.notation.tags import FORMAT, FurtherTags, Tag, check_tag, read_date
from punto.notation.text_file import check_text
from punto.rules.card import Card
from punto.rules.cell import Cell
from punto.rules.deck import deck_text, listed
from punto.rules.ending import RoundEnd
from punto.rules.errors import UnreadableError, Words
from punto.rules.facts import Mode
from punto.rules.match import Match
from punto.rules.move import Move
from punto.rules.round import Round


def read_move(text: str) -> Move:
    """Read a move as records write it."""
    if not isinstance(text, str):
        raise UnreadableError("move", expected="a card, @ or x, and a cell", came=text)
    return known_move(text)


@lru_cache(maxsize=2**14)  # more than there are moves
def known_move(text: str) -> Move:
    """Read a move, and remember it."""
    sign = text[2:3]
    if sign not in ("@", "x"):
        raise UnreadableError("move", expected="a card, @ or x, and a cell", came=text)
    return Move(Card(text[:2]), sign == "x", Cell(text[3:]))


class Record:
    """A match with the names of its players and its date; its `str` is the text of the file.

    `deals` says whether to write the decks, and `tags` are all tags that follow the result.
    By default, decks and seed are in the record only once the match is over. `comments` are written
    behind lines of moves: the key of one is the number of its round and of its turn in it.
    """

    def __init__(
        self,
        match: Match,
        names: Sequence[str],
        date: str | calendar_date,
        *,
        deals: bool | None = None,
        tags: Sequence[tuple[str, str]] | None = None,
        comments: Mapping[tuple[int, int], str] | None = None,
    ) -> None:
        if not isinstance(match, Match):
            raise UnreadableError("match", expected="a Match", came=match)
        self.match = match
        if match.origin is not None:
            expected = "a match from its first round"
            raise UnreadableError("match", expected=expected, came=Words("one from a position"))
        names = listed("names", names)
        if len(names) != len(match.mode.seats):
            raise UnreadableError("names", expected=str(len(match.mode.seats)), came=len(names))
        self.names = tuple(check_tag(Tag("Seat1", name), "name").value for name in names)
        self.date = read_date(str(date))
        self.deals = match.over if deals is None else deals
        own = self._own_tags() if tags is None else (Tag(*tag) for tag in tags)
        further = FurtherTags(match.mode, own)
        if further.options != match.options:
            expected = ", ".join(map(str, self._option_tags())) or "none"
            raise UnreadableError("option", expected=f"{expected} as in the match", came=tags)
        if further.seed not in (None, match.seed):
            raise UnreadableError("seed", expected="the one of the match", came=Words("another"))
        self.tags = tuple(further.tags)
        self.comments = {key: check_text("comment", it) for key, it in (comments or {}).items()}

    @property
    def result(self) -> str:
        """Who won: ``Seat1``, ``Team1``, or ``*`` while the match is not over."""
        return result_of(self.match)

    def __str__(self) -> str:
        return "\n".join(self._lines()) + "\n"

    def __repr__(self) -> str:
        further = f"deals={self.deals}, tags={[tuple(tag) for tag in self.tags]!r}"
        further += f", comments={self.comments!r}" if self.comments else ""
        return f"Record({self.match!r}, {list(self.names)!r}, {self.date!r}, {further})"

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Record) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # the match in it may go on

    def _own_tags(self) -> Iterator[Tag]:
        yield from self._option_tags()
        if self.deals and self.match.seed is not None:
            yield Tag("Seed", self.match.seed.hex())

    def _option_tags(self) -> Iterator[Tag]:
        options = self.match.options
        for name in options.names():
            yield Tag("Option", name)
        if options.handicap:
            yield Tag("Handicap", " ".join(map(str, options.handicap)))

    def _lines(self) -> Iterator[str]:
        yield str(Tag("Format", FORMAT))
        yield str(Tag("Mode", self.match.mode.name))
        yield str(Tag("Edition", self.match.edition.name))
        yield str(Tag("RoundsToWin", str(self.match.rounds_to_win)))
        for seat, name in enumerate(self.names, start=1):
            yield str(Tag(f"Seat{seat}", name))
        yield str(Tag("Date", self.date))
        yield str(Tag("Result", self.result))
        yield from map(str, self.tags)
        for number, round_ in enumerate(self.match.rounds, start=1):
            yield ""
            yield f"round {number} start {round_.start}"
            yield from self._round_lines(number, round_)

    def _round_lines(self, number: int, round_: Round) -> Iterator[str]:
        if self.deals:
            for seat, deck in enumerate(round_.decks, start=1):
                yield f"deal {seat} {deck_text(deck)}".rstrip()
        moves, seats = round_.placements, len(round_.decks)
        for turn, first in enumerate(range(0, len(moves), seats), start=1):
            comment = self.comments.get((number, turn))
            line = f"{turn}. {' '.join(map(str, moves[first : first + seats]))}"
            yield f"{line} ; {comment}" if comment else line
        if round_.end is not None:
            yield end_text(round_.end)


def end_text(end: RoundEnd) -> str:
    """Write the end of a round as records do."""
    if end.kind == "line":
        return f"line {end.winner} removes {end.removed}"
    rows = " ".join(
        f"{side}:{len(runs)}" + (f"({'+'.join(str(run.points) for run in runs)})" if runs else "")
        for side, runs in enumerate(end.runs, start=1)
    )
    if end.kind == "draw":
        return f"draw rows {rows}"
    removes = f" removes {end.removed}" if end.removed else ""
    return f"stalemate {end.winner}{removes} rows {rows}"


def result_of(match: Match) -> str:
    """Write who won a match as records do."""
    return "*" if match.winner is None else f"{winner_word(match.mode)}{match.winner}"


def winner_word(mode: Mode) -> str:
    """Return what a side is called in a result."""
    return "Team" if mode.is_teams else "Seat"

"""The events of a match, as everybody at the table sees them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

from punto.rules.card import CARD_BY_NUMBER, Card
from punto.rules.cell import ALL_CELLS
from punto.rules.deprecation import deprecated
from punto.rules.ending import RoundEnd
from punto.rules.round import Placement, Round


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """The decks were dealt, and a seat starts."""

    round_number: int
    start: int

    @property
    def round(self) -> int:
        """The old name of `round_number`."""
        deprecated("RoundStarted.round", "round_number")
        return self.round_number


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A seat's top card became visible."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A line or a stalemate ended the round."""

    round_number: int
    end: RoundEnd

    @property
    def round(self) -> int:
        """The old name of `round_number`."""
        deprecated("RoundEnded.round", "round_number")
        return self.round_number


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A side won the match."""

    winner: int


Event = RoundStarted | TurnedUp | Placement | RoundEnded | MatchEnded


class RoundStory:
    """What everybody saw of one round, from which its events are made when they are asked for.

    It has visible cards only, so it can be part of a view, and it never changes.
    """

    __slots__ = ("cards", "cells", "end", "face_up", "given", "is_open", "number", "start")

    def __init__(self, number: int, round_: Round) -> None:
        self.number = number
        self.start = round_.start
        self.is_open = round_.options.open_cards
        self.cards, self.cells = round_.numbers()
        self.given = len(self.cards) - round_.ply
        self.face_up = tuple([round_.face_up(seat) for seat in round_.mode.seats])
        self.end = round_.end

    def events(self, ply: int = -1) -> Iterator[Event]:
        """Yield events from a placement on, counted from 0; -1 includes how the round began."""
        seats = len(self.face_up)
        if ply < 0:
            yield RoundStarted(self.number, self.start)
            for turn in range(seats if self.is_open else 1):
                yield from self._turned_up(turn)
        laid = len(self.cards) - self.given
        line = self.end is not None and self.end.kind == "line"
        for turn in range(max(ply, 0), laid):
            yield self._placement(turn)
            if not (line and turn == laid - 1):
                yield from self._turned_up(turn + seats if self.is_open else turn + 1)
        if self.end is not None:
            yield RoundEnded(self.number, self.end)

    def _placement(self, turn: int) -> Placement:
        place = self.given + turn
        cell = self.cells[place]
        on_top = self.cells.find(cell, 0, place) >= 0
        return Placement(
            self._seat(turn), CARD_BY_NUMBER[self.cards[place]], ALL_CELLS[cell], on_top
        )

    def _turned_up(self, turn: int) -> Iterator[TurnedUp]:
        """Yield the card of a turn: it was placed since, or is still visible; or it is unknown."""
        seat, place = self._seat(turn), self.given + turn
        was_placed = place < len(self.cards)
        card = CARD_BY_NUMBER[self.cards[place]] if was_placed else self.face_up[seat - 1]
        if card is not None:
            yield TurnedUp(seat, card)

    def _seat(self, turn: int) -> int:
        return (self.start - 1 + turn) % len(self.face_up) + 1


class Events(Sequence[Event]):
    """The events of a match up to one moment: made when they are asked for, and shared.

    A match that goes on makes a new one of these for its round in play; those of earlier rounds
    are linked, not copied. So it costs nothing to hand out, and the last events are found without
    making the first.
    """

    __slots__ = ("_before", "_known_length", "_known_own", "_story", "_winner")

    def __init__(self, before: "Events | None", story: RoundStory, winner: int | None) -> None:
        self._before = before
        self._story = story
        self._winner = winner
        self._known_own: tuple[Event, ...] | None = None
        self._known_length: int | None = None

    @property
    def _own(self) -> tuple[Event, ...]:
        """The events of the last round."""
        if self._known_own is None:
            ended = () if self._winner is None else (MatchEnded(self._winner),)
            self._known_own = (*self._story.events(), *ended)
        return self._known_own

    def __len__(self) -> int:
        if self._known_length is None:
            for part in self._parts():
                before = 0 if part._before is None else part._before._known_length
                assert before is not None
                part._known_length = before + len(part._own)
        assert self._known_length is not None
        return self._known_length

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Event, ...]: ...
    def __getitem__(self, index: int | slice) -> Event | tuple[Event, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        if -len(self._own) <= index < 0:
            return self._own[index]
        place = index + len(self) if index < 0 else index
        if not 0 <= place < len(self):
            raise IndexError(f"event {index} of {len(self)}")
        part = self
        while part._before is not None and place < len(part._before):
            part = part._before
        return part._own[place - (0 if part._before is None else len(part._before))]

    def __iter__(self) -> Iterator[Event]:
        for part in self._parts():
            yield from part._own

    def _parts(self) -> "list[Events]":
        """List the events of each round, the first first."""
        parts: list[Events] = []
        part: Events | None = self
        while part is not None:
            parts.append(part)
            part = part._before
        return parts[::-1]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return tuple(self) == tuple(other) if isinstance(other, Events | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        return tuple, (list(self),)

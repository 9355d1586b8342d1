"""The state of a table and its seats: the sum of its events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

from punto.notation.position import read_position
from punto.rules.facts import Mode, mode_named
from punto.rules.match import Match
from punto.server.table import allowance
from punto.server.table.log_state import LogState
from punto.server.table.stored_event import StoredEvent
from punto.server.wire.shapes import OverShape, PlayedOnShape, SeatShape
from punto.server.wire.table_settings import Settings
from punto.server.wire.words import DeviceNumber, Phase

NO_DEVICE = DeviceNumber(0)


@dataclass(frozen=True, slots=True)
class Seat:
    """The holder of a seat: nobody, a person or program on some device, or a bot."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    """The person's name, or the bot's at this table; empty for a bot in an old log."""
    device: DeviceNumber = NO_DEVICE
    """The number of the person's device at this table, from 1."""
    bot: str = ""
    """The bot that holds the seat, or stands in for the person."""
    program: str = ""
    """The program that plays on the device with a token; empty if a person does."""

    @property
    def is_person(self) -> bool:
        """Whether a person holds the seat, even if a bot stands in."""
        return self.kind == "person"

    @property
    def title(self) -> str:
        """The name of the holder in records."""
        return self.name or self.bot

    def shape(self) -> SeatShape:
        """Describe the seat for the log and for clients."""
        shape: SeatShape = {"kind": self.kind}
        if self.name or self.is_person:
            shape["name"] = self.name
        if self.is_person:
            shape["device"] = self.device
        if self.bot:
            shape["bot"] = self.bot
        if self.program:
            shape["program"] = self.program
        return shape


def read_seat_shape(shape: SeatShape) -> Seat:
    """Read a seat from a stored event."""
    return Seat(
        shape["kind"],
        shape.get("name", ""),
        shape.get("device", NO_DEVICE),
        shape.get("bot", ""),
        shape.get("program", ""),
    )


OPEN = Seat()


class Earlier(NamedTuple):
    """Who held a seat before somebody else took it over, and for how many cards of the match."""

    seat: int
    cards: int
    name: str


class Offer(NamedTuple):
    """An offer to move the seats of a device to another one, until a time in ms."""

    device: DeviceNumber
    until: int


class Table(LogState):
    """A table after its last event."""

    settings: Settings

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.phase: Phase = "waiting"
        self.seats: tuple[Seat, ...] = ()
        self.match: Match | None = None
        self.started_at = 0
        self.turn_number = 0
        """The number of the event that began the current turn."""
        self.turn_at = 0
        """When it began, in milliseconds since 1970."""
        self.until: int | None = None
        """The deadline of the current turn, in milliseconds since 1970."""
        self.end_offers: frozenset[DeviceNumber] = frozenset()
        self.pause_offers: frozenset[DeviceNumber] = frozenset()
        self.is_paused = False
        self.paused_ms_left: int | None = None
        """How long the turn may still take when the match goes on, where a clock runs."""
        self.rematch_offers: frozenset[DeviceNumber] = frozenset()
        self.handovers: Mapping[str, Offer] = {}
        """Open offers, by the fingerprint of their key."""
        self.used_handovers: frozenset[str] = frozenset()
        """The fingerprints of used keys: a second attempt gets the reason `used`."""
        self.over: OverShape | None = None
        self.before: str | None = None
        self.next: str | None = None
        self.room: str | None = None
        """The code of the room whose match is played here, if there is one."""
        self.tournament: str | None = None
        """The code of the tournament whose match is played here, if there is one."""
        self.daily: str | None = None
        """The date of the deal of the day that is played here, as 2026-11-17."""
        self.played_on: PlayedOnShape | None = None
        """Where the match comes from, if it continues another one."""
        self.hints: Mapping[int, int] = {}
        """How many hints each seat took."""
        self.earlier: tuple[Earlier, ...] = ()
        """People who resigned while the match went on."""
        self.repeats: Mapping[tuple[int, str], int] = {}
        """Counts of repeatable events, by device number and kind."""
        self.repeats_in_turn: Mapping[tuple[int, str], int] = {}
        """The same counts since the last card."""
        self.guest_changes = 0
        """Repeatable events of all devices but the host's before the match."""
        self.cards_laid = 0
        """All cards of the match, including those that were taken back."""

    def copy(self) -> Self:
        """Make a copy that can be changed independently."""
        twin = super().copy()
        twin.match = None if self.match is None else self.match.copy()
        return twin

    def note(self, event: StoredEvent, number: int, at: int) -> None:
        """Update numbers, times and counts after an event was applied."""
        self.number = number
        allowance.count(self, event)
        if event.kind in ("started", "placed", "undone"):
            self.pause_offers = frozenset()
            turn = (event.public.get("match") or event.public)["turn"]
            self.turn_number, self.until = number, turn and turn.get("until")
            self.turn_at = at

    def begin(self, seats: Iterable[Seat], seed: str, at: int) -> Match:
        """Begin the match. The seed determines all deals."""
        settings = self.settings
        if self.played_on is not None:
            position = read_position(self.played_on["position"])
            self.match = Match.from_position(position, seed=seed)
        else:
            self.match = Match(
                settings.mode,
                edition=settings.edition,
                rounds_to_win=settings.rounds_to_win,
                start=settings.start,
                options=settings.options,
                seed=seed,
            )
        self.phase, self.started_at, self.seats = "playing", at, tuple(seats)
        return self.match

    def set_seat(self, place: int, holder: Seat) -> None:
        """Replace the holder of a seat; places count from 1."""
        self.seats = (*self.seats[: place - 1], holder, *self.seats[place:])

    # Seats and devices

    @property
    def mode(self) -> Mode:
        """The mode of the table."""
        return mode_named(self.settings.mode)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def to_move(self) -> Seat | None:
        """The seat to move, while a match is being played and is not paused."""
        if self.match is None or self.phase != "playing" or self.is_paused:
            return None
        seat = self.match.seat
        return None if seat is None else self.seats[seat - 1]

    @property
    def people(self) -> set[DeviceNumber]:
        """The devices of the people who have a seat."""
        return {seat.device for seat in self.seats if seat.is_person}

    def seats_of(self, number: DeviceNumber) -> list[int]:
        """List the seats of the people on a device."""
        return [
            place
            for place, seat in enumerate(self.seats, start=1)
            if seat.is_person and seat.device == number
        ]

    def may_see(self, device: str) -> bool:
        """Return whether a device may see what happens here."""
        if self.phase != "playing" or self.settings.spectators:
            return True
        number = self.device_number(device)
        return number != 0 and (number == self.host or number in self.people)

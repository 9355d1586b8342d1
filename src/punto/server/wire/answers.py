"""Bodies of HTTP responses."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from punto.server.wire.events import Placed, TableEvent
from punto.server.wire.shapes import MatchShape
from punto.server.wire.words import How, Phase, SeatNumber


class Refusal(TypedDict):
    """Why a request was refused. It changed nothing."""

    code: str
    sentence: str
    values: dict[str, object]


class OpenedTable(TypedDict):
    """A table that was opened."""

    table: str
    link: str
    """The address to share with others."""


class CodeTarget(TypedDict):
    """What a code leads to."""

    kind: Literal["table", "room", "tournament"]
    code: str
    """The code in its link, of twelve letters."""


class Events(TypedDict):
    """Events of a table."""

    events: list[Annotated[TableEvent, Field(discriminator="kind")]]


class RecentTable(TypedDict):
    """A table that this device has used."""

    table: str
    link: str
    phase: Phase
    mode: str
    players: list[str | None]
    """The name at each seat; null if the seat is open."""
    touched_at: int
    """When something last happened there, in milliseconds since 1970."""
    is_your_turn: bool
    """Whether the match waits for somebody on this device."""
    until: int | None
    """When the time of the current turn is up, in milliseconds since 1970, where a clock runs."""


class DayTotals(TypedDict):
    """How a deal of the day went, for all who have finished it on this server."""

    day: str
    played: int
    won: int


class Daily(TypedDict):
    """The deal of the day, and how the last ones went."""

    day: str
    """Today's date (UTC), as 2026-11-17."""
    bot: str
    table: str | None
    """The table at which this device plays it; null before its one try."""
    phase: Phase | None
    totals: list[DayTotals]
    """The days of the last weeks on which somebody finished, the latest first."""


class Handover(TypedDict):
    """A link that moves seats to another device. It works once."""

    key: str
    link: str
    qr: str
    """The link as a QR code, in SVG."""
    until: int
    """When the link expires, in milliseconds since 1970."""


Checked = Literal["moves", "decks", "seed"]
Ended = How | Literal["unfinished"]


class EarlierShape(TypedDict):
    """Who held a seat until somebody else took it over."""

    seat: SeatNumber
    cards: int
    """How many cards of the match, of all seats, had been laid when that happened."""
    name: str


class Replay(TypedDict):
    """A recorded match to watch again."""

    names: list[str]
    """The name at each seat, at the end of the match."""
    bots: NotRequired[list[str | None]]
    """For each seat, the bot that goes by the name there."""
    programs: NotRequired[list[str | None]]
    """For each seat, the program that played there with a token."""
    earlier: NotRequired[list[EarlierShape]]
    hints: NotRequired[list[int]]
    """How many hints each seat took; missing if nobody took any."""
    mode: str
    edition: str
    rounds_to_win: int
    open_cards: bool
    date: str
    """The day of the match, such as 2026-11-15."""
    result: str
    """The winner as in records: Seat1, Team1, or * if nobody won."""
    winner: int | None
    """The side that won enough rounds."""
    how: Ended
    """Why the match ended, or that it is unfinished."""
    seat: SeatNumber | None
    """The seat that resigned."""
    checked: list[Checked]
    """What the server has proved: all moves, all decks, and that the seed determines the decks."""
    commitment: str | None
    """The SHA-256 of the seed, if it is known."""
    seed: str | None
    start: MatchShape
    """The match before the first card."""
    placed: list[Placed]
    """Every card in order, numbered from 1. The times are unknown."""


class BotShape(TypedDict):
    """A bot."""

    name: str
    character: str


class ModeShape(TypedDict):
    """A mode."""

    name: str
    seats: int
    line: int
    sides: list[list[SeatNumber]]
    """The seats of each side."""
    colours: list[str]
    """The colours of each side, as cards name them."""
    neutral: str | None


class EditionShape(TypedDict):
    """An edition: how a booklet decides the points on which the booklets disagree."""

    name: str
    booklet: str
    starter: str
    redeal: str
    tie: str


class Choices(TypedDict):
    """Everything that can be chosen for a table."""

    modes: list[ModeShape]
    editions: list[EditionShape]
    bots: list[BotShape]
    reactions: list[str]

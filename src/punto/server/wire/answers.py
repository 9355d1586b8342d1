"""What goes out by HTTP, beside the shapes."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from punto.server.wire.events import Placed, TableEvent
from punto.server.wire.shapes import MatchShape
from punto.server.wire.words import How, Phase, SeatNumber


class Refusal(TypedDict):
    """Why a request was refused; it changed nothing."""

    code: str
    sentence: str
    values: dict[str, object]


class OpenedTable(TypedDict):
    """A table that was opened."""

    table: str
    link: str
    """The address to give to others."""


class Events(TypedDict):
    """What happened at a table."""

    events: list[Annotated[TableEvent, Field(discriminator="kind")]]


class RecentTable(TypedDict):
    """A table where this device was."""

    table: str
    link: str
    phase: Phase
    mode: str
    players: list[str | None]
    """A name for each seat; nobody yet where there is none."""
    touched_at: int
    """When something happened there last, in milliseconds since 1970."""


class Handover(TypedDict):
    """A link that hands seats over to another device, once."""

    key: str
    link: str
    qr: str
    """The link as a picture, in SVG."""
    until: int
    """When it ends, in milliseconds since 1970."""


Checked = Literal["moves", "decks", "seed"]
Ended = How | Literal["unfinished"]


class Replay(TypedDict):
    """A match to look at again."""

    names: list[str]
    """A name for each seat."""
    mode: str
    edition: str
    rounds_to_win: int
    open_cards: bool
    date: str
    """The day on which it was played, as in 2026-11-15."""
    result: str
    """Who won, as records write it: Seat1, Team1, or * if nobody did."""
    winner: int | None
    """The side that won enough rounds."""
    how: Ended
    """Why no more cards were laid."""
    seat: SeatNumber | None
    """Who resigned."""
    checked: list[Checked]
    """What the server has proved: every move, every deck, that the decks follow from the seed."""
    commitment: str | None
    """The SHA-256 of the seed, if it is known."""
    seed: str | None
    start: MatchShape
    """How the match stood before the first card."""
    placed: list[Placed]
    """Every card in turn, numbered from 1; when it was laid is not known."""


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
    """How a booklet reads the points on which the booklets disagree."""

    name: str
    booklet: str
    starter: str
    redeal: str
    tie: str


class Choices(TypedDict):
    """All that can be chosen for a table."""

    modes: list[ModeShape]
    editions: list[EditionShape]
    bots: list[BotShape]
    reactions: list[str]

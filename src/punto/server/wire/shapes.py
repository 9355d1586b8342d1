"""The parts of messages and responses."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from punto.server.wire.table_settings import SettingsShape
from punto.server.wire.words import DeviceField, How, Phase, SeatNumber


class SeatShape(TypedDict):
    """The holder of a seat."""

    kind: Literal["open", "person", "bot"]
    name: NotRequired[str]
    """The name of a person, or of a bot at this table. A bot in an old event has none."""
    device: NotRequired[
        Annotated[
            DeviceField,
            Field(description="The number of the person's device at this table, not the seat."),
        ]
    ]
    bot: NotRequired[str]
    """The bot that holds the seat, or that stands in for the person."""
    program: NotRequired[str]
    """The program that plays on that device with a token; missing if a person does."""


class TurnShape(TypedDict):
    """Whose turn it is."""

    seat: SeatNumber
    card: str
    cells: str
    """The legal cells for the card, separated by spaces."""
    until: NotRequired[int]
    """The deadline of the turn, in milliseconds since 1970."""


class RunShape(TypedDict):
    """Cards of a colour in a row."""

    cells: str
    cards: str
    points: int


class EndShape(TypedDict):
    """How a round ended."""

    kind: Literal["line", "stalemate", "draw"]
    seat: SeatNumber
    winner: int | None
    removed: str | None
    runs: list[list[RunShape]]
    """For each side: the runs it completed, or without a line its runs one card shorter."""
    stuck: str | None
    """The card without a legal cell."""


class RoundStartedShape(TypedDict):
    """A round started: the decks were dealt."""

    kind: Literal["round_started"]
    round: int
    start: SeatNumber


class TurnedUpShape(TypedDict):
    """The top card of a seat's deck was turned up."""

    kind: Literal["turned_up"]
    seat: SeatNumber
    card: str


class RoundEndedShape(TypedDict):
    """A round ended."""

    kind: Literal["round_ended"]
    round: int
    end: EndShape


class MatchEndedShape(TypedDict):
    """A side won the match."""

    kind: Literal["match_ended"]
    winner: int


StepShape = RoundStartedShape | TurnedUpShape | RoundEndedShape | MatchEndedShape


class MatchShape(TypedDict):
    """The current state of a match, as far as it is public."""

    round: int
    start: SeatNumber
    """The seat that started this round."""
    wins: list[int]
    """Rounds won by each side."""
    removed: list[str]
    """For each side, the cards that were removed from the match with its wins."""
    handicap: NotRequired[list[str]]
    """For each side, the cards that it goes without by its handicap; missing if no side has one."""
    stacks: dict[str, str]
    """For each cell that has cards: all of them, from bottom to top."""
    last: str | None
    """The cell of the last card laid."""
    turn: TurnShape | None
    face_up: list[str | None]
    """The visible top card of each seat's deck."""
    decks: list[int]
    """How many cards each seat has left, including the visible one."""
    unseen: list[str]
    """For each side, the unseen cards of its own colours in its decks."""
    neutrals: list[int]
    """How many of each seat's cards are neutral."""
    kept: list[str]
    """For each seat, the unseen neutral cards that it is known to have."""
    unseen_neutrals: str
    last_end: EndShape | None
    winner: int | None
    commitment: str
    """The SHA-256 of the seed, which determines all deals; empty if the seed is unknown."""


class OverShape(TypedDict):
    """How a match ended."""

    winner: int | None
    how: How
    seat: SeatNumber | None
    """The seat that resigned."""
    seed: str
    """The seed, which determines all deals. It is public after the match."""


class PlayedOnShape(TypedDict):
    """Where a match comes from that continues another one."""

    moment: str
    """The moment at which it parted: `2.14` is round 2 after 14 cards."""
    position: str
    """The position there, in one line. The unseen cards were dealt anew."""
    record: str
    """The record of the match up to there, without decks."""


class PauseShape(TypedDict):
    """Whether a match is paused, or who would like that."""

    is_paused: bool
    offers: Annotated[
        list[DeviceField], Field(description="The devices that have offered to pause.")
    ]


class TableShape(TypedDict):
    """The current state of a table, as far as it is public."""

    table: str
    number: int
    """The number of the last event that it includes."""
    phase: Phase
    settings: SettingsShape
    host: Annotated[DeviceField, Field(description="The number of the host's device.")]
    seats: list[SeatShape]
    match: MatchShape | None
    end_offers: Annotated[
        list[DeviceField], Field(description="The devices that have offered to end the match.")
    ]
    pause: NotRequired["PauseShape"]
    """Missing unless the match is paused, or somebody has offered that."""
    rematch_offers: Annotated[
        list[DeviceField], Field(description="The devices that have asked for a rematch.")
    ]
    over: OverShape | None
    before: str | None
    """The previous table, if this one is a rematch."""
    next: str | None
    """The table of the rematch, if there is one."""
    room: NotRequired[str]
    """The room whose match is played here, if there is one."""
    tournament: NotRequired[str]
    """The tournament whose match is played here, if there is one."""
    daily: NotRequired[str]
    """The date of the deal of the day, if that is played here, as 2026-11-17."""
    hints: NotRequired[list[int]]
    """How many hints each seat took; missing if nobody took any."""
    played_on: NotRequired[PlayedOnShape]
    """Missing if the match began with its first round."""

"""The parts of what goes out."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from punto.server.wire.settings import SettingsShape
from punto.server.wire.words import How, Phase


class SeatShape(TypedDict):
    """Who holds a seat."""

    kind: Literal["open", "person", "bot"]
    name: NotRequired[str]
    """A person's name."""
    device: NotRequired[int]
    """The number of a person's device at this table, from 1."""
    bot: NotRequired[str]
    """The bot that holds the seat, or that stands in for the person."""


class TurnShape(TypedDict):
    """Whose turn it is."""

    seat: int
    card: str
    cells: str
    """Where the card can lie, with spaces between the cells."""
    until: NotRequired[int]
    """When the time to think is over, in milliseconds since 1970."""


class RunShape(TypedDict):
    """Cards of a colour in a row."""

    cells: str
    cards: str
    points: int


class EndShape(TypedDict):
    """How a round ended."""

    kind: Literal["line", "stalemate", "draw"]
    seat: int
    winner: int | None
    removed: str | None
    runs: list[list[RunShape]]
    """For each side: of a line the runs it completed, else those of one card less."""
    stuck: str | None
    """The card that had no legal cell."""


class RoundStartedShape(TypedDict):
    """Decks were dealt."""

    kind: Literal["round_started"]
    round: int
    start: int


class TurnedUpShape(TypedDict):
    """A seat's top card became visible."""

    kind: Literal["turned_up"]
    seat: int
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
    """What everybody may know of a match at this moment."""

    round: int
    start: int
    """The seat that started this round."""
    wins: list[int]
    """Rounds won by each side."""
    removed: list[str]
    """For each side the cards that left the match with it."""
    stacks: dict[str, str]
    """For each cell with cards all of them, the lowest first."""
    last: str | None
    """The cell of the card that was laid last."""
    turn: TurnShape | None
    face_up: list[str | None]
    """The visible top card of each seat's deck."""
    decks: list[int]
    """How many cards each seat has left, the visible one included."""
    unseen: list[str]
    """For each side the cards of its own colours that are in its decks unseen."""
    neutrals: list[int]
    """How many of each seat's cards are neutral."""
    kept: list[str]
    """The unseen neutral cards that each seat is known to have."""
    unseen_neutrals: str
    last_end: EndShape | None
    winner: int | None
    commitment: str
    """The SHA-256 of the seed from which all deals follow; empty where no seed is known."""


class OverShape(TypedDict):
    """How a match is over."""

    winner: int | None
    how: How
    seat: int | None
    """Who resigned."""
    seed: str
    """The seed from which all deals follow: it is no secret any more."""


class TableShape(TypedDict):
    """Everything there is to know of a table at this moment."""

    table: str
    number: int
    """The number of the last event that is in it."""
    phase: Phase
    settings: SettingsShape
    host: int
    """The number of the host's device."""
    seats: list[SeatShape]
    match: MatchShape | None
    end_offers: list[int]
    """The devices that offer to end the match."""
    rematch_offers: list[int]
    """The devices that ask for another match."""
    over: OverShape | None
    before: str | None
    """The table of which this one is the rematch."""
    next: str | None
    """The table of the rematch."""

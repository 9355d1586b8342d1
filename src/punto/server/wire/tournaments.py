"""What goes over the network about tournaments: requests, commands, shapes and messages."""

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, model_validator
from typing_extensions import TypedDict

from punto.server.wire.commands import Beat, Command
from punto.server.wire.messages import BeatMessage, ByeMessage, RefusedMessage
from punto.server.wire.model import Incoming
from punto.server.wire.rooms import DoneMessage, SetLock
from punto.server.wire.table_settings import Settings
from punto.server.wire.words import SEATS, BotName, DeviceField, How, Name, SeatNumber

MIN_PLAYERS = 3
MAX_PLAYERS = 64
MAX_SWISS_ROUNDS = 20
MAX_ENTRIES = 2 * MAX_PLAYERS
"""People who may ever have been in one tournament, those who left included."""

MODES_OF_TOURNAMENTS = ("2p", "4p")

PlayerNumber = Annotated[int, Field(ge=1, le=MAX_ENTRIES)]
"""The number of a person in the tournament, from 1, in the order in which people came."""

RoundNumber = Annotated[int, Field(ge=1, le=MAX_ENTRIES)]
PairingNumber = Annotated[int, Field(ge=1, le=MAX_PLAYERS)]
RoundsWon = Annotated[int, Field(ge=0, le=99)]


class Plan(Incoming):
    """How a tournament is played."""

    name: Name
    """What the tournament is called."""
    system: Literal["swiss", "round_robin"] = "swiss"
    """Swiss: people with similar points meet. Round robin: everybody meets everybody."""
    rounds: Annotated[int, Field(ge=1, le=MAX_SWISS_ROUNDS)] | None = None
    """How many rounds a Swiss tournament has. Null: as many as it takes to find one winner."""
    settings: Settings = Settings()
    """How the matches are played: with two or four seats."""
    on_paper: bool = False
    """Whether matches are played with real cards, and the host enters all results."""
    absence: Literal["stand_in", "loss"] = "stand_in"
    """What happens to somebody who is away: a bot plays until they are back, or they lose."""
    absence_seconds: Annotated[int, Field(ge=30, le=3600)] = 300
    """How long the turn of somebody who is away may last before that happens."""
    bot: BotName = "medium"
    """The bot that stands in, and that takes seats nobody has at tables of four."""
    pause_seconds: Annotated[int, Field(ge=5, le=3600)] | None = None
    """How long after the last match of a round the next one begins by itself. Null: never."""

    @model_validator(mode="after")
    def check_mode(self) -> "Plan":
        """Refuse modes without a pairing, and settings that the tournament itself decides."""
        if self.settings.mode not in MODES_OF_TOURNAMENTS:
            raise ValueError(f"a tournament is played in {' or '.join(MODES_OF_TOURNAMENTS)}")
        if self.settings.start is not None:
            raise ValueError("the tournament decides who starts")
        if any(self.settings.handicap):
            raise ValueError("a tournament has no handicap")
        return self


class NewTournament(Incoming):
    """A tournament to open. The device that asks becomes the host."""

    plan: Plan
    name: Name | None = None
    """The name of the host as a player. Null: the host does not play."""


# Commands


class JoinTournament(Command):
    """Take part under a name, or change the name.

    `player` is the number of somebody whom the host has added: that is me.
    """

    type: Literal["join"]
    name: Name
    player: PlayerNumber | None = None


class AddPlayers(Command):
    """Add people without a device, or who will come later (the host)."""

    type: Literal["add_players"]
    names: Annotated[list[Name], Field(min_length=1, max_length=MAX_PLAYERS)]


class SetPlan(Command):
    """Change how the tournament is played (the host). Mode and system stay once it has begun."""

    type: Literal["set_plan"]
    plan: Plan


class NextRound(Command):
    """Begin the first round, or the next one after all matches have ended (the host)."""

    type: Literal["next_round"]


class FinishTournament(Command):
    """End the tournament before its last round (the host)."""

    type: Literal["finish"]


class Withdraw(Command):
    """Leave the tournament, or come back: play no more rounds until then."""

    type: Literal["withdraw"]
    has_left: bool = True


class SetLeft(Command):
    """Say that somebody has left, or is back (the host)."""

    type: Literal["set_left"]
    player: PlayerNumber
    has_left: bool


class RemovePlayer(Command):
    """Remove a person (the host), whose device cannot come in again."""

    type: Literal["remove_player"]
    player: PlayerNumber


class SetResult(Command):
    """Enter or correct the result of a match by hand (the host)."""

    type: Literal["set_result"]
    round: RoundNumber
    pairing: PairingNumber
    winner: SeatNumber | None = None
    """The seat that won. Null: nobody."""
    rounds: Annotated[list[RoundsWon], Field(max_length=SEATS)] = Field(default=[])
    """Rounds won at each seat. Empty: not written down."""


class MakeTournamentHost(Command):
    """Make somebody else the host (the host). They must have come with a device."""

    type: Literal["make_host"]
    player: PlayerNumber


TournamentCommand = (
    JoinTournament
    | AddPlayers
    | SetPlan
    | NextRound
    | FinishTournament
    | Withdraw
    | SetLeft
    | RemovePlayer
    | SetResult
    | MakeTournamentHost
    | SetLock
)
TournamentClientMessage = Annotated[TournamentCommand | Beat, Field(discriminator="type")]
TOURNAMENT_CLIENT_MESSAGE: TypeAdapter[TournamentCommand | Beat] = TypeAdapter(
    TournamentClientMessage
)


# Shapes

if TYPE_CHECKING:
    PlanShape = dict[str, Any]
else:

    class PlanShape(Plan):
        """How a tournament is played."""

        model_config = ConfigDict(json_schema_serialization_defaults_required=True)


TournamentStage = Literal["registering", "playing", "over"]
PairingHow = How | Literal["by_hand", "walkover"]
"""Why a match is over; `walkover` if the opponent had left before it began."""


class PlayerShape(TypedDict):
    """Somebody who takes part."""

    player: int
    """The number of the person."""
    name: str
    has_device: bool
    """Whether they came with a device; otherwise their matches are played on paper."""
    has_left: bool


class StandingShape(TypedDict):
    """Somebody's place in the standings, and what decides it."""

    player: int
    place: int
    """From 1. People whom nothing tells apart share a place."""
    points: int
    """2 for a win, 1 for a match without a winner."""
    played: int
    won: int
    direct: int
    """Points in matches among those who have equally many points."""
    opponents: int
    """The points of all who were met (Buchholz)."""
    beaten: int
    """The points of those who were met, times the points that were won from them
    (Sonneborn-Berger)."""
    rounds: int
    """Rounds won, less the rounds that others won at the same tables."""


class PairingSeatShape(TypedDict):
    """Who plays at a seat of a match."""

    player: NotRequired[int]
    """Missing for a bot."""
    bot: NotRequired[str]


class PairingResultShape(TypedDict):
    """How a match ended."""

    winner: int | None
    """The seat that won."""
    how: PairingHow
    rounds: list[int]
    """Rounds won at each seat; empty if they were not written down."""
    points: list[int]
    """What it is worth at each seat."""


class PairingShape(TypedDict):
    """A match of a round."""

    pairing: int
    """The number of the table in its round, from 1."""
    table: str | None
    """The code of its table; null on paper, and until it is open."""
    on_paper: bool
    seats: list[PairingSeatShape]
    """In seat order: the first one starts."""
    over: NotRequired[PairingResultShape]
    """Missing while it is being played."""


class TournamentRoundShape(TypedDict):
    """A round of a tournament."""

    round: int
    """Rounds count from 1."""
    at: int
    """When it began, in milliseconds since 1970."""
    pairings: list[PairingShape]
    byes: list[int]
    """The people who have a bye."""


class TournamentShape(TypedDict):
    """The current state of a tournament, with its last round. The others can be asked for."""

    tournament: str
    number: int
    """The number of the last event that it includes."""
    plan: PlanShape
    stage: TournamentStage
    is_locked: bool
    host: Annotated[DeviceField, Field(description="The number of the host's device.")]
    players: list[PlayerShape]
    standings: list[StandingShape]
    rounds: int | None
    """How many rounds there will be; null before the first one, if that depends on who comes."""
    round: TournamentRoundShape | None
    next_at: int | None
    """When the next round begins by itself, in milliseconds since 1970."""


# Messages


class TournamentYouMessage(TypedDict):
    """The client's own place in the tournament: the first message, and again after each change."""

    type: Literal["you"]
    player: int | None
    """The number of the person on this device; null for somebody who does not take part."""
    is_host: bool


class TournamentMessage(TypedDict):
    """The whole tournament, after every change."""

    type: Literal["tournament"]
    tournament: TournamentShape


class TournamentPresenceMessage(TypedDict):
    """Who is connected."""

    type: Literal["presence"]
    players: list[int]
    """The people who are here."""
    spectators: int
    """Connections of people who do not take part."""


TournamentServerMessage = Annotated[
    TournamentYouMessage
    | TournamentMessage
    | TournamentPresenceMessage
    | DoneMessage
    | RefusedMessage
    | BeatMessage
    | ByeMessage,
    Field(discriminator="type"),
]


class OpenedTournament(TypedDict):
    """A tournament that was opened."""

    tournament: str
    link: str
    """The address to share with others."""


class TournamentRounds(TypedDict):
    """All rounds of a tournament so far."""

    rounds: list[TournamentRoundShape]


class RecentTournament(TypedDict):
    """A tournament in which this device takes part, or that it hosts."""

    tournament: str
    link: str
    name: str
    stage: TournamentStage
    players: int
    """How many people take part."""
    touched_at: int
    """When something last happened there, in milliseconds since 1970."""

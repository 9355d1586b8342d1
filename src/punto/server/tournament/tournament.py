"""The state of a tournament: the sum of its events."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from punto.rules.facts import MODES
from punto.server.table.group_state import GroupState
from punto.server.tournament.schedule import Schedule
from punto.server.tournament.standings import DEFEAT, SHARED, WIN, Outcome, bye_points
from punto.server.wire.tournaments import MIN_PLAYERS, PairingHow, Plan, TournamentStage
from punto.server.wire.words import DeviceNumber, Phase

TOURNAMENT = "tournament:"
"""Before the code of a tournament, this is the name of its log."""

NO_DEVICE = DeviceNumber(0)

BOT = 0
"""The number of a bot at a seat of a match."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part."""

    number: int
    name: str
    device: DeviceNumber = NO_DEVICE
    """0 for somebody without a device."""
    has_left: bool = False
    is_removed: bool = False

    @property
    def plays(self) -> bool:
        """Whether the person is in the next round."""
        return not self.has_left


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    winner: int | None
    """The seat that won; seats count from 1."""
    how: PairingHow
    rounds: tuple[int, ...] = ()
    """Rounds won at each seat; empty if they were not written down."""
    out: tuple[int, ...] = ()
    """Seats whose people gave up or never came: they get nothing, whatever the seat did."""
    is_abandoned: bool = False
    """Whether bots stood in for everybody when it ended."""

    def points(self, seat: int) -> int:
        """What the match is worth for the person at a seat."""
        if seat in self.out:
            return DEFEAT
        return WIN if seat == self.winner else SHARED if self.winner is None else DEFEAT


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of a round."""

    number: int
    """The number of the table in its round, from 1."""
    seats: tuple[int, ...]
    """The people in seat order; `BOT` for a bot."""
    on_paper: bool
    code: str = ""
    """The code of its table; empty on paper."""
    is_open: bool = False
    """Whether its table is in the store."""
    result: Result | None = None

    @property
    def people(self) -> tuple[int, ...]:
        """The people without the bots."""
        return tuple(player for player in self.seats if player != BOT)

    @property
    def is_playing(self) -> bool:
        """Whether it is being played at a table on the server."""
        return self.is_open and self.result is None

    @property
    def outcomes(self) -> list[Outcome]:
        """What the result means for everybody; nothing as long as there is none."""
        result, people = self.result, self.people
        if result is None:
            return []
        rounds = result.rounds or (0,) * len(self.seats)
        return [
            Outcome(
                player,
                result.points(seat),
                tuple(other for other in people if other != player),
                2 * rounds[seat - 1] - sum(rounds),
            )
            for seat, player in enumerate(self.seats, start=1)
            if player != BOT
        ]


@dataclass(frozen=True)
class Round:
    """A round."""

    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    pairings: tuple[Pairing, ...]
    byes: tuple[int, ...]
    over_at: int | None = None
    """When its last match ended; None before that."""

    @property
    def is_over(self) -> bool:
        """Whether all matches have ended."""
        return all(pairing.result is not None for pairing in self.pairings)

    @property
    def is_abandoned(self) -> bool:
        """Whether it is over, and nobody was at any of its tables at the end."""
        results = [pairing.result for pairing in self.pairings]
        played = [one for one in results if one is None or one.how != "walkover"]
        return bool(played) and all(one is not None and one.is_abandoned for one in played)

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """What its results mean: kept, because all rounds count in every standing."""
        return tuple(one for pairing in self.pairings for one in pairing.outcomes)


class Tournament(GroupState):
    """A tournament after its last event."""

    plan: Plan

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.absent_host = NO_DEVICE
        """A host who was replaced while away, and takes over again when back.

        That is only for a host who does not play: nobody could hand the tournament back to them.
        """
        self.players: Mapping[int, Player] = {}
        """Everybody who takes part or has taken part, by number."""
        self.rounds: tuple[Round, ...] = ()
        self.total = 0
        """How many rounds there are unless the plan says so; 0 before the first one."""
        self.schedule: Schedule = ()
        """Who meets whom in a round robin, by place."""
        self.places: tuple[int, ...] = ()
        """Who has which place of the schedule; 0 where nobody has."""
        self.is_round_called = False
        """Whether the next round is to begin as soon as it is drawn."""
        self.is_over = False

    @property
    def tournament_code(self) -> str:
        """The code in the link."""
        return self.code.removeprefix(TOURNAMENT)

    @property
    def seats_per_table(self) -> int:
        """How many seats a table has."""
        return len(MODES[self.plan.settings.mode].seats)

    @property
    def bye_points(self) -> int:
        """What a bye is worth."""
        return bye_points(self.seats_per_table)

    @property
    def stage(self) -> TournamentStage:
        """Whether people still register, play, or are done."""
        if self.is_over:
            return "over"
        return "playing" if self.rounds else "registering"

    @property
    def phase(self) -> Phase:
        """How the store keeps the tournament."""
        phases: dict[TournamentStage, Phase] = {
            "registering": "waiting",
            "playing": "playing",
            "over": "over",
        }
        return phases[self.stage]

    @property
    def current(self) -> Round | None:
        """The last round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The matches of the last round."""
        return () if self.current is None else self.current.pairings

    @property
    def tables(self) -> list[str]:
        """The codes of the tables of the last round."""
        return [pairing.code for pairing in self.pairings if pairing.is_open]

    @property
    def active(self) -> list[int]:
        """Those who are in the next round."""
        return [player.number for player in self.players.values() if player.plays]

    @property
    def has_enough_players(self) -> bool:
        """Whether there are enough people for one more round."""
        return len(self.active) >= (2 if self.schedule else MIN_PLAYERS)

    @property
    def round_count(self) -> int | None:
        """How many rounds there will be; None as long as that is not known."""
        if self.plan.system == "swiss" and self.plan.rounds is not None:
            return self.plan.rounds
        return self.total or None

    @property
    def next_at(self) -> int | None:
        """When the next round begins by itself, in milliseconds since 1970.

        It does not if everybody has gone: bots would go on playing for nobody.
        """
        current, pause = self.current, self.plan.pause_seconds
        if current is None or current.over_at is None or pause is None or self.is_over:
            return None
        if current.is_abandoned or not self.has_enough_players:
            return None
        return current.over_at + 1000 * pause

    @property
    def people(self) -> set[DeviceNumber]:
        """The devices of those who take part."""
        return {
            player.device
            for player in self.players.values()
            if player.device and not player.is_removed
        }

    @property
    def known(self) -> set[DeviceNumber]:
        """The devices of those who take part, of the host, and of a host who may come back."""
        return (super().known | {self.absent_host}) - {NO_DEVICE}

    def player_of(self, device: DeviceNumber) -> Player | None:
        """Find the person on a device."""
        found = (one for one in self.players.values() if device and one.device == device)
        return next((one for one in found if not one.is_removed), None)

    def pairing(self, round_number: int, number: int) -> Pairing | None:
        """Find a match; rounds and matches count from 1."""
        if not 1 <= round_number <= len(self.rounds):
            return None
        pairings = self.rounds[round_number - 1].pairings
        return pairings[number - 1] if 1 <= number <= len(pairings) else None

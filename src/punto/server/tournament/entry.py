"""Commands about people: opening a tournament, joining, leaving, removing and the host."""

from collections.abc import Callable, Collection

from punto.bots import bot_named
from punto.rules.shuffle import new_seed
from punto.server.table.names import free_name
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.errors import refusal
from punto.server.tournament.schedule import NOBODY
from punto.server.tournament.tournament import TOURNAMENT, Tournament
from punto.server.wire.rooms import SetLock
from punto.server.wire.tournaments import (
    MAX_ENTRIES,
    MAX_PLAYERS,
    AddPlayers,
    JoinTournament,
    MakeTournamentHost,
    NewTournament,
    Plan,
    RemovePlayer,
    SetLeft,
    SetPlan,
    Withdraw,
)
from punto.server.wire.words import DeviceNumber

MAX_DEVICES = 300
"""Devices that may ever have been in one tournament, those that were removed included."""


def open_tournament(
    device: str, wish: NewTournament, code: str, now: int, seed: Callable[[], bytes] = new_seed
) -> TournamentChange:
    """Open a tournament. The device that asks becomes the host."""
    change = TournamentChange(Tournament(f"{TOURNAMENT}{code}"), device, now)
    change.apply_and_record(
        "tournament_opened",
        {"device": device, "seed": seed().hex()},
        plan=checked(wish.plan).model_dump(),
    )
    if wish.name is not None:
        change.apply_and_record("player_joined", player=1, name=wish.name, device=1)
    return change


def checked(plan: Plan) -> Plan:
    """Refuse a plan with a bot that is not installed; give the bot its proper name."""
    return plan.model_copy(update={"bot": bot_named(plan.bot).name})


def is_new_player(change: TournamentChange) -> bool:
    """Return whether this device has never been in the tournament."""
    return not change.device_number


def join(change: TournamentChange, command: JoinTournament) -> None:
    """Take part under a name, come as somebody whom the host has added, or change the name."""
    tournament, number = change.tournament, change.device_number
    own = tournament.player_of(number)
    if number in tournament.removed:
        raise refusal("tournament-removed")
    if own is not None:
        change.check_changes()
        name = _free_name(tournament, command.name, own.number)
        if name != own.name:
            change.apply_and_record("player_joined", player=own.number, name=name)
        return
    if tournament.is_locked and number != tournament.host:
        raise refusal("tournament-locked")
    change.require_not_over()
    if not number and len(tournament.devices) >= MAX_DEVICES:
        raise refusal("tournament-full", limit=MAX_DEVICES)
    if command.player is not None:
        player = change.player(command.player)
        if player.device:
            raise refusal("player-taken", player=player.number)
        entry = player.number
    else:
        entry = _new_entry(tournament)
    change.apply_and_record(
        "player_joined",
        {"device": change.device},
        player=entry,
        name=_free_name(tournament, command.name, entry),
        device=number or len(tournament.devices) + 1,
    )


def add_players(change: TournamentChange, command: AddPlayers) -> None:
    """Add people without a device: for matches on paper, or because they come later."""
    change.require_host()
    change.require_not_over()
    for wanted in command.names:
        entry = _new_entry(change.tournament)
        name = _free_name(change.tournament, wanted, entry)
        change.apply_and_record("player_joined", player=entry, name=name)


def _new_entry(tournament: Tournament) -> int:
    """Return the number of the next person; refuse if there is no place for one more."""
    entry = max(tournament.players, default=0) + 1
    if len(tournament.active) >= MAX_PLAYERS or entry > MAX_ENTRIES:
        raise refusal("tournament-full", limit=MAX_PLAYERS)
    if tournament.schedule and NOBODY not in tournament.places:
        raise refusal("round-robin-begun")
    return entry


def _free_name(tournament: Tournament, wanted: str, entry: int) -> str:
    """Find a name that nobody else in the tournament has."""
    return free_name(
        wanted, [one.name for one in tournament.players.values() if one.number != entry]
    )


def withdraw(change: TournamentChange, command: Withdraw) -> None:
    """Leave, or come back."""
    _set_left(change, change.require_player().number, has_left=command.has_left)


def set_left(change: TournamentChange, command: SetLeft) -> None:
    """Note that somebody has left, or is back."""
    change.require_host()
    _set_left(change, change.player(command.player).number, has_left=command.has_left)


def _set_left(change: TournamentChange, number: int, *, has_left: bool) -> None:
    change.require_not_over()
    player = change.player(number)
    if player.has_left == has_left:
        return
    if not has_left and len(change.tournament.active) >= MAX_PLAYERS:
        raise refusal("tournament-full", limit=MAX_PLAYERS)
    change.apply_and_record("player_left", player=number, has_left=has_left)


def remove_player(change: TournamentChange, command: RemovePlayer) -> None:
    """Remove somebody; the device cannot come in again. The host only leaves."""
    change.require_host()
    player = change.player(command.player)
    if player.device == change.tournament.host:
        _set_left(change, player.number, has_left=True)
    else:
        change.apply_and_record("player_removed", player=player.number)


def make_host(change: TournamentChange, command: MakeTournamentHost) -> None:
    """Make somebody else the host, who must have a device."""
    change.require_host()
    player = change.player(command.player)
    if not player.device:
        raise refusal("no-such-player", player=player.number)
    if player.device != change.tournament.host:
        change.apply_and_record("host_changed", player=player.number, device=player.device)


def replace_host(change: TournamentChange, present: Collection[DeviceNumber]) -> None:
    """Make somebody who is here the host, because the host has been away for long.

    Whoever came first of those who still play is preferred.
    """
    tournament = change.tournament
    heirs = [
        player
        for player in tournament.players.values()
        if player.device in present and not player.is_removed
        if not tournament.program_of(player.device)
    ]
    if tournament.host not in present and heirs:
        heir = min(heirs, key=lambda player: (player.has_left, player.number))
        change.apply_and_record(
            "host_changed", player=heir.number, device=heir.device, is_automatic=True
        )


def take_back(change: TournamentChange) -> None:
    """Make a host who was replaced while away the host again."""
    device = change.tournament.absent_host
    change.apply_and_record("host_changed", player=None, device=device, is_automatic=True)


def set_lock(change: TournamentChange, command: SetLock) -> None:
    """Lock the tournament, or unlock it."""
    change.require_host()
    if command.is_locked != change.tournament.is_locked:
        change.apply_and_record("lock_set", is_locked=command.is_locked)


def set_plan(change: TournamentChange, command: SetPlan) -> None:
    """Change the plan. Mode and system stay once the first round has begun."""
    change.require_host()
    change.require_not_over()
    tournament, plan = change.tournament, checked(command.plan)
    old = tournament.plan
    fixed = (old.system, old.settings.mode)
    if tournament.rounds and (plan.system, plan.settings.mode) != fixed:
        raise refusal("tournament-begun")
    change.apply_and_record("plan_set", plan=plan.model_dump())

"""How each kind of event changes a tournament."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from punto.server.table.effects import Row, add_device
from punto.server.table.stored_event import Body, StoredEvent, decode_event
from punto.server.tournament.schedule import NOBODY
from punto.server.tournament.tournament import NO_DEVICE, Pairing, Player, Result, Round, Tournament
from punto.server.wire.table_settings import read_stored_settings
from punto.server.wire.tournaments import Plan
from punto.server.wire.words import DeviceNumber


def tournament_of(code: str, log: Iterable[Row]) -> Tournament:
    """Rebuild a tournament from its log."""
    tournament = Tournament(code)
    apply_rows(tournament, log)
    return tournament


def apply_rows(tournament: Tournament, rows: Iterable[Row]) -> None:
    """Apply events of the log to a tournament."""
    for number, at, kind, body in rows:
        event = decode_event(kind, body)
        apply(tournament, event, number, at)
        tournament.remember_command(event, number)


def apply(tournament: Tournament, event: StoredEvent, number: int, at: int) -> None:
    """Apply an event to a tournament."""
    EFFECTS[event.kind](tournament, event.public, event.secret, at)
    tournament.number = number
    tournament.count_change(event)


def read_plan(stored: Mapping[str, Any]) -> Plan:
    """Read a stored plan. What is newer than the event gets its default, as in settings."""
    settings = read_stored_settings(stored["settings"])
    return Plan.model_construct(**{**stored, "settings": settings})


def tournament_opened(tournament: Tournament, public: Body, secret: Body, _at: int) -> None:
    """Apply: the tournament was opened."""
    tournament.seed = secret["seed"]
    tournament.plan = read_plan(public["plan"])
    add_device(tournament, secret)


def player_joined(tournament: Tournament, public: Body, secret: Body, _at: int) -> None:
    """Apply: somebody takes part, has another name, or has come as somebody who was added."""
    add_device(tournament, secret)
    number = public["player"]
    known = tournament.players.get(number, Player(number, ""))
    device = DeviceNumber(public.get("device", NO_DEVICE)) or known.device
    player = replace(known, name=public["name"], device=device)
    tournament.players = {**tournament.players, number: player}
    if tournament.places and number not in tournament.places and NOBODY in tournament.places:
        free = tournament.places.index(NOBODY)
        places = tournament.places
        tournament.places = (*places[:free], number, *places[free + 1 :])


def plan_set(tournament: Tournament, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host changed the plan."""
    tournament.plan = read_plan(public["plan"])


def lock_set(tournament: Tournament, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host locked or unlocked the tournament."""
    tournament.is_locked = public["is_locked"]


def player_left(tournament: Tournament, public: Body, _secret: Body, _at: int) -> None:
    """Apply: somebody has left, or is back."""
    player = replace(tournament.players[public["player"]], has_left=public["has_left"])
    tournament.players = {**tournament.players, player.number: player}


def player_removed(tournament: Tournament, public: Body, _secret: Body, _at: int) -> None:
    """Apply: the host removed somebody. Before the first round nothing is left of them."""
    player = tournament.players[public["player"]]
    if player.device:
        tournament.removed |= {player.device}
    kept = (
        {}
        if not tournament.rounds
        else {player.number: replace(player, has_left=True, is_removed=True)}
    )
    others = {number: one for number, one in tournament.players.items() if one != player}
    tournament.players = {**others, **kept}


def host_changed(tournament: Tournament, public: Body, _secret: Body, _at: int) -> None:
    """Apply: somebody else is the host, because the old one wanted it or was away."""
    old, new = tournament.host, DeviceNumber(public["device"])
    if not public.get("is_automatic") or new == tournament.absent_host:
        tournament.absent_host = NO_DEVICE
    elif old not in tournament.people:
        tournament.absent_host = old
    tournament.host = new


def round_called(tournament: Tournament, _public: Body, _secret: Body, _at: int) -> None:
    """Apply: the next round is to begin."""
    tournament.is_round_called = True


def round_started(tournament: Tournament, public: Body, _secret: Body, at: int) -> None:
    """Apply: the pairings of a round are known."""
    tournament.is_round_called = False
    if "total" in public:
        tournament.total = public["total"]
    if "schedule" in public:
        tournament.schedule = tuple(
            tuple(tuple(table) for table in tables) for tables in public["schedule"]
        )
        tournament.places = tuple(public["places"])
    pairings = tuple(
        Pairing(
            number,
            tuple(one["seats"]),
            on_paper=one["on_paper"],
            code=one["code"],
            result=read_result(one["result"]) if "result" in one else None,
        )
        for number, one in enumerate(public["pairings"], start=1)
    )
    number = len(tournament.rounds) + 1
    started = Round(number, at, pairings, tuple(public["byes"]))
    if started.is_over:
        started = replace(started, over_at=at)
    tournament.rounds = (*tournament.rounds, started)


def tables_opened(tournament: Tournament, _public: Body, _secret: Body, _at: int) -> None:
    """Apply: the tables of the last round are in the store."""
    last = tournament.rounds[-1]
    pairings = tuple(replace(one, is_open=not one.on_paper) for one in last.pairings)
    tournament.rounds = (*tournament.rounds[:-1], replace(last, pairings=pairings))


def result_entered(tournament: Tournament, public: Body, _secret: Body, at: int) -> None:
    """Apply: a match has a result, from its table or by hand."""
    number, of = public["pairing"], public["round"]
    changed = tournament.rounds[of - 1]
    pairings = tuple(
        replace(one, result=read_result(public)) if one.number == number else one
        for one in changed.pairings
    )
    changed = replace(changed, pairings=pairings)
    if changed.is_over and changed.over_at is None:
        changed = replace(changed, over_at=at)
    rounds = tournament.rounds
    tournament.rounds = (*rounds[: of - 1], changed, *rounds[of:])


def finished(tournament: Tournament, _public: Body, _secret: Body, _at: int) -> None:
    """Apply: the tournament is over."""
    tournament.is_over, tournament.is_round_called = True, False


def read_result(stored: Mapping[str, Any]) -> Result:
    """Read a result from a stored event."""
    rounds, out = tuple(stored["rounds"]), tuple(stored["out"])
    is_abandoned = stored.get("is_abandoned", False)  # older logs do not say
    return Result(stored["winner"], stored["how"], rounds, out, is_abandoned)


EFFECTS: dict[str, Callable[[Tournament, Body, Body, int], None]] = {
    "tournament_opened": tournament_opened,
    "player_joined": player_joined,
    "plan_set": plan_set,
    "lock_set": lock_set,
    "player_left": player_left,
    "player_removed": player_removed,
    "host_changed": host_changed,
    "round_called": round_called,
    "round_started": round_started,
    "tables_opened": tables_opened,
    "result_entered": result_entered,
    "finished": finished,
}

"""Commands that begin rounds and enter results."""

import hashlib
from collections.abc import Sequence
from typing import Any

from punto.server.table.change import Change
from punto.server.table.codes import code_of
from punto.server.table.lobby import begin
from punto.server.table.names import with_names
from punto.server.table.table import Seat, Table
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.draw import usual_rounds
from punto.server.tournament.errors import refusal
from punto.server.tournament.pairing import Draw
from punto.server.tournament.schedule import NOBODY, Schedule
from punto.server.tournament.tournament import BOT, Pairing, Result, Tournament
from punto.server.wire.tournaments import MIN_PLAYERS, SetResult
from punto.server.wire.words import DeviceNumber


def next_round(change: TournamentChange) -> None:
    """Ask for the first round, or for the next one."""
    change.require_host()
    change.require_not_over()
    call_round(change)


def call_round(change: TournamentChange) -> None:
    """Begin the next round as soon as it is drawn, if that is possible now."""
    tournament = change.tournament
    if tournament.current is not None and not tournament.current.is_over:
        raise refusal("round-running")
    if not tournament.has_enough_players:
        raise refusal("too-few-players", limit=MIN_PLAYERS)
    change.apply_and_record("round_called")


def finish(change: TournamentChange) -> None:
    """End the tournament now. Matches without a result do not count."""
    change.require_host()
    change.require_not_over()
    change.apply_and_record("finished")


def finish_if_done(change: TournamentChange) -> None:
    """End the tournament after its last round."""
    tournament = change.tournament
    count, current = tournament.round_count, tournament.current
    if current is None or not current.is_over or tournament.is_over or count is None:
        return
    if current.number >= count:
        change.apply_and_record("finished")


# The next round


def record_round(change: TournamentChange, draw: Draw, plan: Schedule) -> None:
    """Record the pairings of the next round."""
    tournament = change.tournament
    if not tournament.is_round_called:
        return
    more: dict[str, Any] = {}
    if not tournament.rounds:
        count = len(tournament.active)
        more["total"] = len(plan) or usual_rounds(count, tournament.seats_per_table)
        if plan:
            free = [NOBODY] * (max(max(table) for table in plan[0]) + 1 - count)
            more |= {"schedule": plan, "places": [*tournament.active, *free]}
    byes = list(draw.byes)
    pairings: list[dict[str, Any]] = []
    for people in draw.tables:
        seated = _without_absentees(tournament, people)
        if len(seated) > 1:
            pairings.append(_pairing_body(tournament, len(pairings) + 1, seated))
        else:
            byes += seated
    byes = [player for player in byes if tournament.players[player].plays]
    change.apply_and_record("round_started", pairings=pairings, byes=byes, **more)
    finish_if_done(change)


def _without_absentees(tournament: Tournament, people: Sequence[int]) -> list[int]:
    """Leave out those who have left, of whom only the schedule of a round robin knows.

    At a table of two both stay, unless both have left: the one who is here wins by walkover.
    """
    here = [player for player in people if tournament.players[player].plays]
    return list(people) if here and tournament.seats_per_table == 2 else here


def _pairing_body(tournament: Tournament, number: int, people: Sequence[int]) -> dict[str, Any]:
    """Describe a match of the next round for the log."""
    bots = [BOT] * (tournament.seats_per_table - len(people))
    players = [tournament.players[player] for player in people]
    on_paper = tournament.plan.on_paper or not all(player.device for player in players)
    body: dict[str, Any] = {"seats": [*people, *bots], "on_paper": on_paper, "code": ""}
    gone = [seat for seat, player in enumerate(players, start=1) if player.has_left]
    if gone:
        result = Result(3 - gone[0], "walkover", (), tuple(gone))
        return {**body, "on_paper": True, "result": result_body(result)}
    if not on_paper:
        body["code"] = table_code(tournament, len(tournament.rounds) + 1, number)
    return body


# Tables


def table_code(tournament: Tournament, round_number: int, number: int) -> str:
    """Find the code of a match's table.

    It follows from a secret of the tournament: two nodes that open the same match, or one that
    opens it again after a crash, open the same table.
    """
    text = f"{tournament.seed} {round_number} {number}"
    return code_of(int.from_bytes(hashlib.sha256(text.encode()).digest()))


def open_pairing(tournament: Tournament, pairing: Pairing, now: int) -> Change:
    """Open the table of a match with its people, and begin it. Seat 1 starts."""
    players = [tournament.players[player] if player else None for player in pairing.seats]
    numbers = [player.device for player in players if player is not None]
    numbers = list(dict.fromkeys([*numbers, tournament.host]))
    holders = with_names(
        [
            Seat("bot", bot=tournament.plan.bot)
            if player is None
            else Seat("person", player.name, DeviceNumber(numbers.index(player.device) + 1))
            for player in players
        ]
    )
    settings = tournament.plan.settings.model_copy(update={"start": 1})
    host = tournament.devices[tournament.host - 1]
    change = Change(Table(pairing.code), host, now)
    change.apply_and_record(
        "opened",
        {
            "devices": [tournament.devices[number - 1] for number in numbers],
            "host": numbers.index(tournament.host) + 1,
        },
        settings=settings.shape(),
        seats=[seat.shape() for seat in holders],
        tournament=tournament.tournament_code,
    )
    begin(change, holders)
    return change


def must_open(tournament: Tournament) -> list[Pairing]:
    """List the matches of the last round whose tables are not in the store yet."""
    return [one for one in tournament.pairings if one.code and not one.is_open]


# Results


def result_body(result: Result) -> dict[str, Any]:
    """Describe a result for the log."""
    return {
        "winner": result.winner,
        "how": result.how,
        "rounds": list(result.rounds),
        "out": list(result.out),
        "is_abandoned": result.is_abandoned,
    }


def end_pairing(change: TournamentChange, round_number: int, number: int, table: Table) -> None:
    """Enter the result of a match from its table, unless it has one. Twice changes nothing."""
    pairing = change.tournament.pairing(round_number, number)
    match = table.match
    if pairing is None or pairing.result is not None or table.over is None or match is None:
        return
    holders = {
        seat: holder
        for seat, (player, holder) in enumerate(zip(pairing.seats, table.seats, strict=True), 1)
        if player != BOT
    }
    result = Result(
        table.over["winner"],
        table.over["how"],
        rounds=tuple(match.position().score.wins),
        out=tuple(seat for seat, holder in holders.items() if not holder.is_person),
        is_abandoned=all(holder.bot for holder in holders.values()),
    )
    _enter(change, round_number, number, result)


def set_result(change: TournamentChange, command: SetResult) -> None:
    """Enter or correct a result by hand. What the table says later does not count."""
    change.require_host()
    pairing = change.tournament.pairing(command.round, command.pairing)
    if pairing is None:
        raise refusal("no-such-pairing", round=command.round, pairing=command.pairing)
    seats, rounds = len(pairing.seats), tuple(command.rounds)
    is_winner_there = command.winner is None or command.winner <= seats
    if not is_winner_there or len(rounds) not in (0, seats):
        raise refusal("not-a-result")
    if rounds and command.winner is not None and rounds[command.winner - 1] < max(rounds):
        raise refusal("not-a-result")
    _enter(change, command.round, command.pairing, Result(command.winner, "by_hand", rounds))


def _enter(change: TournamentChange, round_number: int, number: int, result: Result) -> None:
    change.apply_and_record(
        "result_entered", round=round_number, pairing=number, **result_body(result)
    )
    finish_if_done(change)

"""Rooms and tournaments that are as large as they can be, written into the database of a server."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from punto.server.room import members, next_match
from punto.server.room.change import Names, RoomChange
from punto.server.room.room import Place
from punto.server.table.codes import new_code, new_short_code
from punto.server.table.draft import SERVER, Draft
from punto.server.table.group_state import GroupState
from punto.server.table.stored_event import encode_event
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.dispatch import decide
from punto.server.tournament.draw import draw_round
from punto.server.tournament.entry import open_tournament
from punto.server.tournament.rounds import record_round
from punto.server.wire.rooms import MAX_MEMBERS, Join, NewRoom
from punto.server.wire.tournaments import (
    MAX_PLAYERS,
    MAX_SWISS_ROUNDS,
    TOURNAMENT_CLIENT_MESSAGE,
    NewTournament,
)
from server.client import PATIENCE

NOON = 1_700_000_000_000
LONGEST_NAME = "Wilhelmina of the {:04}th"

Row = tuple[int, str, str]
"""The number of an event, its kind and its body."""


class Log:
    """The log of a room or a tournament, event by event."""

    def __init__(self, first: Draft[Any]) -> None:
        self.rows: list[Row] = []
        self.ids = count(1)
        self.keep(first)

    @property
    def code(self) -> str:
        """The code by which people find it."""
        return self.state.code.partition(":")[2]

    def keep(self, change: Draft[Any]) -> None:
        """Keep the events of a change."""
        self.state: GroupState = change.state
        for number, event in enumerate(change.events, len(self.rows) + 1):
            self.rows.append((number, event.kind, encode_event(event)))

    def store(self, database: Path, code: str = "") -> str:
        """Write the log into a database, as if a server had stored it; return its code."""
        state = self.state
        kind, _, own = state.code.partition(":")
        name = f"{kind}:{code or own}"
        with closing(sqlite3.connect(database, timeout=PATIENCE)) as connection, connection:
            connection.execute(
                "INSERT INTO tables (id, created_at, touched_at, phase, last)"
                " VALUES (?, ?, ?, ?, ?)",
                [name, NOON, NOON, state.phase, len(self.rows)],
            )
            connection.executemany(
                "INSERT INTO events (table_id, number, at, kind, body) VALUES (?, ?, ?, ?, ?)",
                [(name, number, NOON, kind, body) for number, kind, body in self.rows],
            )
            connection.execute(
                "INSERT INTO devices (device_id, table_id, touched_at) VALUES (?, ?, ?)",
                [state.devices[state.host - 1], name, NOON],
            )
        return code or own


def large_tournament(host: str, *, on_paper: bool = True) -> Log:
    """Play a tournament with as many people as possible, and all rounds but the last.

    Without `on_paper` it is as if all its tables had been deleted as old.
    """
    whole = {"name": "Club", "on_paper": on_paper, "rounds": MAX_SWISS_ROUNDS}
    wish = NewTournament.model_validate({"plan": whole})
    log = Log(open_tournament(host, wish, new_code(), NOON))

    def do(type_: str, device: str = host, **values: object) -> None:
        message = {"type": type_, "id": f"c{next(log.ids)}", **values}
        change = TournamentChange(log.state, device, NOON, message["id"])  # type: ignore[arg-type]
        decide(change, TOURNAMENT_CLIENT_MESSAGE.validate_python(message))  # type: ignore[arg-type]
        log.keep(change)

    names = [LONGEST_NAME.format(number) for number in range(MAX_PLAYERS)]
    if on_paper:
        do("add_players", names=names)
    else:
        for name in names:
            do("join", device=f"device of {name}", name=name)
    for number in range(1, MAX_SWISS_ROUNDS):
        do("next_round")
        change = TournamentChange(log.state, SERVER, NOON)  # type: ignore[arg-type]
        record_round(change, *draw_round(change.tournament))
        if not on_paper:
            change.apply_and_record("tables_opened")
        log.keep(change)
        for pairing in change.tournament.pairings:
            winner = 1 + (7 * number + pairing.number) % 2
            do("set_result", round=number, pairing=pairing.number, winner=winner)
    return log


def large_room(host: str, devices: Sequence[str] = ()) -> Log:
    """Play as many matches in a room as it allows, with as many people as it takes.

    The first of them have these devices.
    """
    wish = NewRoom.model_validate({"name": LONGEST_NAME.format(0), "settings": {"mode": "4p"}})
    names = Names(new_code(), new_short_code(), NOON)
    log = Log(members.open_room(host, wish, names, NOON))

    def change_by(device: str) -> RoomChange:
        return RoomChange(log.state, device, NOON, f"c{next(log.ids)}")  # type: ignore[arg-type]

    guests = [*devices, *(f"guest-{number}" for number in range(MAX_MEMBERS))][: MAX_MEMBERS - 1]
    for number, device in enumerate(guests, start=1):
        change = change_by(device)
        name = LONGEST_NAME.format(number)
        members.join(change, Join(type="join", id=change.command_id, name=name))
        log.keep(change)
    for _ in range(next_match.MAX_MATCHES):
        log.keep(matches_of(change_by(host)))
        change = change_by(host)
        next_match.drop_match(change)
        log.keep(change)
    return log


def matches_of(change: RoomChange) -> RoomChange:
    """Record a match at a table that there never was."""
    seats = [
        {"name": change.room.members[place.member].name, "member": place.member}
        for place in seated(change.room.seats)
    ]
    change.apply_and_record("match_started", table=new_code(), mode="4p", seats=seats)
    return change


def seated(seats: Sequence[Place]) -> Iterator[Place]:
    """Find the seats of people."""
    return (place for place in seats if place.kind == "member")

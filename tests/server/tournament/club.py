"""A tournament with its own log, which checks everything that it would send and store."""

import json
from itertools import count
from typing import Any

import pytest

from punto.rules.errors import PuntoError
from punto.server.table.change import SERVER, Change
from punto.server.table.endings import give_up
from punto.server.table.moves import end
from punto.server.table.stored_event import encode_event
from punto.server.tournament.change import TournamentChange
from punto.server.tournament.dispatch import decide
from punto.server.tournament.draw import draw_round
from punto.server.tournament.effects import tournament_of
from punto.server.tournament.entry import open_tournament
from punto.server.tournament.rounds import (
    call_round,
    end_pairing,
    must_open,
    open_pairing,
    record_round,
)
from punto.server.tournament.tournament import Tournament
from punto.server.tournament.tournament_view import (
    round_shape,
    tournament_message,
    tournament_presence_message,
    tournament_shape,
    tournament_you_message,
)
from punto.server.wire.commands import Beat
from punto.server.wire.tournaments import TOURNAMENT_CLIENT_MESSAGE, NewTournament

from ..contract import check_sent

HOST = "device-of-host"
CODE = "dhkl-moqr-wxyd"
NOON = 1_700_000_000_000

Message = dict[str, Any]


def device(name: str) -> str:
    return f"device-of-{name}"


class Club:
    """A tournament that somebody opened who does not play."""

    def __init__(self, **plan: object) -> None:
        wish = NewTournament.model_validate({"plan": {"name": "Club", **plan}})
        self.now, self.ids = NOON, count(1)
        self.log: list[tuple[int, int, str, str]] = []
        self.tables: dict[str, Change] = {}
        self.keep(open_tournament(HOST, wish, CODE, NOON))

    def keep(self, change: TournamentChange) -> None:
        """Keep what happened as a server would, and see that clients may get it."""
        self.tournament: Tournament = change.tournament
        number = self.tournament.number - len(change.events)
        for event in change.events:
            number += 1
            self.log.append((number, self.now, event.kind, encode_event(event)))
            self.tournament.remember_command(event, number)
        again = tournament_of(self.tournament.code, self.log)
        assert again.__dict__ == self.tournament.__dict__
        texts = [
            tournament_message(self.tournament),
            tournament_presence_message(self.tournament, sorted(self.tournament.people), 0),
            tournament_you_message(self.tournament, HOST),
        ]
        sent = [check_sent(text, "TournamentServerMessage") for text in texts]
        assert "device-of" not in json.dumps(sent)
        assert self.tournament.seed not in json.dumps(sent)
        self.go_on()

    def go_on(self) -> None:
        """Draw rounds and open tables as a server would."""
        change = self.change(SERVER)
        if self.tournament.is_round_called:
            record_round(change, *draw_round(self.tournament))
        elif pairings := must_open(self.tournament):
            for pairing in pairings:
                opening = open_pairing(self.tournament, pairing, self.now)
                self.tables[pairing.code] = opening
            change.apply_and_record("tables_opened")
        if change.events:
            self.keep(change)

    def change(self, who: str, id_: str = "") -> TournamentChange:
        return TournamentChange(self.tournament, who, self.now, id_)

    def do(self, who: str, type_: str, **values: object) -> Message:
        """Carry out a command, and describe the tournament after it."""
        id_ = f"c{next(self.ids)}"
        command = TOURNAMENT_CLIENT_MESSAGE.validate_python({"type": type_, "id": id_, **values})
        assert not isinstance(command, Beat)
        change = self.change(who, id_)
        decide(change, command)
        self.keep(change)
        return self.shape

    def refuse(self, who: str, type_: str, **values: object) -> str:
        """Try a command that is refused, and give the code."""
        before = self.shape, len(self.log)
        with pytest.raises(PuntoError) as refused:
            self.do(who, type_, **values)
        assert (self.shape, len(self.log)) == before
        return refused.value.code

    def come(self, *names: str) -> None:
        """Let people join, each on a device."""
        for name in names:
            self.do(device(name), "join", name=name)

    def end(self, pairing: int, winner: int | None = 1, gives_up: int | None = None) -> None:
        """End a match of the last round at its table, and enter the result."""
        number = len(self.tournament.rounds)
        found = self.tournament.pairing(number, pairing)
        assert found is not None
        table = Change(self.tables[found.code].table, SERVER, self.now)
        if gives_up is not None:
            give_up(table, gives_up)
        if table.table.over is None:
            end(table, "won" if winner else "agreed", winner)
        change = self.change(SERVER)
        end_pairing(change, number, pairing, table.table)
        end_pairing(change, number, pairing, table.table)  # a result is entered once
        assert [event.kind for event in change.events].count("result_entered") == 1
        self.keep(change)

    def end_all(self) -> None:
        """Let the first seat win every match of the round."""
        for pairing in self.tournament.rounds[-1].pairings:
            if pairing.result is None:
                self.end(pairing.number)

    def call_round(self) -> None:
        change = self.change(SERVER)
        call_round(change)
        self.keep(change)

    @property
    def shape(self) -> Message:
        return dict(tournament_shape(self.tournament))

    @property
    def round(self) -> Message:
        return dict(round_shape(self.tournament, self.tournament.rounds[-1]))

    @property
    def people(self) -> list[list[int | None]]:
        """Who sits at the tables of the last round; None for a bot."""
        return [
            [seat.get("player") for seat in pairing["seats"]] for pairing in self.round["pairings"]
        ]

    @property
    def points(self) -> dict[str, int]:
        """Everybody's points by name."""
        rows = self.shape["standings"]
        return {self.tournament.players[row["player"]].name: row["points"] for row in rows}

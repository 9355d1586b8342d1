"""A table with its own log, which checks everything it sends and stores."""

import json
from collections.abc import Callable, Iterable
from copy import copy
from random import Random
from typing import Any

import pytest

from punto.rules.errors import PuntoError
from punto.server.table.change import SERVER, Change
from punto.server.table.client_view import (
    events_message,
    public_event,
    refused_message,
    snapshot_message,
    table_shape,
)
from punto.server.table.dispatch import decide
from punto.server.table.effects import table_of
from punto.server.table.lobby import open_table
from punto.server.table.moves import lay
from punto.server.table.stored_event import encode_event
from punto.server.table.table import Table
from punto.server.wire.commands import CLIENT_MESSAGE, Beat
from punto.server.wire.requests import NewTable
from punto.server.wire.words import DeviceNumber

from ..contract import check_sent

ADA, BEN, CLEO, DAG = "device-of-ada", "device-of-ben", "device-of-cleo", "device-of-dag"
CODE = "dhkl-moqr-wxyd"
NOON = 1_700_000_000_000

Message = dict[str, Any]


def person(name: str) -> Message:
    """A person on the host's device."""
    return {"kind": "person", "name": name}


def bot(name: str = "easy") -> Message:
    """A bot."""
    return {"kind": "bot", "bot": name}


OPEN: Message = {"kind": "open"}


class Scene:
    """A table that Ada opened."""

    def __init__(self, *seats: Message, **settings: object) -> None:
        wish = json.dumps({"seats": seats, "settings": settings})
        opening = open_table(CODE, ADA, NewTable.model_validate_json(wish), NOON)
        self.now, self.chance = NOON, Random(1)
        self.log: list[tuple[int, int, str, str]] = []
        self.opened = self.keep(opening)

    @classmethod
    def of(cls, opening: Change) -> "Scene":
        """Go on with a table that somebody else opened."""
        scene = cls.__new__(cls)
        scene.now, scene.chance, scene.log = NOON, Random(1), []
        scene.opened = scene.keep(opening)
        return scene

    def keep(self, change: Change) -> list[Message]:
        """Keep what happened as a server would, and give it as clients get it."""
        self.table = change.table
        number = self.table.number - len(change.events)
        events = []
        for event in change.events:
            number += 1
            body = encode_event(event)
            self.log.append((number, self.now, event.kind, body))
            self.table.remember_command(event, number)
            text = public_event(number, self.now, event.kind, body)
            for secret in strings(event.secret):
                assert secret not in text
            events.append(check_sent(events_message([text]))["events"][0])
        snapshot = check_sent(snapshot_message(self.table))
        if self.table.match is not None and self.table.phase != "over":
            assert self.table.match.seed is not None
            assert self.table.match.seed.hex() not in f"{events}{snapshot}"
        return events

    def begin(self, device: str, id_: str = "") -> Change:
        """Begin to do something."""
        seed = self.chance.randbytes(32)
        return Change(self.table, device, self.now, id_, seed=lambda: seed)

    def do(
        self, device: str, type_: str, *, gone: Iterable[int] = (), id_: str = "1", **values: object
    ) -> list[Message]:
        """Carry out a command, and give what happened."""
        change = self.begin(device, id_)
        command = CLIENT_MESSAGE.validate_json(json.dumps({"type": type_, "id": id_, **values}))
        assert not isinstance(command, Beat)
        decide(change, command, set(map(DeviceNumber, gone)))
        return self.keep(change)

    def change(self, device: str, decide: Callable[[Change], object]) -> list[Message]:
        """Do something that is no command."""
        change = self.begin(device)
        decide(change)
        return self.keep(change)

    def refuse(self, device: str, type_: str, **values: Any) -> str:
        """Expect that a command is refused and changes nothing, and give the code."""
        return self.refuse_change(lambda: self.do(device, type_, **values))

    def refuse_change(self, attempt: Callable[[], object]) -> str:
        """Expect that something is refused and changes nothing, and give the code."""
        before, kept = state(self.table), len(self.log)
        with pytest.raises(PuntoError) as caught:
            attempt()
        assert state(self.table) == before
        assert len(self.log) == kept
        check_sent(refused_message(caught.value, "1"))
        return caught.value.code

    def place(self, device: str = ADA, cell: str = "") -> list[Message]:
        """Lay the card of the seat to move, on any legal cell if none is said."""
        turn = self.turn
        cell = cell or self.chance.choice(turn["cells"].split())
        return self.do(device, "place", answers=self.table.number, seat=turn["seat"], cell=cell)

    def let_bot_move(self, cell: str = "") -> list[Message]:
        """Lay the card of a bot's seat, on any legal cell if none is said."""
        change, turn = self.begin(SERVER), self.turn
        assert change.table.match is not None
        cell = cell or self.chance.choice(turn["cells"].split())
        lay(change, change.table.match, turn["seat"], cell, "bot")
        return self.keep(change)

    @property
    def turn(self) -> Message:
        """Whose turn it is."""
        match = table_shape(self.table)["match"]
        assert match is not None
        assert match["turn"] is not None
        return dict(match["turn"])

    def folded(self) -> Table:
        """Make the table anew from its log."""
        return table_of(CODE, self.log)


def state(table: Table) -> Message:
    """Everything there is in a table, also what nobody is told."""
    match = table.match and table.match.copy()
    values = {name: copy(value) for name, value in vars(table).items() if name != "match"}
    return {**values, "match": match, "shape": table_shape(table)}


def strings(value: object) -> list[str]:
    """Find all texts in something."""
    if isinstance(value, dict):
        return strings(list(value.values()))
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []

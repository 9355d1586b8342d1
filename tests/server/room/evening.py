"""A room with its own log, which checks everything that it would send and store."""

import json
from itertools import count
from typing import Any

import pytest

from punto.rules.errors import PuntoError
from punto.server.room.change import Names, RoomChange
from punto.server.room.dispatch import LinkCommand, decide
from punto.server.room.effects import room_of
from punto.server.room.members import open_room
from punto.server.room.next_match import (
    end_call,
    end_match,
    is_settled,
    open_match,
    record_match,
    settled_seats,
)
from punto.server.room.room import OPEN, Room
from punto.server.room.room_view import (
    room_message,
    room_presence_message,
    room_shape,
    room_you_message,
)
from punto.server.table.change import SERVER, Change
from punto.server.table.moves import end
from punto.server.table.stored_event import encode_event
from punto.server.wire.commands import Beat
from punto.server.wire.rooms import ROOM_CLIENT_MESSAGE, NewRoom
from punto.server.wire.words import DeviceNumber

from ..contract import check_sent_in_room

ADA, BEN, CLEO, DAG, EVA = (f"device-of-{name}" for name in ("ada", "ben", "cleo", "dag", "eva"))
CODE = "dhkl-moqr-wxyd"
NOON = 1_700_000_000_000

Message = dict[str, Any]


class Evening:
    """A room that Ada opened."""

    def __init__(self, *, watches: bool = False, **settings: object) -> None:
        wish = NewRoom.model_validate({"name": "Ada", "watches": watches, "settings": settings})
        self.now, self.ids = NOON, count(1)
        self.log: list[tuple[int, int, str, str]] = []
        self.present: set[str] = {ADA}
        self.may_list = True
        self.keep(open_room(ADA, wish, Names(CODE, "dhklmo", NOON + 1000), NOON))

    def keep(self, change: RoomChange) -> None:
        """Keep what happened as a server would, and see that clients may get it."""
        self.room: Room = change.room
        number = self.room.number - len(change.events)
        for event in change.events:
            number += 1
            self.log.append((number, self.now, event.kind, encode_event(event)))
            self.room.remember_command(event, number)
        again = room_of(self.room.code, self.log)
        assert room_shape(again, self.now) == room_shape(self.room, self.now)
        assert again.__dict__ == self.room.__dict__
        check_sent_in_room(room_message(self.room, self.now))
        here = self.numbers()
        sent = [check_sent_in_room(room_presence_message(self.room, sorted(here), 0))]
        sent += [check_sent_in_room(room_you_message(self.room, device)) for device in self.present]
        assert "device-of" not in json.dumps(sent)
        if is_settled(self.room, self.now):
            self.begin()

    def begin(self) -> None:
        """Begin the next match as a server would."""
        seats, change = settled_seats(self.room), self.change(SERVER)
        if OPEN in seats or all(place.kind != "member" for place in seats):
            end_call(change)
        else:
            self.opening: Change = open_match(self.room, seats, self.now)
            record_match(change, self.opening.table)
        self.keep(change)

    def numbers(self) -> set[DeviceNumber]:
        return {self.room.device_number(device) for device in self.present} - {DeviceNumber(0)}

    def change(self, device: str, id_: str = "") -> RoomChange:
        return RoomChange(self.room, device, self.now, id_, self.numbers(), may_list=self.may_list)

    def do(self, device: str, type_: str, **values: object) -> Message:
        """Carry out a command, and describe the room after it."""
        id_ = f"c{next(self.ids)}"
        self.present.add(device)
        command = ROOM_CLIENT_MESSAGE.validate_python({"type": type_, "id": id_, **values})
        assert not isinstance(command, Beat)
        change = self.change(device, id_)
        names = Names("xxxx-xxxx-xxxx", "xxxxxx", self.now + 1000)
        decide(change, command, names if isinstance(command, LinkCommand) else None)
        self.keep(change)
        return self.shape

    def refuse(self, device: str, type_: str, **values: object) -> str:
        """Try a command that is refused, and give the code."""
        before = room_shape(self.room, self.now), len(self.log)
        with pytest.raises(PuntoError) as refused:
            self.do(device, type_, **values)
        assert (room_shape(self.room, self.now), len(self.log)) == before
        return refused.value.code

    def come(self, *devices: str, watches: bool = False) -> None:
        """Let people join."""
        for device in devices:
            self.do(device, "join", name=device[10:].title(), watches=watches)

    def finish(self, winner: int | None = 1) -> None:
        """End the current match, and enter its result."""
        table = Change(self.opening.table, SERVER, self.now)
        end(table, "won" if winner else "agreed", winner)
        change = self.change(SERVER)
        end_match(change, table.table)
        self.keep(change)
        again = self.change(SERVER)
        end_match(again, table.table)
        assert again.events == []  # a result is entered once

    @property
    def shape(self) -> Message:
        return dict(room_shape(self.room, self.now))

    @property
    def seats(self) -> list[object]:
        """The members and bots at the seats of the next match; None where a seat is open."""
        return [seat.get("member") or seat.get("bot") for seat in self.shape["seats"]]

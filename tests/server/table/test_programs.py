"""Seats of programs: marked by the device that sits down, wherever the seat is shown or stored."""

from dataclasses import replace

from punto.server.table.effects import table_of
from punto.server.table.endings import open_rematch
from punto.server.table.record import record_of
from punto.server.table.replaying import replay_of
from punto.server.table.table import Table
from punto.server.wire.programs import device_of_program, program_of, token_id_of

from .scene import ADA, BEN, CODE, OPEN, Scene, bot, person

ROBO = device_of_program("0123", "Robo: 2")


def test_the_device_of_a_program_has_its_token_and_its_name() -> None:
    assert (token_id_of(ROBO), program_of(ROBO)) == ("0123", "Robo: 2")
    assert (token_id_of(BEN), program_of(BEN)) == ("", "")


def test_a_seat_says_which_program_holds_it_until_the_record() -> None:
    scene = Scene(person("Ada"), OPEN, bot("easy"), mode="3p", rounds_to_win=1, start=1)
    (sat, *_) = scene.do(ROBO, "sit", seat=2, name="Hal")
    assert sat["holder"] == {"kind": "person", "name": "Hal", "device": 2, "program": "Robo: 2"}
    scene.do(ADA, "stand_in", seat=2, bot="easy", gone=[2], id_="2")
    assert scene.table.seats[1].bot == "easy"
    assert table_of(CODE, scene.log).seats == scene.table.seats
    scene.do(ADA, "resign", seat=1, id_="3")
    assert [seat.program for seat in scene.table.seats] == ["", "Robo: 2", ""]
    scene.do(ROBO, "offer_end", seat=2, id_="4")
    record = record_of(scene.table)
    assert [tag.value for tag in record.tags if tag.name == "Program"] == ["Seat2 Robo: 2"]
    assert replay_of(record)["programs"] == [None, "Robo: 2", None]
    rematch = open_rematch(scene.table, CODE, 0).table
    assert rematch.seats[1] == replace(scene.table.seats[1], bot="")
    assert "programs" not in replay_of(record_of(match_of_people()))


def match_of_people() -> Table:
    scene = Scene(person("Ada"), OPEN, mode="2p")
    scene.do(BEN, "sit", seat=2, name="Ben")
    scene.do(BEN, "resign", seat=2, id_="2")
    return scene.table

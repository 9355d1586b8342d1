"""Resigning, ending a match by agreement, and asking for a rematch."""

import pytest

from punto import read_record
from punto.server.table.client_view import table_shape
from punto.server.table.endings import open_rematch, wants_rematch
from punto.server.table.record import record_of

from .scene import ADA, BEN, CLEO, CODE, DAG, OPEN, Message, Scene, bot, person

GUESTS = [(BEN, "Ben"), (CLEO, "Cleo"), (DAG, "Dag")]


def online(mode: str, guests: int, **settings: object) -> Scene:
    """A match of people on as many devices; bots have the other seats."""
    scene = Scene(person("Ada"), mode=mode, begins_when_full=False, start=1, **settings)
    for seat, (device, name) in enumerate(GUESTS[:guests], start=2):
        scene.do(device, "sit", seat=seat, name=name)
    scene.do(ADA, "start", fill="easy")
    return scene


def end(scene: Scene) -> tuple[object, ...]:
    over = table_shape(scene.table)["over"]
    return () if over is None else (over["how"], over["winner"], over["seat"])


@pytest.mark.parametrize(
    ("mode", "guests", "who", "seat", "winner"),
    [
        ("2p", 1, ADA, 1, 2),
        ("2p", 1, BEN, 2, 1),
        ("2p", 0, ADA, 1, 2),
        ("teams", 3, BEN, 2, 1),
        ("teams", 3, CLEO, 3, 2),
        ("teams", 3, DAG, 4, 1),
    ],
)
def test_of_two_sides_the_other_wins_when_one_resigns(
    mode: str, guests: int, who: str, seat: int, winner: int
) -> None:
    scene = online(mode, guests)
    resigned, over = scene.do(who, "resign", seat=seat)
    assert (resigned["kind"], resigned["seat"], resigned["bot"]) == ("resigned", seat, None)
    assert over["kind"] == "over"
    assert end(scene) == ("resigned", winner, seat)
    assert scene.table.to_move is None
    record = read_record(str(record_of(scene.table)))
    assert ("Ended", f"resigned Seat{seat}") in [(tag.name, tag.value) for tag in record.tags]


@pytest.mark.parametrize("mode", ["3p", "4p"])
def test_of_more_sides_a_bot_plays_on_for_who_resigns(mode: str) -> None:
    scene = online(mode, 2)
    (resigned,) = scene.do(ADA, "resign", seat=1)
    assert (resigned["seat"], resigned["bot"]) == (1, "medium")
    assert table_shape(scene.table)["seats"][0] == {**bot("medium"), "name": "Juno"}
    assert scene.table.phase == "playing"
    assert scene.refuse(ADA, "resign", seat=1) == "not-your-seat"
    scene.let_bot_move()


@pytest.mark.parametrize("mode", ["3p", "4p"])
def test_when_the_last_person_resigns_the_match_is_abandoned(mode: str) -> None:
    scene = online(mode, 1)
    scene.do(ADA, "resign", seat=1)
    assert end(scene) == ()
    scene.do(BEN, "resign", seat=2)
    assert end(scene) == ("abandoned", None, 2)


def test_nobody_resigns_for_another_or_before_or_after_the_match() -> None:
    scene = Scene(person("Ada"))
    assert scene.refuse(ADA, "resign", seat=1) == "not-playing"
    scene.do(BEN, "sit", seat=2, name="Ben")
    assert scene.refuse(BEN, "resign", seat=1) == "not-your-seat"
    scene.do(BEN, "resign", seat=2)
    assert scene.refuse(ADA, "resign", seat=1) == "not-playing"


def test_a_match_ends_without_a_winner_when_all_people_want_that() -> None:
    scene = online("4p", 2)
    (offered,) = scene.do(ADA, "offer_end", seat=1)
    assert (offered["kind"], offered["seat"]) == ("end_offered", 1)
    scene.do(CLEO, "offer_end", seat=3)
    assert table_shape(scene.table)["end_offers"] == [1, 3]
    assert scene.refuse(ADA, "offer_end", seat=1) == "already-offered"
    assert end(scene) == ()
    scene.do(BEN, "offer_end", seat=2)
    assert end(scene) == ("agreed", None, None)
    assert "agreed" in str(record_of(scene.table))


def test_who_wants_to_play_on_ends_all_offers() -> None:
    scene = online("3p", 2)
    assert scene.refuse(BEN, "decline_end", seat=2) == "nothing-offered"
    scene.do(ADA, "offer_end", seat=1)
    scene.do(CLEO, "offer_end", seat=3)
    (declined,) = scene.do(BEN, "decline_end", seat=2)
    assert declined["kind"] == "end_declined"
    assert table_shape(scene.table)["end_offers"] == []
    scene.do(BEN, "offer_end", seat=2)
    assert end(scene) == ()


def test_a_match_ends_when_the_last_who_did_not_want_that_resigns() -> None:
    scene = online("3p", 2)
    scene.do(ADA, "offer_end", seat=1)
    scene.do(BEN, "offer_end", seat=2)
    scene.do(CLEO, "resign", seat=3)
    assert end(scene) == ("agreed", None, None)


def test_offers_are_for_those_who_play() -> None:
    scene = online("2p", 1)
    for type_ in ("offer_end", "decline_end"):
        assert scene.refuse(CLEO, type_, seat=1) == "not-your-seat"
        assert scene.refuse(BEN, type_, seat=1) == "not-your-seat"
    assert scene.refuse(ADA, "rematch", seat=1) == "not-over"


@pytest.mark.parametrize(("mode", "guests"), [("2p", 1), ("3p", 2), ("4p", 2), ("teams", 3)])
def test_a_rematch_has_the_same_people_and_the_next_starter(mode: str, guests: int) -> None:
    scene = online(mode, guests, turn_seconds=60)
    for seat, device in enumerate([ADA, BEN, CLEO, DAG][: guests + 1], start=1):
        scene.do(device, "offer_end", seat=seat)
    for seat, device in enumerate([ADA, BEN, CLEO, DAG][: guests + 1], start=1):
        assert not wants_rematch(scene.table)
        scene.do(device, "rematch", seat=seat)
    assert scene.refuse(CLEO if guests < 2 else "stranger", "rematch", seat=1) == "not-your-seat"
    assert wants_rematch(scene.table)
    starters: list[int] = []
    table = scene.table
    for _ in range(len(table.mode.seats)):
        following = Scene.of(open_rematch(table, "next", scene.now))
        old, new = table_shape(table), table_shape(following.table)
        assert new["before"] == old["table"]
        assert new["seats"] == table_shape(scene.table)["seats"]
        assert (new["phase"], new["host"]) == ("playing", 1)
        assert new["settings"] == {**old["settings"], "start": following.turn["seat"]}
        assert following.table.devices == table.devices
        assert following.table.match != table.match
        starters.append(following.turn["seat"])
        table = following.table
    assert starters == [*table.mode.seats[1:], 1]


def test_there_is_one_rematch() -> None:
    scene = online("2p", 1)
    scene.do(ADA, "resign", seat=1)
    scene.do(ADA, "rematch", seat=1)
    scene.do(BEN, "rematch", seat=2)
    scene.change("", lambda change: change.apply_and_record("rematched", table="next"))
    assert table_shape(scene.table)["next"] == "next"
    assert not wants_rematch(scene.table)
    assert scene.refuse(ADA, "rematch", seat=1) == "rematched"


def test_a_person_for_whom_a_bot_stood_in_plays_the_rematch() -> None:
    scene = online("2p", 1)
    scene.do(ADA, "stand_in", seat=2, bot="easy", gone={2})
    scene.do(ADA, "resign", seat=1)
    following = Scene.of(open_rematch(scene.table, CODE, scene.now))
    seat: Message = {"kind": "person", "name": "Ben", "device": 2}
    assert table_shape(following.table)["seats"][1] == seat


def test_bots_among_themselves_want_no_rematch() -> None:
    scene = Scene(bot(), bot(), rounds_to_win=1)
    while scene.table.phase == "playing":
        scene.let_bot_move()
    assert not wants_rematch(scene.table)
    assert scene.refuse(ADA, "rematch", seat=1) == "not-your-seat"
    assert OPEN not in table_shape(scene.table)["seats"]

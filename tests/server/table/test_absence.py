"""Absent people: bots that stand in, returning, and moving to another device."""

from functools import partial

import pytest

from punto.server.table.absence import come_back, offer_handover, take_over
from punto.server.table.client_view import table_shape
from punto.server.table.errors import TableError
from punto.server.wire.words import DeviceNumber

from .scene import ADA, BEN, CLEO, DAG, NOON, Message, Scene, bot, person

KEY, OTHER_KEY = "k" * 32, "o" * 32
MINUTE = 60_000


def online(**settings: object) -> Scene:
    """A match of three devices, in which Ada begins."""
    scene = Scene(person("Ada"), mode="3p", start=1, **settings)
    scene.do(BEN, "sit", seat=2, name="Ben")
    scene.do(CLEO, "sit", seat=3, name="Cleo")
    return scene


def offer(scene: Scene, device: str, key: str = KEY) -> Message:
    (event,) = scene.change(device, lambda change: offer_handover(change, key))
    return event


def take(scene: Scene, device: str, key: str = KEY) -> list[Message]:
    return scene.change(device, lambda change: take_over(change, key))


def test_a_bot_of_any_kind_stands_in_for_who_is_gone_until_the_person_is_back() -> None:
    scene = online()
    (event,) = scene.do(BEN, "stand_in", seat=1, bot="hard", gone={1})
    assert (event["kind"], event["seat"], event["bot"]) == ("stood_in", 1, "hard")
    seat: Message = {"kind": "person", "name": "Ada", "device": 1}
    assert table_shape(scene.table)["seats"][0] == {**seat, "bot": "hard"}
    scene.let_bot_move()
    (event,) = scene.change(ADA, come_back)
    assert (event["kind"], event["seat"]) == ("returned", 1)
    assert table_shape(scene.table)["seats"][0] == seat
    assert scene.change(ADA, come_back) == []


def test_nobody_plays_for_a_seat_while_a_bot_stands_in() -> None:
    scene = online()
    scene.do(BEN, "stand_in", seat=1, bot="easy", gone={1})
    values = {"answers": scene.table.number, "seat": 1, "cell": "f6"}
    assert scene.refuse(ADA, "place", **values) == "not-your-seat"


def test_bots_stand_in_only_for_people_who_have_been_gone_for_long_enough() -> None:
    scene = online()
    assert scene.refuse(BEN, "stand_in", seat=1, bot="easy") == "not-gone"
    assert scene.refuse(BEN, "stand_in", seat=1, bot="easy", gone={2, 3}) == "not-gone"
    assert scene.refuse(BEN, "stand_in", seat=1, bot="nobody", gone={1}) == "unreadable-bot"
    assert scene.refuse(BEN, "stand_in", seat=4, bot="easy", gone={1}) == "no-such-seat"
    assert scene.refuse(DAG, "stand_in", seat=1, bot="easy", gone={1}) == "not-your-seat"


def test_bots_stand_in_only_while_a_match_is_played() -> None:
    scene = Scene(person("Ada"), mode="3p")
    assert scene.refuse(ADA, "stand_in", seat=1, bot="easy", gone={1}) == "not-playing"
    scene.do(ADA, "start", fill="easy")
    assert scene.refuse(ADA, "stand_in", seat=2, bot="hard", gone={2}) == "not-gone"


def test_who_is_back_has_all_the_time_to_think() -> None:
    scene = online(turn_seconds=60)
    scene.do(BEN, "stand_in", seat=1, bot="easy", gone={1})
    scene.now += 10 * MINUTE
    returned, clock = scene.change(ADA, come_back)
    assert (returned["kind"], clock["kind"]) == ("returned", "clock_set")
    assert clock["until"] == scene.turn["until"] == scene.now + MINUTE


def test_seats_move_to_another_device_once() -> None:
    scene = online()
    event = offer(scene, BEN)
    assert (event["kind"], event["seats"]) == ("handover_offered", [2])
    (event,) = take(scene, DAG)
    assert (event["kind"], event["seats"], event["device"]) == ("handed_over", [2], 4)
    assert scene.table.seats_of(DeviceNumber(2)) == []
    assert scene.table.seats_of(DeviceNumber(4)) == [2]
    assert scene.table.seats[1].name == "Ben"
    assert scene.refuse_change(partial(take, scene, DAG)) == "no-such-handover"
    assert scene.refuse_change(partial(take, scene, BEN)) == "no-such-handover"
    scene.place(ADA)
    scene.place(DAG)


def test_a_spent_link_says_whether_it_was_used_or_has_expired() -> None:
    scene = online()
    offer(scene, BEN)
    take(scene, DAG)
    with pytest.raises(TableError) as used:
        take(scene, ADA)
    offer(scene, CLEO, OTHER_KEY)
    scene.now += 5 * MINUTE + 1
    with pytest.raises(TableError) as expired:
        take(scene, ADA, OTHER_KEY)
    with pytest.raises(TableError) as unknown:
        take(scene, ADA, "c" * 32)
    whys = [caught.value.values.get("why") for caught in (used, expired, unknown)]
    assert whys == ["used", "expired", None]


def test_all_people_of_a_device_go_on_together_and_a_device_with_seats_may_take_more() -> None:
    scene = Scene(person("Ada"), person("Ben"), mode="4p")
    scene.do(CLEO, "sit", seat=3, name="Cleo")
    offer(scene, ADA)
    take(scene, CLEO)
    assert scene.table.seats_of(DeviceNumber(2)) == [1, 2, 3]
    assert scene.table.people == {2}


def test_a_link_that_hands_over_works_for_five_minutes() -> None:
    scene = online()
    offer(scene, BEN)
    scene.now = NOON + 5 * MINUTE + 1
    assert scene.refuse_change(partial(take, scene, DAG)) == "no-such-handover"
    offer(scene, BEN, OTHER_KEY)
    scene.now += 5 * MINUTE
    assert take(scene, DAG, OTHER_KEY)


def test_a_newer_link_ends_the_older_one_of_the_same_device_alone() -> None:
    scene = online()
    offer(scene, BEN, KEY)
    offer(scene, CLEO, "c" * 32)
    offer(scene, BEN, OTHER_KEY)
    assert scene.refuse_change(partial(take, scene, DAG, KEY)) == "no-such-handover"
    take(scene, DAG, OTHER_KEY)
    take(scene, DAG, "c" * 32)
    assert scene.table.seats_of(DeviceNumber(4)) == [2, 3]


def test_the_same_device_does_not_take_from_itself_and_the_link_still_works() -> None:
    scene = online()
    offer(scene, BEN)
    assert scene.refuse_change(partial(take, scene, BEN)) == "same-device"
    take(scene, DAG)


def test_who_has_nothing_hands_nothing_over() -> None:
    scene = online()
    assert scene.refuse_change(partial(offer, scene, DAG)) == "nothing-to-hand-over"
    take_nothing = partial(take, scene, DAG, OTHER_KEY)
    assert scene.refuse_change(take_nothing) == "no-such-handover"


def test_the_host_takes_along_to_be_the_host_even_without_a_seat() -> None:
    scene = Scene(mode="3p")
    assert offer(scene, ADA)["seats"] == []
    (event,) = take(scene, BEN)
    assert event["host"] == scene.table.host == 2
    assert scene.refuse(ADA, "start", fill="easy") == "not-the-host"
    scene.do(BEN, "start", fill="easy")
    guest = online()
    offer(guest, BEN)
    assert take(guest, DAG)[0]["host"] == guest.table.host == 1


def test_who_goes_on_elsewhere_plays_again_with_all_the_time_to_think() -> None:
    scene = online(turn_seconds=60)
    offer(scene, ADA)
    scene.do(BEN, "stand_in", seat=1, bot="easy", gone={1})
    scene.now += 3 * MINUTE
    take(scene, DAG)
    assert "bot" not in table_shape(scene.table)["seats"][0]
    assert scene.turn["until"] == scene.now + MINUTE


def test_a_handover_takes_back_what_the_old_device_offered() -> None:
    scene = online()
    scene.do(BEN, "offer_end", seat=2)
    offer(scene, BEN)
    take(scene, DAG)
    assert table_shape(scene.table)["end_offers"] == []


def test_keys_are_kept_as_fingerprints() -> None:
    scene = online()
    offer(scene, BEN)
    assert KEY not in str(scene.log)


def test_who_may_see_a_match_is_up_to_the_host() -> None:
    everybody = online(spectators=True)
    assert everybody.table.may_see(DAG)
    scene = Scene(mode="3p", spectators=False)
    assert scene.table.may_see(DAG)  # who is to take an open seat has to see it
    scene.do(BEN, "sit", seat=2, name="Ben")
    scene.do(CLEO, "sit", seat=3, name="Cleo")
    scene.do(CLEO, "leave", seat=3)
    scene.do(ADA, "start", fill="easy")
    assert [scene.table.may_see(who) for who in (ADA, BEN, CLEO, DAG)] == [True, True, False, False]
    scene.do(BEN, "resign", seat=2)
    assert scene.table.phase == "over"
    assert scene.table.may_see(DAG)
    assert {**bot(), "name": "Pip"} in table_shape(scene.table)["seats"]

"""Before the match: seats, what the host may do, and when the match begins."""

import pytest

from punto.rules.editions import EDITIONS
from punto.rules.facts import MODES
from punto.server.table.client_view import table_shape
from punto.server.wire.words import DeviceNumber

from .scene import ADA, BEN, CLEO, OPEN, Scene, bot, person

WAITING = {"begins_when_full": False}


def kinds(events: list[dict[str, object]]) -> list[object]:
    return [event["kind"] for event in events]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("mode", MODES)
def test_a_table_has_the_mode_edition_and_options_that_were_asked_for(
    mode: str, edition: str
) -> None:
    options = {"rounds_to_win": 3, "start": 2, "open_cards": True, "turn_seconds": 60}
    shape = table_shape(Scene(mode=mode, edition=edition, spectators=False, **options).table)
    assert shape["settings"] == {
        "mode": mode,
        "edition": edition,
        **options,
        "stalemate_removes": True,
        "handicap": [],
        "spectators": False,
        "begins_when_full": True,
        "grace_seconds": None,
    }
    assert shape["seats"] == [OPEN] * len(MODES[mode].seats)
    assert (shape["phase"], shape["host"], shape["match"]) == ("waiting", 1, None)


def test_seats_are_of_people_here_and_elsewhere_of_bots_and_of_nobody() -> None:
    scene = Scene(person("Ada"), person("Ben"), bot("hard"), mode="4p", **WAITING)
    assert table_shape(scene.table)["seats"] == [
        {"kind": "person", "name": "Ada", "device": 1},
        {"kind": "person", "name": "Ben", "device": 1},
        {"kind": "bot", "name": "Vega", "bot": "hard"},
        OPEN,
    ]
    (event,) = scene.do(CLEO, "sit", seat=4, name="Cleo")
    assert event["holder"] == {"kind": "person", "name": "Cleo", "device": 2}
    assert event["id"] == "1"
    assert scene.table.seats_of(DeviceNumber(1)) == [1, 2]
    assert scene.table.seats_of(DeviceNumber(2)) == [4]


def test_somebody_else_on_a_device_with_a_seat_may_take_another_seat() -> None:
    scene = Scene(person("Ada"), mode="3p", **WAITING)
    scene.do(BEN, "sit", seat=2, name="Ben")
    scene.do(BEN, "sit", seat=3, name="Cleo")
    assert scene.table.seats_of(DeviceNumber(2)) == [2, 3]
    assert scene.table.devices == (ADA, BEN)


def test_a_seat_that_is_taken_can_be_renamed_by_who_has_it_and_by_nobody_else() -> None:
    scene = Scene(person("Ada"), bot(), **WAITING)
    assert scene.refuse(BEN, "sit", seat=1, name="Ben") == "seat-taken"
    assert scene.refuse(ADA, "sit", seat=2, name="Ben") == "seat-taken"
    scene.do(ADA, "sit", seat=1, name="Dag")
    assert scene.table.seats[0].name == "Dag"


def test_who_leaves_opens_only_an_own_seat() -> None:
    scene = Scene(person("Ada"), **WAITING)
    scene.do(BEN, "sit", seat=2, name="Ben")
    assert scene.refuse(ADA, "leave", seat=2) == "not-your-seat"
    assert scene.refuse(CLEO, "leave", seat=2) == "not-your-seat"
    scene.do(BEN, "leave", seat=2)
    assert table_shape(scene.table)["seats"][1] == OPEN
    assert scene.refuse(BEN, "leave", seat=2) == "not-your-seat"


def test_a_seat_that_the_mode_does_not_have_is_none() -> None:
    scene = Scene(person("Ada"), **WAITING)
    assert scene.refuse(BEN, "sit", seat=3, name="Ben") == "no-such-seat"
    assert scene.refuse(BEN, "leave", seat=3) == "no-such-seat"
    assert scene.refuse(ADA, "set_seat", seat=3, holder=OPEN) == "no-such-seat"


def test_the_host_alone_sets_seats_and_settings_and_starts() -> None:
    scene = Scene(person("Ada"), mode="3p", **WAITING)
    scene.do(BEN, "sit", seat=2, name="Ben")
    for guest in (BEN, CLEO):
        assert scene.refuse(guest, "set_seat", seat=2, holder=OPEN) == "not-the-host"
        assert scene.refuse(guest, "set_settings", settings={"mode": "4p"}) == "not-the-host"
        assert scene.refuse(guest, "start", fill="easy") == "not-the-host"
    scene.do(ADA, "set_seat", seat=2, holder=bot("hard"))
    assert table_shape(scene.table)["seats"][1] == {**bot("hard"), "name": "Vega"}
    scene.do(ADA, "set_seat", seat=2, holder=OPEN)
    assert table_shape(scene.table)["seats"][1] == OPEN


def test_a_bot_that_there_is_not_gets_no_seat() -> None:
    scene = Scene(person("Ada"), **WAITING)
    holder = {"kind": "bot", "bot": "nobody"}
    assert scene.refuse(ADA, "set_seat", seat=2, holder=holder) == "unreadable-bot"
    assert scene.refuse(ADA, "start", fill="nobody") == "unreadable-bot"


def test_it_starts_when_the_last_seat_is_filled() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p")
    assert kinds(scene.do(BEN, "sit", seat=2, name="Ben")) == ["seat_changed"]
    events = scene.do(ADA, "set_seat", seat=3, holder=bot())
    assert kinds(events) == ["seat_changed", "started"]
    assert scene.table.phase == "playing"
    assert events[1]["turn"]["cells"] == "f6"


@pytest.mark.parametrize("seats", [(person("Ada"), person("Ben")), (bot(), bot("hard"))])
def test_a_table_that_is_full_from_the_start_begins_at_once(seats: list[dict[str, str]]) -> None:
    scene = Scene(*seats)
    assert kinds(scene.opened) == ["opened", "started"]


def test_a_host_who_wants_to_say_so_starts_a_full_table() -> None:
    scene = Scene(person("Ada"), OPEN, **WAITING)
    assert scene.refuse(ADA, "start") == "seats-open"
    assert kinds(scene.do(BEN, "sit", seat=2, name="Ben")) == ["seat_changed"]
    assert kinds(scene.do(ADA, "start")) == ["started"]


def test_the_host_fills_the_rest_with_bots() -> None:
    scene = Scene(person("Ada"), mode="4p")
    scene.do(BEN, "sit", seat=3, name="Ben")
    (started,) = scene.do(ADA, "start", fill="medium")
    assert [seat.get("bot") for seat in started["seats"]] == [None, "medium", None, "medium"]
    assert table_shape(scene.table)["seats"] == started["seats"]


def test_other_settings_keep_who_sits_and_may_begin_the_match() -> None:
    scene = Scene(person("Ada"), person("Ben"), **WAITING)
    (changed,) = scene.do(ADA, "set_settings", settings={"mode": "3p", "begins_when_full": False})
    assert [seat["kind"] for seat in changed["seats"]] == ["person", "person", "open"]
    scene.do(CLEO, "sit", seat=3, name="Cleo")
    assert scene.refuse(ADA, "set_settings", settings={"mode": "2p"}) == "seat-taken"
    scene.do(CLEO, "leave", seat=3)
    events = scene.do(ADA, "set_settings", settings={"mode": "2p"})
    assert kinds(events) == ["settings_changed", "started"]


def test_nothing_of_that_can_be_done_after_the_match_has_begun() -> None:
    scene = Scene(person("Ada"), person("Ben"))
    for device, command in (
        (ADA, {"type_": "sit", "seat": 1, "name": "Dag"}),
        (CLEO, {"type_": "sit", "seat": 1, "name": "Dag"}),
        (ADA, {"type_": "leave", "seat": 1}),
        (ADA, {"type_": "set_seat", "seat": 1, "holder": OPEN}),
        (ADA, {"type_": "set_settings", "settings": {}}),
        (ADA, {"type_": "start"}),
    ):
        assert scene.refuse(device, **command) == "not-waiting"

"""Who is in a room: joining, the host, removing, locking and muting."""

import pytest

from punto.server.room.members import replace_host
from punto.server.wire.programs import device_of_program
from punto.server.wire.rooms import MAX_MEMBERS

from .evening import ADA, BEN, CLEO, CODE, Evening


def test_the_host_plays_and_those_who_come_take_the_open_seats() -> None:
    evening = Evening(mode="3p")
    evening.come(BEN)
    evening.come(CLEO, watches=True)
    assert evening.seats == [1, 2, None]
    names = [(member["name"], member["watches"]) for member in evening.shape["members"]]
    assert names == [("Ada", False), ("Ben", False), ("Cleo", True)]


def test_a_host_can_only_watch() -> None:
    evening = Evening(watches=True)
    evening.come(BEN, CLEO)
    assert evening.seats == [2, 3]
    evening.do(ADA, "start_match")
    assert [seat["name"] for seat in evening.shape["matches"][0]["seats"]] == ["Ben", "Cleo"]
    table = evening.opening.table
    assert table.devices[table.host - 1] == ADA
    assert table.people == {1, 2}


def test_no_two_people_share_a_name_and_a_name_can_be_changed() -> None:
    evening = Evening()
    evening.do(BEN, "join", name="ada")
    assert evening.shape["members"][1]["name"] == "ada 2"
    evening.do(BEN, "join", name="Ben")
    assert evening.shape["members"][1]["name"] == "Ben"
    number = evening.room.number
    evening.do(BEN, "join", name="Ben")
    assert evening.room.number == number


def test_who_has_not_joined_can_do_nothing() -> None:
    evening = Evening()
    for command in ("sit_out", "next_match", "rotate", "new_link", "drop_match"):
        assert evening.refuse(BEN, command) == "not-a-member"


HOSTS_COMMANDS: list[tuple[str, dict[str, object]]] = [
    ("place_member", {"seat": 1, "member": 2}),
    ("set_place", {"seat": 1, "holder": {"kind": "open"}}),
    ("set_room", {"settings": {}}),
    ("rotate", {}),
    ("start_match", {"fill": "easy"}),
    ("drop_match", {}),
    ("make_host", {"member": 2}),
    ("remove_member", {"member": 1}),
    ("new_link", {}),
    ("set_lock", {"is_locked": True}),
]


@pytest.mark.parametrize(("command", "values"), HOSTS_COMMANDS)
def test_only_the_host_can_do_what_is_the_hosts(command: str, values: dict[str, object]) -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.refuse(BEN, command, **values) == "room-host-only"


def test_the_host_can_make_somebody_else_the_host() -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.do(ADA, "make_host", member=2)["host"] == 2
    assert evening.refuse(ADA, "new_link") == "room-host-only"
    assert evening.refuse(BEN, "make_host", member=9) == "no-such-member"


def test_a_host_who_is_gone_is_replaced_by_the_first_who_is_here() -> None:
    evening = Evening()
    evening.come(BEN, CLEO)
    evening.present = {CLEO, BEN}
    change = evening.change("")
    replace_host(change)
    evening.keep(change)
    assert evening.room.host == 2
    again = evening.change("")
    replace_host(again)
    assert again.events == []


def test_a_program_is_named_among_the_members_and_never_becomes_the_host() -> None:
    evening = Evening()
    robo = device_of_program("0123", "Robo")
    members = evening.do(robo, "join", name="Hal")["members"]
    assert [member.get("program") for member in members] == [None, "Robo"]
    assert evening.refuse(ADA, "make_host", member=2) == "program-not-host"
    evening.present = {robo}
    change = evening.change("")
    replace_host(change)
    assert change.events == []


def test_nobody_is_made_host_of_an_empty_room() -> None:
    evening = Evening()
    evening.present = set()
    change = evening.change("")
    replace_host(change)
    assert change.events == []


def test_removing_somebody_opens_the_seat_and_makes_a_new_link() -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.room.admits("stranger", CODE)
    shape = evening.do(ADA, "remove_member", member=2)
    assert (shape["link"], shape["short"]) == ("xxxx-xxxx-xxxx", "xxxxxx")
    assert evening.seats == [1, None]
    assert not evening.room.may_see(BEN)
    assert not evening.room.admits("stranger", CODE)
    assert evening.room.admits(ADA, CODE)
    assert evening.refuse(BEN, "join", name="Ben") == "removed"
    assert evening.refuse(BEN, "next_match") == "removed"
    assert evening.refuse(ADA, "remove_member", member=1) == "host-stays"


def test_into_a_locked_room_nobody_new_comes() -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.do(ADA, "set_lock", is_locked=True)["short"] is None
    assert evening.refuse(CLEO, "join", name="Cleo") == "room-locked"
    assert not evening.room.may_see(CLEO)
    assert not evening.room.admits(CLEO, "dhklmo")
    assert evening.room.may_see(BEN)
    evening.do(BEN, "join", name="Benny")
    evening.do(ADA, "set_lock", is_locked=False)
    evening.come(CLEO)
    assert len(evening.shape["members"]) == 3


def test_a_short_code_is_shown_until_it_expires() -> None:
    evening = Evening()
    assert evening.shape["short"] == "dhklmo"
    evening.now += 1000
    assert evening.shape["short"] is None


def test_who_is_muted_is_known_only_to_the_listener() -> None:
    evening = Evening()
    evening.come(BEN, CLEO)
    before = evening.shape
    evening.do(BEN, "mute", member=1)
    assert evening.room.muted == {(2, 1)}
    assert evening.shape == {**before, "number": before["number"] + 1}
    assert '"member"' not in evening.log[-1][3].partition("\n")[0]
    evening.do(BEN, "mute", member=1, is_muted=False)
    assert evening.room.muted == frozenset()


def test_a_room_has_a_limit_of_people_and_of_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    for number in range(2, MAX_MEMBERS + 1):
        evening.do(f"device-of-{number}", "join", name=f"P{number}")
    assert evening.refuse(BEN, "join", name="Ben") == "room-full"
    monkeypatch.setattr("punto.server.room.change.MAX_GUEST_CHANGES", 3)
    evening.do("device-of-2", "sit_out")
    evening.do("device-of-2", "take_seat", seat=2)
    assert evening.refuse("device-of-2", "sit_out") == "room-full"


def test_a_command_is_remembered_by_its_id() -> None:
    evening = Evening()
    evening.come(BEN)
    assert evening.room.done == {(2, "c1"): 2}

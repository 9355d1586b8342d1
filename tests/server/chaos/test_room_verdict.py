"""The verdict on a room finds what was lost, doubled, or sent wrongly."""

import json
from collections.abc import Callable

import pytest

from punto.server.room.room import ROOM

from .evening import NAMES, Evening
from .guest import Traveller
from .remains import Remains, play_quickly, remains_of
from .room_guest import RoomGuest
from .room_verdict import public, wrong_in_room

Spoilt = Remains[RoomGuest]


def wrong_in(remains: Spoilt) -> str:
    return "; ".join(wrong_in_room(remains.code, remains.logs, remains.people, remains.key))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Spoilt:
    async def story(devices: list[Traveller]) -> list[RoomGuest]:
        evening = Evening()
        await evening.begin(devices)
        for _ in range(2):
            await evening.play_next(play_quickly)
        return evening.people

    return remains_of(tmp_path_factory.mktemp("rooms"), ROOM, len(NAMES), story)


@pytest.fixture
def remains(played: Spoilt) -> Spoilt:
    """The same room, to be spoilt."""
    return played.copy()


def lose_an_event(remains: Spoilt) -> None:
    del remains.log[remains.place("answered")]


def lose_a_command(remains: Spoilt) -> None:
    remains.change(remains.place("room_set"), without="id")


def count_twice(remains: Spoilt) -> None:
    remains.repeat(remains.place("room_set"))


def open_another_table(remains: Spoilt) -> None:
    table = remains.people[0].room["matches"][0]["table"]
    remains.logs["dddd-dddd-dddd"] = remains.logs[table]


def give_the_win_away(remains: Spoilt) -> None:
    place = remains.place("match_ended")
    won = public(remains.log[place])["won"]
    remains.change(place, won=[member % len(NAMES) + 1 for member in won])


def forget_the_result(remains: Spoilt) -> None:
    del remains.people[2].room["matches"][1]["over"]


def show_what_never_was(remains: Spoilt) -> None:
    texts = remains.people[1].received
    place = next(n for n, text in enumerate(texts) if text.startswith('{"type":"room"'))
    texts[place] = texts[place].replace('"host":1', '"host":2')


def show_the_seed(remains: Spoilt) -> None:
    seed = json.loads(remains.log[0].body.partition("\n")[2])["seed"]
    remains.people[0].received.append(f'{{"type":"reaction","seed":"{seed}"}}')


def show_a_device(remains: Spoilt) -> None:
    device = json.loads(remains.log[0].body.partition("\n")[2])["device"]
    remains.people[1].received.append(f'{{"type":"reaction","by":"{device}"}}')


def test_nothing_is_wrong_in_a_room_where_all_went_well(remains: Spoilt) -> None:
    assert wrong_in(remains) == ""
    assert len(remains.people[0].room["matches"]) == 2


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lose_an_event, "the log has a gap"),
        (lose_a_command, "was acknowledged, and is lost"),
        (count_twice, "a command counted twice"),
        (open_another_table, "check_matches: tables"),
        (give_the_win_away, "the score is"),
        (forget_the_result, "does not know how a match ended"),
        (show_what_never_was, "check_rooms_shown"),
        (show_the_seed, "check_group_secrets: the seed"),
        (show_a_device, "check_group_secrets: a device's name"),
    ],
)
def test_what_is_wrong_is_found(
    remains: Spoilt, spoil: Callable[[Spoilt], None], sentence: str
) -> None:
    spoil(remains)
    assert sentence in wrong_in(remains)

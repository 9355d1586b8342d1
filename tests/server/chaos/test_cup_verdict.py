"""The verdict on a tournament finds what was lost, doubled, or sent wrongly."""

import json
from collections.abc import Callable

import pytest

from punto.server.tournament.tournament import TOURNAMENT
from server.client import Message

from .cup import PEOPLE, ROUNDS, Cup, CupGuest
from .cup_verdict import pairings_of, wrong_in_cup
from .guest import Traveller
from .remains import Remains, play_quickly, remains_of
from .room_verdict import public

Spoilt = Remains[CupGuest]


def wrong_in(remains: Spoilt) -> str:
    return "; ".join(wrong_in_cup(remains.code, remains.logs, remains.people, remains.key))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Spoilt:
    async def story(devices: list[Traveller]) -> list[CupGuest]:
        cup = Cup()
        await cup.begin(devices)
        await cup.play(play_quickly)
        return cup.people

    return remains_of(tmp_path_factory.mktemp("cups"), TOURNAMENT, PEOPLE, story)


@pytest.fixture
def remains(played: Spoilt) -> Spoilt:
    """The same tournament, to be spoilt."""
    return played.copy()


def lose_an_event(remains: Spoilt) -> None:
    del remains.log[remains.place("player_left")]


def lose_a_command(remains: Spoilt) -> None:
    remains.change(remains.place("round_called"), without="id")


def count_twice(remains: Spoilt) -> None:
    remains.repeat(remains.place("round_called"))


def first_table(remains: Spoilt) -> str:
    return str(pairings_of(remains.log)[1, 1]["code"])


def open_another_table(remains: Spoilt) -> None:
    remains.logs["dddd-dddd-dddd"] = remains.logs[first_table(remains)]


def lose_a_table(remains: Spoilt) -> None:
    del remains.logs[first_table(remains)]


def open_tables_twice(remains: Spoilt) -> None:
    remains.repeat(remains.place("tables_opened"))


def last_result(remains: Spoilt) -> Message:
    return public(remains.log[remains.place("result_entered", how="won")])


def enter_a_result_twice(remains: Spoilt) -> None:
    remains.repeat(remains.place("result_entered", how="won"))


def give_the_win_away(remains: Spoilt) -> None:
    winner = 3 - last_result(remains)["winner"]
    remains.change(remains.place("result_entered", how="won"), winner=winner)


def forget_a_result(remains: Spoilt) -> None:
    del remains.log[remains.place("result_entered", how="won")]


def forget_the_correction(remains: Spoilt) -> None:
    del remains.log[remains.place("result_entered", how="by_hand")]


def exchange_two_events(remains: Spoilt) -> None:
    place = remains.place("tables_opened")
    log = remains.log
    log[place - 1], log[place] = (
        log[place]._replace(number=log[place - 1].number),
        log[place - 1]._replace(number=log[place].number),
    )


def leave_somebody_behind(remains: Spoilt) -> None:
    remains.people[2].number -= 1


def keep_the_absent_host(remains: Spoilt) -> None:
    remains.change(remains.place("host_changed", is_automatic=True), without="is_automatic")


def show_what_never_was(remains: Spoilt) -> None:
    texts = remains.people[1].received
    place = next(n for n, text in enumerate(texts) if '"name":"Ben"' in text)
    texts[place] = texts[place].replace('"name":"Ben"', '"name":"Eva"')


def show_the_seed(remains: Spoilt) -> None:
    seed = json.loads(remains.log[0].body.partition("\n")[2])["seed"]
    remains.people[0].received.append(f'{{"type":"presence","seed":"{seed}"}}')


def show_a_device(remains: Spoilt) -> None:
    device = json.loads(remains.log[0].body.partition("\n")[2])["device"]
    remains.people[1].received.append(f'{{"type":"presence","by":"{device}"}}')


def test_nothing_is_wrong_in_a_tournament_where_all_went_well(remains: Spoilt) -> None:
    assert wrong_in(remains) == ""
    assert {person.round for person in remains.people} == {ROUNDS}


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lose_an_event, "the log has a gap"),
        (lose_a_command, "was acknowledged, and is lost"),
        (count_twice, "a command counted twice"),
        (open_another_table, "check_tables: tables"),
        (lose_a_table, "check_tables: tables"),
        (open_tables_twice, "a round did not open its tables once"),
        (enter_a_result_twice, "results entered"),
        (give_the_win_away, "but the table says"),
        (give_the_win_away, "the standings are"),
        (forget_a_result, "results entered"),
        (forget_the_correction, "nobody corrected a result"),
        (exchange_two_events, "check_tournaments_shown"),
        (leave_somebody_behind, "does not know how it ended"),
        (keep_the_absent_host, "no absent host was replaced"),
        (show_what_never_was, "check_tournaments_shown"),
        (show_the_seed, "check_group_secrets: the seed"),
        (show_a_device, "check_group_secrets: a device's name"),
    ],
)
def test_what_is_wrong_is_found(
    remains: Spoilt, spoil: Callable[[Spoilt], None], sentence: str
) -> None:
    spoil(remains)
    assert sentence in wrong_in(remains)

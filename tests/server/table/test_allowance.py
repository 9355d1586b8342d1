"""Repeatable events are limited per person, and never use up the room that a match needs."""

import json
from functools import partial
from random import Random

import pytest

from punto.rules.facts import COPIES, MODES, ROUNDS_TO_WIN, VALUES, Colour
from punto.server.table import allowance
from punto.server.table.absence import come_back, offer_handover, set_clock, take_over
from punto.server.table.allowance import (
    LIMITS,
    MAX_CARDS_LAID,
    MAX_GUEST_CHANGES,
    MAX_GUEST_SEAT_CHANGES,
    MAX_HOST_SEAT_CHANGES,
    MAX_LOG_EVENTS,
    UNLIMITED_KINDS,
)
from punto.server.table.client_view import table_shape
from punto.server.table.effects import EFFECTS

from .scene import ADA, BEN, CLEO, OPEN, Message, Scene, bot, person

WAITING = {"begins_when_full": False}


def two(**settings: object) -> Scene:
    """A match of Ada, who begins, and Ben, each on a device of their own."""
    scene = Scene(person("Ada"), start=1, **settings)
    scene.do(BEN, "sit", seat=2, name="Ben")
    return scene


def flood(scene: Scene, device: str, *commands: Message, times: int = 2000) -> str:
    """Repeat commands until one is refused for being too many, and give the code."""
    for number in range(times):
        for command in commands:
            try:
                scene.do(device, id_=f"f{number}", **command)
            except Exception as error:
                return str(getattr(error, "code", error))
    return ""


def finish(scene: Scene) -> None:
    """Play the match to its end."""
    while scene.table.phase == "playing":
        mover = scene.table.to_move
        assert mover is not None
        if mover.bot:
            scene.let_bot_move()
        else:
            scene.place(scene.table.devices[mover.device - 1])


def offers() -> list[Message]:
    return [{"type_": "offer_end", "seat": 1}, {"type_": "decline_end", "seat": 1}]


def test_every_kind_of_event_is_limited_or_says_why_not() -> None:
    assert set(LIMITS) | set(UNLIMITED_KINDS) == set(EFFECTS)
    assert not set(LIMITS) & set(UNLIMITED_KINDS)


def test_a_loser_cannot_fill_the_log_with_offers() -> None:
    scene = two()
    assert flood(scene, ADA, *offers()) == "too-often"
    assert scene.table.number < 50
    finish(scene)
    assert scene.table.over is not None
    assert scene.table.over["how"] == "won"
    assert table_shape(scene.folded()) == table_shape(scene.table)


def test_with_the_next_turn_offers_are_heard_again_but_not_without_end() -> None:
    scene = two()
    flood(scene, ADA, *offers())
    scene.place(ADA)
    scene.do(ADA, "offer_end", seat=1)
    per_table = LIMITS["end_offered"].per_table
    counted = 0
    chance = Random(3)
    while counted < 400 and scene.table.phase == "playing":
        flood(scene, ADA, *offers(), times=20)
        mover = scene.table.to_move
        assert mover is not None
        turn = scene.turn
        scene.place([ADA, BEN][turn["seat"] - 1], chance.choice(turn["cells"].split()))
        counted += 1
    kinds = [kind for _, _, kind, _ in scene.log]
    assert kinds.count("end_offered") <= per_table
    assert kinds.count("end_declined") <= LIMITS["end_declined"].per_table


def test_what_one_does_is_not_counted_against_the_other() -> None:
    scene = two()
    flood(scene, ADA, *offers())
    for event in (*scene.do(BEN, "offer_end", seat=2), *scene.do(BEN, "decline_end", seat=2)):
        assert event["kind"] in ("end_offered", "end_declined")


@pytest.mark.parametrize("way", ["agree", "resign", "win"])
def test_a_match_can_be_ended_when_everybody_has_used_up_everything(way: str) -> None:
    scene = two()
    seat = [{"type_": "offer_end", "seat": 2}, {"type_": "decline_end", "seat": 2}]
    flood(scene, ADA, *offers())
    flood(scene, BEN, *seat)
    if way == "resign":
        scene.do(ADA, "resign", seat=1)
    elif way == "win":
        finish(scene)
    else:
        scene = two()
        flood(scene, BEN, *seat)
        scene.do(ADA, "offer_end", seat=1)
        scene.do(BEN, "offer_end", seat=2)
    assert scene.table.phase == "over"


def test_seats_that_move_take_along_what_was_done_with_them() -> None:
    scene = two()
    flood(scene, ADA, *offers())
    scene.change(ADA, partial(offer_handover, key="k" * 32))
    scene.change(CLEO, partial(take_over, key="k" * 32))
    assert flood(scene, CLEO, *offers(), times=1) == "too-often"


def test_seats_that_go_to_and_fro_give_nobody_a_new_allowance() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p", **WAITING)
    commands = [{"type_": "sit", "seat": 2, "name": "Ben"}, {"type_": "leave", "seat": 2}]
    flood(scene, BEN, *commands, times=MAX_GUEST_SEAT_CHANGES // 2 - 1)
    scene.do(BEN, "sit", seat=2, name="Ben")
    scene.change(BEN, partial(offer_handover, key="k" * 32))
    scene.change(CLEO, partial(take_over, key="k" * 32))
    scene.do(CLEO, "leave", seat=2)
    assert scene.refuse(CLEO, "sit", seat=2, name="Cleo") == "too-often"
    assert flood(scene, BEN, *commands) == "too-often"
    assert scene.table.number < MAX_GUEST_SEAT_CHANGES + 10


def test_links_to_hand_over_are_limited() -> None:
    scene = two()
    for _ in range(LIMITS["handover_offered"].per_turn):
        scene.change(ADA, partial(offer_handover, key="k" * 32))
    offer = partial(scene.change, ADA, partial(offer_handover, key="k" * 32))
    assert scene.refuse_change(offer) == "too-often"


def test_who_comes_back_too_often_leaves_the_seat_to_the_bot_for_this_turn() -> None:
    scene = two(turn_seconds=60)
    for _ in range(LIMITS["returned"].per_turn):
        scene.do(ADA, "stand_in", seat=2, bot="easy", gone={2})
        scene.change(BEN, come_back)
        assert scene.table.seats[1].bot == ""
    scene.do(ADA, "stand_in", seat=2, bot="easy", gone={2})
    assert scene.change(BEN, come_back) == []
    scene.place(ADA)
    scene.let_bot_move()
    scene.change(BEN, come_back)
    assert scene.table.seats[1].bot == ""
    finish(scene)


def test_one_bot_after_the_other_stands_in_only_so_often() -> None:
    scene = two()
    stand_in: Message = {"type_": "stand_in", "seat": 2, "bot": "easy", "gone": {2}}
    assert flood(scene, ADA, stand_in) == "too-often"
    scene.change(BEN, come_back)
    scene.do(ADA, "stand_in", seat=2, bot="easy", gone={2})
    assert scene.table.seats[1].bot == "easy"


def test_the_clock_begins_anew_only_so_often_in_a_turn() -> None:
    scene = two(turn_seconds=5)
    limit = LIMITS["clock_set"].per_turn
    set_ = [scene.change(BEN, set_clock) for _ in range(limit + 3)]
    assert [len(events) for events in set_] == [1] * limit + [0] * 3
    scene.place(ADA)
    assert len(scene.change(BEN, set_clock)) == 1


def test_cards_are_taken_back_only_so_often_in_a_match() -> None:
    scene = Scene(person("Ada"), person("Ben"), start=1)
    for _ in range(LIMITS["undone"].per_table):
        scene.place()
        scene.do(ADA, "undo", answers=scene.table.number)
    scene.place()
    assert scene.refuse(ADA, "undo", answers=scene.table.number) == "too-often"
    finish(scene)


# Before the match


def test_a_guest_cannot_fill_a_lobby_and_others_still_get_in() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p", **WAITING)
    commands = [{"type_": "sit", "seat": 2, "name": "Ben"}, {"type_": "leave", "seat": 2}]
    assert flood(scene, BEN, *commands) == "too-often"
    assert scene.table.number <= MAX_GUEST_SEAT_CHANGES + 1
    scene.do(CLEO, "sit", seat=3, name="Cleo")
    scene.do(ADA, "set_seat", seat=2, holder=bot())
    scene.do(ADA, "start")
    assert scene.table.phase == "playing"


def test_a_guest_cannot_go_on_with_another_name_without_end() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p", **WAITING)
    assert flood(scene, BEN, {"type_": "sit", "seat": 2, "name": "Ben"}) == "too-often"


def test_many_guests_together_leave_room_for_the_host() -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p", **WAITING)
    commands = [{"type_": "sit", "seat": 2, "name": "Ben"}, {"type_": "leave", "seat": 2}]
    codes = [
        flood(scene, f"guest-{n}", *commands, times=15) for n in range(MAX_GUEST_CHANGES // 10)
    ]
    assert codes[-1] == "log-full"
    assert scene.table.number <= MAX_GUEST_CHANGES + 1
    scene.do(ADA, "set_settings", settings={"mode": "3p", "turn_seconds": 60, **WAITING})
    scene.do(ADA, "set_seat", seat=2, holder=OPEN)
    scene.do(ADA, "start", fill="easy")
    assert scene.table.phase == "playing"


@pytest.mark.parametrize("command", ["set_seat", "set_settings"])
def test_the_host_is_limited_too_and_can_still_begin(command: str) -> None:
    scene = Scene(person("Ada"), OPEN, OPEN, mode="3p", **WAITING)
    values: Message = {"seat": 2, "holder": bot()}
    if command == "set_settings":
        values = {"settings": {"mode": "3p", **WAITING}}
    assert flood(scene, ADA, {"type_": command, **values}) == "too-often"
    assert scene.table.number <= MAX_HOST_SEAT_CHANGES + 1
    scene.do(ADA, "start", fill="easy")
    finish(scene)


# The length of a match, and logs that are longer than any of today


def test_the_longest_match_that_the_rules_allow_has_room() -> None:
    cards = len(Colour) * len(VALUES) * COPIES
    longest = max(
        cards * ((ROUNDS_TO_WIN[-1] - 1) * len(mode.sides) + 1) for mode in MODES.values()
    )
    seats = max(len(mode.seats) for mode in MODES.values())
    assert longest + LIMITS["undone"].per_table * seats < MAX_CARDS_LAID
    assert MAX_LOG_EVENTS < 16_000


def test_a_match_of_draws_without_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "MAX_CARDS_LAID", 3)
    scene = Scene(person("Ada"), bot(), start=1)
    scene.place()
    scene.let_bot_move()
    assert [event["kind"] for event in scene.place()] == ["placed", "over"]
    assert scene.table.over is not None
    assert (scene.table.over["how"], scene.table.over["winner"]) == ("abandoned", None)


def filled(scene: Scene, count: int) -> Scene:
    """Give a table the log that an older server allowed: offers and refusals of one person."""
    number = len(scene.log)
    for place in range(count):
        kind = "end_declined" if place % 2 else "end_offered"
        body = json.dumps({"id": f"o{place}", "seat": 1}) + '\n{"by":1}'
        scene.log.append((number + place + 1, scene.now, kind, body))
    scene.table = scene.folded()
    return scene


@pytest.mark.parametrize("way", ["win", "resign", "bot"])
def test_a_table_that_an_older_server_let_fill_up_can_be_finished(way: str) -> None:
    scene = filled(Scene(person("Ada"), bot(), start=2) if way == "bot" else two(), 5000)
    assert scene.table.number > 5000
    if way != "bot":
        assert scene.refuse(ADA, "offer_end", seat=1) == "too-often"
    if way == "resign":
        scene.do(ADA, "resign", seat=1)
    elif way == "bot":
        scene.let_bot_move()
    finish(scene)
    assert scene.table.phase == "over"
    assert table_shape(scene.folded()) == table_shape(scene.table)

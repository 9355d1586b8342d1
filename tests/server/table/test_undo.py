"""Taking cards back: any number if all people share a device, and never online."""

import pytest

from punto.rules.facts import MODES
from punto.server.table.client_view import table_shape

from .scene import ADA, BEN, CLEO, Message, Scene, bot, person


def undo(scene: Scene, device: str = ADA) -> Message:
    (event,) = scene.do(device, "undo", answers=scene.table.number)
    assert event["match"] == table_shape(scene.table)["match"]
    return event


@pytest.mark.parametrize("mode", MODES)
def test_every_card_can_be_taken_back_to_the_start(mode: str) -> None:
    names = ["Ada", "Ben", "Cleo", "Dag"][: len(MODES[mode].seats)]
    scene = Scene(*map(person, names), mode=mode)
    before = []
    for _ in range(20):
        before.append(table_shape(scene.table)["match"])
        scene.place()
    while before:
        event = undo(scene)
        assert event["count"] == 1
        assert table_shape(scene.table)["match"] == before.pop()
        assert table_shape(scene.folded()) == table_shape(scene.table)
    refused = scene.refuse(ADA, "undo", answers=scene.table.number)
    assert refused == "nothing-to-undo"


def test_cards_are_taken_back_over_the_end_of_a_round() -> None:
    scene = Scene(person("Ada"), person("Ben"))
    while scene.table.match is not None and scene.table.match.round_number == 1:
        before = table_shape(scene.table)["match"]
        scene.place()
    assert undo(scene)["match"] == before
    assert before is not None
    assert before["round"] == 1
    (placed,) = scene.place()
    assert placed["then"]


def test_what_bots_laid_since_goes_back_with_it() -> None:
    scene = Scene(person("Ada"), bot(), bot(), mode="3p", start=1)
    first = table_shape(scene.table)["match"]
    scene.place()
    assert undo(scene)["count"] == 1
    scene.place()
    scene.let_bot_move()
    assert undo(scene)["count"] == 2
    scene.place()
    scene.let_bot_move()
    scene.let_bot_move()
    assert undo(scene)["count"] == 3
    assert table_shape(scene.table)["match"] == first


def test_cards_that_only_bots_laid_stay() -> None:
    scene = Scene(person("Ada"), bot(), start=2)
    scene.let_bot_move()
    assert scene.refuse(ADA, "undo", answers=scene.table.number) == "nothing-to-undo"


def test_other_cards_can_be_laid_afterwards() -> None:
    scene = Scene(person("Ada"), person("Ben"))
    scene.place()
    scene.place()
    undo(scene)
    for _ in range(10):
        scene.place()
    assert table_shape(scene.folded()) == table_shape(scene.table)


def test_the_clock_begins_anew_for_who_lays_again() -> None:
    scene = Scene(person("Ada"), person("Ben"), turn_seconds=60)
    scene.place()
    scene.now += 30_000
    assert undo(scene)["match"]["turn"]["until"] == scene.now + 60_000
    assert scene.table.until == scene.now + 60_000


def test_a_move_that_was_sent_before_cards_were_taken_back_is_too_late() -> None:
    scene = Scene(person("Ada"), person("Ben"), start=1)
    scene.place()
    old, turn = scene.table.number, scene.turn
    undo(scene)
    cell = turn["cells"].split()[0]
    assert scene.refuse(ADA, "place", answers=old, seat=2, cell=cell) == "too-late"
    assert scene.refuse(ADA, "undo", answers=old) == "too-late"


@pytest.mark.parametrize("mode", ["2p", "3p"])
def test_nothing_is_taken_back_online(mode: str) -> None:
    scene = Scene(person("Ada"), mode=mode, start=1)
    scene.do(BEN, "sit", seat=2, name="Ben")
    if mode == "3p":
        scene.do(BEN, "sit", seat=3, name="Cleo")
    scene.place()
    answers = scene.table.number
    assert scene.refuse(ADA, "undo", answers=answers) == "undo-online"
    assert scene.refuse(BEN, "undo", answers=answers) == "undo-online"
    scene.do(ADA, "stand_in", seat=2, bot="easy", gone={2})
    assert scene.refuse(ADA, "undo", answers=scene.table.number) == "undo-online"


def test_only_who_plays_takes_back_and_only_while_the_match_goes_on() -> None:
    scene = Scene(person("Ada"), person("Ben"))
    scene.place()
    assert scene.refuse(CLEO, "undo", answers=scene.table.number) == "not-your-seat"
    scene.do(ADA, "resign", seat=1)
    assert scene.refuse(ADA, "undo", answers=scene.table.number) == "not-playing"

"""Laying cards: who may, when, and up to the end of the match in every mode."""

import pytest

from punto import read_record
from punto.rules.facts import MODES
from punto.rules.shuffle import commitment
from punto.server.table.client_view import table_shape
from punto.server.table.record import record_of

from .scene import ADA, BEN, CLEO, Scene, bot, person


def two_devices() -> Scene:
    """A match of Ada, who begins, and Ben."""
    scene = Scene(person("Ada"), start=1)
    scene.do(BEN, "sit", seat=2, name="Ben")
    return scene


@pytest.mark.parametrize("open_cards", [False, True])
@pytest.mark.parametrize("mode", MODES)
def test_a_match_is_played_to_its_end_and_its_record_verifies(mode: str, open_cards: bool) -> None:
    names = ["Ada", "Ben", "Cleo", "Dag"][: len(MODES[mode].seats)]
    seats = map(person, names)
    scene = Scene(*seats, mode=mode, open_cards=open_cards, begins_when_full=False)
    scene.do(ADA, "start")
    while scene.table.phase == "playing":
        *_, last = scene.place()
    over = table_shape(scene.table)["over"]
    match = scene.table.match
    assert over is not None
    assert match is not None
    assert last["kind"] == "over"
    assert (over["how"], over["winner"], over["seat"]) == ("won", match.winner, None)
    assert commitment(bytes.fromhex(over["seed"])) == match.commitment
    text = str(record_of(scene.table))
    record = read_record(text)
    assert record.match == match
    assert list(record.names) == names
    assert str(record) == text
    assert over["seed"] in text
    assert record.deals


def test_what_happened_tells_who_laid_which_card_where_and_whose_turn_it_is() -> None:
    scene = two_devices()
    turn = scene.turn
    (placed,) = scene.place(ADA)
    assert (placed["seat"], placed["card"], placed["cell"]) == (1, turn["card"], "f6")
    assert placed["on_top"] is False
    assert "by" not in placed
    assert placed["turn"]["seat"] == 2
    assert placed["turn"] == scene.turn


def test_only_the_holder_of_a_seat_lays_its_cards() -> None:
    scene = two_devices()
    number = scene.table.number
    for device in (BEN, CLEO):
        code = scene.refuse(device, "place", answers=number, seat=1, cell="f6")
        assert code == "not-your-seat"
    assert scene.refuse(ADA, "place", answers=number, seat=3, cell="f6") == "no-such-seat"
    assert scene.refuse(BEN, "place", answers=number, seat=2, cell="f6") == "not-your-turn"


def test_nobody_lays_the_cards_of_a_bot() -> None:
    scene = Scene(person("Ada"), bot(), start=2)
    answers = scene.table.number
    assert scene.refuse(ADA, "place", answers=answers, seat=2, cell="f6") == "not-your-seat"
    (placed,) = scene.let_bot_move()
    assert placed["by"] == "bot"


def test_a_card_that_cannot_lie_there_stays_in_the_hand() -> None:
    scene = two_devices()
    number = scene.table.number
    assert scene.refuse(ADA, "place", answers=number, seat=1, cell="a1") == "not-origin"


def test_a_move_that_was_decided_before_the_last_card_is_too_late() -> None:
    scene = two_devices()
    old = scene.table.number
    scene.place(ADA)
    cell = scene.turn["cells"].split()[0]
    assert scene.refuse(BEN, "place", answers=old, seat=2, cell=cell) == "too-late"
    assert scene.refuse(BEN, "place", answers=0, seat=2, cell=cell) == "too-late"
    scene.do(BEN, "place", answers=old + 1, seat=2, cell=cell)


def test_a_move_may_answer_the_last_card_though_something_else_happened_since() -> None:
    scene = two_devices()
    old = scene.table.number
    scene.do(BEN, "offer_end", seat=2)
    scene.do(BEN, "decline_end", seat=2)
    assert scene.do(ADA, "place", answers=old, seat=1, cell="f6")[0]["kind"] == "placed"


def test_a_move_that_answers_what_has_not_happened_is_refused() -> None:
    scene = two_devices()
    answers = scene.table.number + 1
    assert scene.refuse(ADA, "place", answers=answers, seat=1, cell="f6") == "from-the-future"


def test_cards_are_laid_only_while_a_match_is_played() -> None:
    scene = Scene(person("Ada"))
    assert scene.refuse(ADA, "place", answers=1, seat=1, cell="f6") == "not-playing"
    scene.do(BEN, "sit", seat=2, name="Ben")
    assert scene.refuse_change(lambda: record_of(scene.table)) == "not-over"
    scene.do(BEN, "resign", seat=2)
    number = scene.table.number
    assert scene.refuse(ADA, "place", answers=number, seat=1, cell="f6") == "not-playing"


def test_people_have_so_many_seconds_for_a_card_and_bots_have_no_clock() -> None:
    scene = Scene(person("Ada"), bot(), start=1, turn_seconds=60)
    assert scene.turn["until"] == scene.now + 60_000
    assert scene.folded().until == scene.now + 60_000
    scene.now += 59_000
    (placed,) = scene.place()
    assert "until" not in placed["turn"]
    assert scene.table.until is None
    (placed,) = scene.let_bot_move()
    assert placed["turn"]["until"] == scene.now + 60_000

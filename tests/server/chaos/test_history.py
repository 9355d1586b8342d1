"""The check of histories accepts correct ones, and finds what is wrong with others."""

from dataclasses import replace

import pytest

from server.client import Message

from .history import Move, Sight, contradictions

LOG: dict[int, Message] = {
    1: {"kind": "opened"},
    2: {"kind": "started", "id": "s"},
    3: {"kind": "placed", "id": "a"},
    4: {"kind": "placed", "id": "b"},
    5: {"kind": "clock_set"},
    6: {"kind": "placed", "id": "c"},
}
A = Move("Ada", "a", answers=2, sent=1.0, answered=2.0, number=3)
B = Move("Ben", "b", answers=3, sent=2.5, answered=3.5, number=4)
C = Move("Ada", "c", answers=5, sent=3.0, answered=5.0, number=6)
LATE = Move("Ben", "d", answers=3, sent=3.6, answered=4.0, code="too-late")
MOVES = [A, B, C, LATE]
SIGHTS = [
    *(Sight("Ada", at, number) for at, number in ((0.5, 2), (2.0, 3), (3.6, 5), (5.0, 6))),
    *(Sight("Ben", at, number) for at, number in ((0.6, 2), (2.4, 3), (3.5, 4))),
]


def wrong_with(*moves: Move, sights: list[Sight] = SIGHTS, log: dict[int, Message] = LOG) -> str:
    changed = {move.id: move for move in MOVES} | {move.id: move for move in moves}
    return "; ".join(contradictions(list(changed.values()), sights, log))


def test_a_history_that_can_be_has_no_contradictions() -> None:
    assert contradictions(MOVES, SIGHTS, LOG) == []


def test_moves_at_the_same_time_may_come_in_any_order() -> None:
    log = {**LOG, 3: LOG[4], 4: LOG[3]}
    first, second = replace(B, answers=2, sent=1.5, number=3), replace(A, answered=4, number=4)
    assert wrong_with(first, second, sights=[], log=log) == ""


def test_a_move_without_an_answer_may_have_happened_or_not() -> None:
    silent = replace(B, answered=None, number=None)
    lost = Move("Ben", "e", answers=4, sent=4.0)
    assert wrong_with(silent, lost) == ""


def test_a_move_in_doubt_may_have_happened() -> None:
    assert wrong_with(replace(B, number=None, code="store-in-doubt")) == ""


def test_a_move_sent_twice_may_be_refused_once_and_happen() -> None:
    refused = replace(B, number=None, code="store-unavailable")
    assert wrong_with(replace(refused, tries=2)) == ""
    assert wrong_with(refused) == "b was refused (store-unavailable), but is 4"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (replace(A, id="x"), "2 moves are number 3"),
        (replace(A, id="x", number=9), "x was accepted as 9, which the log does not know"),
        (replace(A, number=4), "a was accepted as 4, which the log does not know"),
        (replace(C, answers=6), "c answers 6 and is 6"),
        (replace(A, sent=3.9), "a is 3, but 4 was answered before it was sent"),
        (replace(B, sent=2.5, answered=2.8), ""),
        (replace(B, number=None, code="too-late", tries=2), "b was refused (too-late), but is 4"),
        (replace(B, code="too-late", tries=2), "b was refused (too-late), but is 4"),
        (replace(B, code="not-your-turn", tries=2), "b was refused (not-your-turn), but is 4"),
        (replace(B, code="busy", tries=2), ""),
        (replace(LATE, answers=6), "d was too late, but nothing had happened after 6"),
        (replace(LATE, answers=4, answered=2.9), "nothing had happened after 4"),
        (replace(LATE, answers=3), ""),
    ],
)
def test_a_move_that_cannot_be_is_found(move: Move, sentence: str) -> None:
    found = wrong_with(move)
    assert sentence in found
    assert bool(sentence) == bool(found)


def test_order_in_real_time_is_kept_across_more_than_neighbours() -> None:
    slow = replace(A, sent=6.0, answered=7.0)
    found = wrong_with(slow, sights=[])
    assert found == "a is 3, but 4 was answered before it was sent"


def test_a_command_that_counted_twice_is_found() -> None:
    log = {**LOG, 7: {"kind": "placed", "id": "a"}}
    assert wrong_with(log=log) == "a is in the log 2 times"


@pytest.mark.parametrize(
    ("sight", "sentence"),
    [
        (Sight("Ada", 5.5, 4), "Ada knew of 6, then only of 4"),
        (Sight("Ben", 9.0, 7), "Ben knew of 7, but there are 6"),
        (Sight("Cleo", 2.4, 4), "somebody knew of 4 before b was sent"),
        (Sight("Cleo", 2.9, 6), "somebody knew of 6 before c was sent"),
        (Sight("Cleo", 2.6, 4), ""),
        (Sight("Ben", 9.0, 4), ""),
    ],
)
def test_what_people_see_only_grows_and_never_comes_too_early(sight: Sight, sentence: str) -> None:
    assert wrong_with(sights=[*SIGHTS, sight]) == sentence

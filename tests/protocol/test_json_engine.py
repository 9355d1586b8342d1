"""The JSON protocol: many analyses at a time, none of which harms another."""

import json
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.conftest import OURS, PATIENCE_SECONDS, wait_for
from punto.engine import Budget, analyse
from punto.protocol.fair_pool import FairPool
from punto.protocol.json_engine import JsonSession
from punto.protocol.json_requests import read_request
from punto.protocol.played_position import read_played_position
from punto.rules.errors import PuntoError

MOVES = ["R8@f6", "B3@f7", "O2"]
MIDDLE = {"position": "startpos", "moves": MOVES}
ENDLESS = 1_000_000_000


class Batch:
    """A session in this process, with all its replies."""

    def __init__(self, threads: int = 2) -> None:
        self.replies: list[dict[str, Any]] = []
        self.pool = FairPool(threads)
        self.session = JsonSession(self.replies.append, self.pool)

    def send(self, **request: Any) -> None:
        self.session.accept(json.dumps(request))

    def of(self, name: str) -> list[dict[str, Any]]:
        return [reply for reply in list(self.replies) if reply["id"] == name]

    def last(self, name: str) -> dict[str, Any]:
        """Wait for the last reply to a request."""
        wait_for(lambda: any(it.get("is_final", True) for it in self.of(name)))
        return self.of(name)[-1]


@pytest.fixture
def batch() -> Iterator[Batch]:
    batch = Batch()
    yield batch
    batch.send(id="the end", action="terminate_all")
    batch.pool.finish()


def test_an_analysis_is_the_same_as_in_the_library_whatever_else_is_analysed(batch: Batch) -> None:
    for number in range(20):
        more = {"report_simulations": 7} if number % 2 else {}
        batch.send(id=f"{number}", **MIDDLE, simulations=60, seed=number % 3, **more)
    for number in range(20):
        reply = batch.last(f"{number}")
        position = read_played_position(["startpos", "moves", *MOVES])
        found = analyse(position, Budget(simulations=60), seed=number % 3)
        assert reply["best"] == f"O2@{found.best.cell}"
        assert [cell["visits"] for cell in reply["cells"]] == [it.visits for it in found.estimates]
        assert reply["cells"][0]["chances"] == [round(it, 4) for it in found.best.chances]


def test_what_was_found_so_far_is_told_on_request(batch: Batch) -> None:
    batch.send(id="a", **MIDDLE, simulations=50, report_simulations=20, cells=2)
    batch.last("a")
    assert [(it["simulations"], it["is_final"]) for it in batch.of("a")] == [
        (20, False),
        (40, False),
        (50, True),
    ]
    assert all(len(it["cells"]) == 2 for it in batch.of("a"))


def test_short_analyses_do_not_wait_for_long_ones_which_can_be_ended() -> None:
    batch = Batch(threads=1)
    for number in range(5):
        batch.send(id=f"long {number}", **MIDDLE, simulations=ENDLESS, report_simulations=1)
    batch.send(id="short", **MIDDLE, simulations=40)
    assert batch.last("short")["simulations"] == 40
    batch.send(id="end", action="terminate", target="long 3")
    ended = batch.last("long 3")
    assert ended["is_terminated"]
    assert 0 < ended["simulations"] < ENDLESS
    assert batch.of("end") == [{"id": "end", "type": "terminating", "targets": ["long 3"]}]
    assert batch.of("long 1") == [] or not batch.of("long 1")[-1]["is_final"]
    batch.send(id="all", action="terminate_all")
    assert sorted(batch.of("all")[0]["targets"]) == [f"long {n}" for n in (0, 1, 2, 4)]
    batch.pool.finish()
    assert sum(it.get("is_final", False) for it in batch.replies) == 6
    assert threading.active_count() < 20


def test_one_that_had_not_begun_is_ended_too() -> None:
    batch = Batch(threads=1)
    for number in range(20):
        batch.send(id=f"{number}", **MIDDLE, simulations=ENDLESS)
    batch.send(id="all", action="terminate_all")
    batch.pool.finish()
    last = batch.last("19")
    assert (last["is_terminated"], last["simulations"], last["cells"]) == (True, 0, [])
    assert last["best"] is None


def test_an_id_may_be_used_again_only_after_the_last_reply(batch: Batch) -> None:
    batch.send(id="a", **MIDDLE, simulations=ENDLESS)
    batch.send(id="a", **MIDDLE, simulations=5)
    assert batch.of("a")[0]["code"] == "id-in-use"
    batch.send(id="x", action="terminate", target="a")
    wait_for(lambda: len(batch.of("a")) == 2)
    batch.send(id="a", **MIDDLE, simulations=5)
    wait_for(lambda: len(batch.of("a")) == 3)


@pytest.mark.parametrize(
    ("line", "name", "code"),
    [
        ("nonsense", None, "unreadable-request"),
        ("[" * 60_000, None, "unreadable-request"),
        ("[]", None, "unreadable-request"),
        ('{"id": NaN}', None, "unreadable-request"),
        ('{"id": "a", "id": "b"}', None, "unreadable-request"),
        ("{}", None, "unreadable-id"),
        ('{"id": 5}', None, "unreadable-id"),
        ('{"id": "a"}', "a", "unreadable-position"),
        ('{"id": "a", "action": "dance"}', "a", "unreadable-action"),
        ('{"id": "a", "action": ["terminate"]}', "a", "unreadable-action"),
        ('{"id": "a", "action": "terminate"}', "a", "unreadable-target"),
        ('{"id": "a", "position": "startpos", "sims": 5}', "a", "unreadable-field"),
        ('{"id": "a", "position": "startpos moves R1"}', "a", "unreadable-position"),
        ('{"id": "a", "position": "startpos", "moves": "R1"}', "a", "unreadable-moves"),
        ('{"id": "a", "position": "startpos"}', "a", "no-card-to-place"),
        ('{"id": "a", "position": "startpos", "simulations": true}', "a", "unreadable-simulations"),
        ('{"id": "a", "position": "startpos", "milliseconds": 0}', "a", "unreadable-milliseconds"),
        (
            '{"id": "a", "position": "startpos", "milliseconds": 999999999}',
            "a",
            "no-card-to-place",
        ),
        (
            '{"id": "a", "position": "startpos", "moves": ["R1"], "seed": -1}',
            "a",
            "unreadable-seed",
        ),
    ],
)
def test_what_is_wrong_with_a_request_is_told(line: str, name: str | None, code: str) -> None:
    batch = Batch(threads=1)
    batch.session.accept(line)
    batch.pool.finish()
    (reply,) = batch.replies
    assert (reply["id"], reply["type"], reply["code"]) == (name, "error", code)


def test_moves_in_the_wrong_field_are_told_where_they_belong() -> None:
    with pytest.raises(PuntoError, match="what was played belongs in the field moves"):
        read_request('{"id": "a", "position": "startpos moves R1"}')


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
VALUES = SCALARS | st.lists(SCALARS, max_size=2) | st.just("startpos")
FIELDS = st.sampled_from(["id", "action", "position", "moves", "simulations", "seed", "target"])


@settings(max_examples=100)
@given(st.text(max_size=20) | st.dictionaries(FIELDS, VALUES).map(json.dumps))
def test_no_request_is_too_odd(line: str) -> None:
    with suppress(PuntoError):
        read_request(line)


def test_a_whole_file_is_answered_and_the_engine_ends() -> None:
    lines = [json.dumps({"id": f"{n}", **MIDDLE, "simulations": 20, "cells": 1}) for n in range(50)]
    run = subprocess.run(
        [*OURS, "--json", "--threads", "2"],
        input="\n".join([*lines, "x" * 100_000, '{"id": "v", "action": "version"}']),
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_SECONDS,
    )
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert {it["id"] for it in replies if it["type"] == "analysis"} == {f"{n}" for n in range(50)}
    assert [it["code"] for it in replies if it["type"] == "error"] == ["unreadable-line"]
    assert len({it["best"] for it in replies if it["type"] == "analysis"}) == 1
    assert run.stderr == ""

"""Rounds that are ended early: only if that was asked for, and only if they are as good as won."""

from pathlib import Path

import pytest

from punto import Match, PuntoError, read_record
from punto.lab.adjudication import Adjudicator, chances_in
from punto.lab.arena import run_arena
from punto.lab.settings import Settings

AGREED = {"mode": "2p", "rounds_to_win": 1, "matches": 10}
LIMIT = 0.7


def test_it_is_off_unless_it_is_asked_for(tmp_path: Path) -> None:
    results = run_arena(Settings(("greedy", "random"), **AGREED), tmp_path, jobs=0)  # type: ignore[arg-type]
    assert results.adjudicated == 0
    assert results.as_json()["settings"]["adjudicate"] is None


def test_the_record_ends_where_the_round_was_given(tmp_path: Path) -> None:
    settings = Settings(("hard", "random"), adjudicate=LIMIT, **AGREED)  # type: ignore[arg-type]
    results = run_arena(settings, tmp_path, jobs=0)
    assert results.adjudicated > 0
    assert results.as_json()["adjudicated_rounds"] == results.adjudicated
    given = 0
    for match in results.matches:
        for name in match.records:
            record = read_record((tmp_path / "records" / name).read_text("utf-8"))
            verdict = dict(record.tags).get("Adjudicated")
            if verdict is None:
                continue
            given += 1
            winner, chance = verdict.split()
            side = int(winner.removeprefix("Seat")) - 1
            assert float(chance) >= LIMIT
            assert not record.match.over
            last, before = record.match, record.match.at(1, record.match.round.ply - 1)
            for moment in (last, before):
                assert chances_in(moment.position())[side] >= LIMIT
            assert match.scores[side] == 1
    assert given == results.adjudicated


def test_one_look_is_not_enough() -> None:
    position = Match("3p", seed=bytes(32)).position()
    adjudicator = Adjudicator(max(chances_in(position)) - 0.001)
    assert [adjudicator.look_at(position) is None for _ in range(3)] == [True, True, False]
    adjudicator.begin_round()
    assert adjudicator.look_at(position) is None
    assert Adjudicator(0.999).look_at(position) is None


@pytest.mark.parametrize("chance", [0.5, 1.0, -1.0])
def test_other_chances_are_refused(chance: float) -> None:
    with pytest.raises(PuntoError, match=r"adjudicate: expected a chance from 0\.6 to less"):
        Settings(("greedy", "random"), adjudicate=chance)

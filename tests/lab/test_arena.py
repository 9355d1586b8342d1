import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from lab.bots import DATE
from punto import Cell, PuntoError, View
from punto.bots import Bot
from punto.lab.arena import run_arena
from punto.lab.schedule import schedule
from punto.lab.settings import Settings
from punto.lab.sprt import read_sprt
from punto.lab.worker_pool import WorkerPool

SETTINGS = Settings(("random", "greedy"), mode="4p", rounds_to_win=1, matches=4)


def test_a_worker_that_is_killed_costs_nothing() -> None:
    worker_pool = WorkerPool(SETTINGS, schedule(SETTINGS), 1, DATE)
    outcomes = []
    for outcome in worker_pool.outcomes():
        outcomes.append(outcome)
        if len(outcomes) < 3:
            worker_pool.workers[0].process.kill()
    assert [outcome.fixture for outcome in outcomes] == schedule(SETTINGS)
    assert not any(outcome.faults for outcome in outcomes)


def test_whoever_stops_listening_leaves_no_process_behind() -> None:
    worker_pool = WorkerPool(SETTINGS, schedule(SETTINGS), 1, DATE)
    listening = worker_pool.outcomes()
    next(listening)
    processes = [worker.process for worker in worker_pool.workers]
    assert all(process.is_alive() for process in processes)
    listening.close()
    assert not any(process.is_alive() for process in processes)


def test_every_match_is_told_of_once_also_those_that_were_there(tmp_path: Path) -> None:
    told: list[int] = []
    run_arena(SETTINGS, tmp_path, advance=lambda: told.append(1))
    assert len(told) == len(schedule(SETTINGS))
    results = run_arena(SETTINGS, tmp_path, advance=lambda: told.append(2))
    assert told.count(2) == len(results.matches) == told.count(1)


@pytest.mark.slow
def test_a_sequential_test_ends_the_arena_and_decides_the_same_everywhere(tmp_path: Path) -> None:
    settings = Settings(("greedy", "random"), mode="4p", rounds_to_win=1, matches=200)
    test = read_sprt("elo=0:100")
    here = run_arena(settings, tmp_path / "here", jobs=0, sprt=test)
    there = run_arena(settings, tmp_path / "there", jobs=2, sprt=test)
    assert here.sprt is not None
    assert here.sprt.accepted == test.high
    assert len(here.matches) == 4 * here.sprt.deals < 200
    assert here.as_json()["sprt"] == there.as_json()["sprt"]
    assert here.as_json()["sprt"]["accepts"] == "H1"
    assert [match.match for match in here.matches] == [match.match for match in there.matches]
    again = run_arena(settings, tmp_path / "there", sprt=test)
    assert again.as_json()["sprt"] == there.as_json()["sprt"]
    with pytest.raises(PuntoError, match="sprt: expected two bots, got 3"):
        run_arena(Settings(("greedy", "random", "easy")), tmp_path / "three", sprt=test)


def test_a_test_that_has_too_few_matches_stays_undecided(tmp_path: Path) -> None:
    results = run_arena(SETTINGS, tmp_path, jobs=0, sprt=read_sprt("share=0.5:0.6"))
    assert len(results.matches) == SETTINGS.matches
    assert results.as_json()["sprt"]["accepts"] is None


def first_cell(view: View, _random: Random) -> Cell:
    return view.legal_cells[0]


FIRST = Bot("first", "Takes the first cell.", first_cell)


def test_bots_of_ones_own_play_as_objects(tmp_path: Path) -> None:
    settings = Settings((FIRST, "random"), mode="4p", rounds_to_win=1, matches=4)
    results = run_arena(settings, tmp_path)
    assert {standing.bot for standing in results.standings} == {"first", "random"}
    assert not results.faults
    assert json.loads((tmp_path / "arena.json").read_text("utf-8"))["bots"] == ["first", "random"]


def test_bots_that_no_other_process_can_import_play_in_this_one(tmp_path: Path) -> None:
    hidden = Bot("hidden", "A lambda.", lambda view, random: view.legal_cells[0])
    settings = Settings((hidden, "random"), mode="4p", rounds_to_win=1, matches=4)
    with pytest.raises(PuntoError, match=r"the bot hidden cannot be sent .* with jobs=0"):
        run_arena(settings, tmp_path / "first")
    results = run_arena(settings, tmp_path / "second", jobs=0)
    assert len(results.matches) == len(schedule(settings))
    assert not results.faults


def test_in_this_process_the_results_are_those_of_workers(tmp_path: Path) -> None:
    here, there = run_arena(SETTINGS, tmp_path / "a", jobs=0), run_arena(SETTINGS, tmp_path / "b")
    timeless = [replace(match, seconds=()) for match in here.matches]
    assert timeless == [replace(match, seconds=()) for match in there.matches]

from pathlib import Path

from lab.bots import DATE
from punto.lab.arena import run_arena
from punto.lab.schedule import schedule
from punto.lab.settings import Settings
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

from pathlib import Path

from lab.bots import DATE
from punto.lab.arena import hold
from punto.lab.crew import Crew
from punto.lab.schedule import schedule
from punto.lab.settings import Settings

SETTINGS = Settings(("random", "greedy"), mode="4p", rounds_to_win=1, matches=4)


def test_a_worker_that_is_killed_costs_nothing() -> None:
    crew = Crew(SETTINGS, schedule(SETTINGS), 1, DATE)
    outcomes = []
    for outcome in crew.outcomes():
        outcomes.append(outcome)
        if len(outcomes) < 3:
            crew.workers[0].process.kill()
    assert [outcome.fixture for outcome in outcomes] == schedule(SETTINGS)
    assert not any(outcome.faults for outcome in outcomes)


def test_whoever_stops_listening_leaves_no_process_behind() -> None:
    crew = Crew(SETTINGS, schedule(SETTINGS), 1, DATE)
    listening = crew.outcomes()
    next(listening)
    processes = [worker.process for worker in crew.workers]
    assert all(process.is_alive() for process in processes)
    listening.close()
    assert not any(process.is_alive() for process in processes)


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    hold(SETTINGS, tmp_path, progress=lambda done, whole: told.append((done, whole)))
    assert told == [(done, 4) for done in range(5)]
    told.clear()
    results = hold(SETTINGS, tmp_path, progress=lambda done, whole: told.append((done, whole)))
    assert told == [(4, 4)]
    assert len(results.matches) == 4

"""Work in chunks: the same results in this process and on others, which may be lost."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from punto import PuntoError
from punto.lab.work import FunctionWork, in_order, run_function
from punto.lab.workers import OnProcesses, open_workers


def square(number: int) -> int:
    return number * number


def fail_at_two(number: int) -> int:
    if number == 2:
        raise PuntoError("wrong", "two is wrong")
    return number


@dataclass(frozen=True)
class DieOnce:
    """A function that ends its process the first time, and returns its process later."""

    note: Path

    def __call__(self, number: int) -> tuple[int, int]:
        if number == 1 and not self.note.exists():
            self.note.touch()
            os._exit(7)
        return number, os.getpid()

    @property
    def __name__(self) -> str:
        return "die_once"


def die(_number: int) -> int:
    os._exit(7)


@pytest.mark.parametrize("jobs", [0, 2])
def test_results_come_in_the_order_of_their_chunks(jobs: int) -> None:
    with open_workers(jobs=jobs) as workers:
        assert list(run_function(workers, square, range(9))) == [n * n for n in range(9)]
        assert list(run_function(workers, square, [])) == []
        with pytest.raises(PuntoError, match="two is wrong"):
            list(run_function(workers, fail_at_two, range(4)))


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_chunk_may_wait_for_the_result_of_another(jobs: int) -> None:
    numbers = [2]

    def chunks() -> Iterator[int | None]:
        for place in range(4):
            while place == len(numbers):
                yield None
            yield numbers[place]

    with open_workers(jobs=jobs) as workers:
        for place, result in workers.run(FunctionWork(square), chunks()):
            assert place == len(numbers) - 1
            numbers.append(result)
    assert numbers == [2, 4, 16, 256, 65536]


def test_a_lost_chunk_is_run_again_and_processes_stay(tmp_path: Path) -> None:
    function: Callable[[int], tuple[int, int]] = DieOnce(tmp_path / "note")
    with open_workers(jobs=1) as workers:
        first = list(run_function(workers, function, range(3)))
        second = list(run_function(workers, function, range(3)))
        assert [number for number, _ in first] == [0, 1, 2]
        assert {process for _, process in second} == {first[-1][1]} != {os.getpid()}
        assert isinstance(workers, OnProcesses)
        assert workers.pool is not None
        processes = [worker.process for worker in workers.pool.workers]
        assert all(process.is_alive() for process in processes)
    assert not any(process.is_alive() for process in processes)


@pytest.mark.slow
def test_a_chunk_that_always_kills_its_process_is_named() -> None:
    with open_workers() as workers, pytest.raises(PuntoError, match=r"die\(5\) cannot be run"):
        list(run_function(workers, die, [5]))


def test_results_that_wait_for_earlier_ones() -> None:
    assert list(in_order(pair for pair in [(2, "c"), (0, "a"), (1, "b")])) == ["a", "b", "c"]


@pytest.mark.parametrize("place", ["", "cluster", "ray://", "ray://host"])
def test_other_places_are_refused(place: str) -> None:
    expected = r"on: expected processes, ray, or ray://HOST:PORT"
    with pytest.raises(PuntoError, match=expected), open_workers(place):
        pass


def test_ray_that_is_not_installed_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "punto.lab.ray_workers", raising=False)
    monkeypatch.setitem(sys.modules, "ray", None)
    sentence = r"--on ray needs ray, which is not installed: run pip install '\.\[ray\]'"
    with pytest.raises(PuntoError, match=sentence), open_workers("ray"):
        pass

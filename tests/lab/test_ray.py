"""The same work on a Ray cluster of two nodes, of which one is killed in the middle."""

import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cli.terminal import punto as run_punto
from lab.bots import without_costs
from lab.study.test_folder import CHEAP
from punto import PuntoError
from punto.lab import gate, puzzle_making, training, training_work
from punto.lab.arena import run_arena
from punto.lab.puzzle_making import make_puzzles
from punto.lab.settings import Settings
from punto.lab.study.folder import StudyFolder
from punto.lab.training import Plan
from punto.lab.training_work import Verdict, train_networks
from punto.lab.work import run_function
from punto.lab.workers import open_workers

ray: Any = pytest.importorskip(
    "ray", reason="Ray is big: `python3 dev.py test --ray` installs it and runs these tests"
)
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Ray warns of itself

PATIENCE_SECONDS = 300
START_ATTEMPTS = 5

LEAVES = """
import os
from punto.bots import Bot

def choose(view, random):
    if random.random() < 0.01:
        os._exit(3)
    return random.choice(view.legal_cells)

BOT = Bot("leaves", "Ends its process now and then.", choose)
"""


def wait_until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Start a cluster with a head of one processor, to which nodes can be added."""
    from ray.cluster_utils import Cluster

    class PatientCluster(Cluster):  # type: ignore[misc]
        """Starts a node again that Ray has given up after 15 s, which cannot be configured."""

        def add_node(self, **arguments: Any) -> Any:
            for _ in range(START_ATTEMPTS - 1):
                with suppress(Exception):
                    return super().add_node(**arguments)
            return super().add_node(**arguments)

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    monkeypatch.setenv("RAY_worker_niceness", "0")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # nodes import this file
    port = free_port()
    head = {"num_cpus": 1, "ray_client_server_port": port}
    found = PatientCluster(initialize_head=True, head_node_args=head)
    found.client_port = port
    monkeypatch.setenv("RAY_ADDRESS", found.address)
    try:
        yield found
    finally:
        ray.shutdown()
        found.shutdown()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


def square_at_the_gate(chunk: tuple[str, int]) -> int:
    """Leave a note of where and what is run, wait until the gate is open, and return a square."""
    folder, number = Path(chunk[0]), chunk[1]
    node = ray.get_runtime_context().get_node_id()
    (folder / f"{number} {node} {os.getpid()}").touch()
    wait_until((folder / "open").exists)
    return number * number


def fail(number: int) -> int:
    raise PuntoError("wrong", f"number {number} is wrong")


def test_what_runs_on_a_node_that_is_killed_runs_again(cluster: Any, tmp_path: Path) -> None:
    second = cluster.add_node(num_cpus=1)
    found: list[int] = []
    with open_workers("ray") as workers:

        def work() -> None:
            found.extend(
                run_function(workers, square_at_the_gate, [(str(tmp_path), n) for n in range(4)])
            )

        def begun() -> list[list[str]]:
            return [path.name.split() for path in tmp_path.iterdir() if " " in path.name]

        thread = Thread(target=work)
        thread.start()
        wait_until(lambda: len({node for _, node, _ in begun()}) == 2 or not thread.is_alive())
        lost = {number for number, node, _ in begun() if node == second.node_id}
        cluster.remove_node(second, allow_graceful=False)
        (tmp_path / "open").touch()
        thread.join(PATIENCE_SECONDS)
        assert found == [0, 1, 4, 9]
        assert len(lost) == 1
        assert sum(number in lost for number, _, _ in begun()) == 2
        with pytest.raises(PuntoError, match="number 7 is wrong"):
            list(run_function(workers, fail, [7]))


def test_an_arena_that_loses_a_node_ends_as_on_one_machine(cluster: Any, tmp_path: Path) -> None:
    second = cluster.add_node(num_cpus=1)
    (tmp_path / "leaves.py").write_text(LEAVES, "utf-8")
    bots = (f"{tmp_path / 'leaves.py'}:BOT", "greedy")
    settings = Settings(bots, mode="2p", rounds_to_win=1, matches=16, timeout=PATIENCE_SECONDS)
    finished: list[int] = []

    def advance() -> None:
        finished.append(1)
        if len(finished) == 4:
            cluster.remove_node(second, allow_graceful=False)

    there = run_arena(settings, tmp_path / "there", on="ray", advance=advance)
    here = run_arena(settings, tmp_path / "here")
    assert here.faults
    assert [replace(match, seconds=()) for match in there.matches] == [
        replace(match, seconds=()) for match in here.matches
    ]
    for match in here.matches:
        for name in match.records:
            records = (tmp_path / place / "records" / name for place in ("here", "there"))
            one, other = (without_costs(record.read_text("utf-8")) for record in records)
            assert one == other


def test_a_study_that_loses_a_node_has_the_bytes_of_one_machine(
    cluster: Any, tmp_path: Path
) -> None:
    second = cluster.add_node(num_cpus=1)
    finished: list[int] = []

    def advance() -> None:
        finished.append(1)
        if len(finished) == 10:
            cluster.remove_node(second, allow_graceful=False)

    with StudyFolder(tmp_path / "there", 7).open() as there:
        there.play(CHEAP, 6, advance=advance, on="ray")
    with StudyFolder(tmp_path / "here", 7).open() as here:
        here.play(CHEAP, 6)
    assert len(finished) == 6 * len(CHEAP)
    assert bytes_in(tmp_path / "there") == bytes_in(tmp_path / "here")


def test_networks_trained_on_a_cluster_are_those_of_one_machine(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = cluster.add_node(num_cpus=1)
    monkeypatch.setattr(training, "LOTS_A_REPORT", 2)
    monkeypatch.setattr(training_work, "GATE_ROUNDS", 4)
    monkeypatch.setattr(gate, "RIVALS", (replace(gate.RIVALS[0], min_share=0.0),))
    plans = [Plan(sides, fast_rounds=500, exact_rounds=100) for sides in (2, 4)]
    there = train_networks(plans, tmp_path / "there", on="ray")
    news = [next(there)]
    cluster.remove_node(second, allow_graceful=False)
    news.extend(there)
    assert [each.passed for each in news if isinstance(each, Verdict)] == [True, True]
    list(train_networks(plans, tmp_path / "here"))
    stored = bytes_in(tmp_path / "there")
    assert sum(name.endswith(".network") for name in stored) == 2
    assert stored == bytes_in(tmp_path / "here")


def test_puzzles_made_on_a_cluster_that_loses_a_node_are_those_of_one_machine(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = cluster.add_node(num_cpus=1)
    monkeypatch.setattr(puzzle_making, "LOTS_A_BATCH", 4)
    plan = puzzle_making.Plan(3, seed=5, modes=("4p",))
    made: list[int] = []

    def advance() -> None:
        made.append(1)
        if len(made) == 1:
            cluster.remove_node(second, allow_graceful=False)

    there = make_puzzles(plan, tmp_path / "there", None, advance, on="ray")
    assert there == make_puzzles(plan, tmp_path / "here", 1)
    assert len(made) == 3
    assert bytes_in(tmp_path / "there") == bytes_in(tmp_path / "here")


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    for place in ("ray", "ray://127.0.0.1:1"):
        with pytest.raises(PuntoError, match=r"127.0.0.1:1 cannot be reached"), open_workers(place):
            pass


def test_a_cluster_is_used_from_outside(cluster: Any, tmp_path: Path) -> None:
    compare_arenas(tmp_path, "--on", f"ray://127.0.0.1:{cluster.client_port}")


def test_without_a_cluster_ray_is_started_on_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    compare_arenas(tmp_path, "--on", "ray", "--jobs", "2")


def compare_arenas(folder: Path, *there: str) -> None:
    """Play the same arena there and here, by the command line."""
    command = ("arena", "random", "greedy", "--rounds-to-win", "1", "--matches", "4", "--json")
    printed: list[dict[str, Any]] = []
    for place in (there, ()):
        run = run_punto(*command, *place, "--out", f"out{len(printed)}", cwd=folder)
        assert run.returncode == 0, run.stderr
        printed.append(json.loads(run.stdout))
    facts, others = printed
    assert facts.pop("timing").keys() == others.pop("timing").keys()
    assert facts == others


def test_a_server_for_clients_that_fails_to_start_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from punto.lab.ray_workers import CONNECT_ATTEMPTS, connect

    asked: list[str] = []

    def init(address: str, failures: int) -> None:
        asked.append(address)
        if len(asked) <= failures:
            raise ConnectionAbortedError("not started")

    monkeypatch.setattr(ray, "init", init)
    connect("ray://head:1", failures=CONNECT_ATTEMPTS - 1)
    assert asked == ["ray://head:1"] * CONNECT_ATTEMPTS
    asked.clear()
    with pytest.raises(ConnectionAbortedError):
        connect("ray://head:1", failures=CONNECT_ATTEMPTS)

"""Work in chunks on a Ray cluster.

Every machine of the cluster has the same version of Punto installed. A chunk is a task of Ray; if
its process or its machine is lost, Ray runs it again elsewhere. Work that asks foreign code runs in
a worker process of its own beside Ray's, so that hanging and crashing bots are handled as on one
machine.
"""

import logging
import os
import socket
import sys
from collections.abc import Iterable
from itertools import count
from typing import Any

import ray
from ray import ObjectRef
from ray.exceptions import RayError, RayTaskError

import punto
from punto.bots.faults import describe_exception, to_one_line
from punto.engine.network import network_for
from punto.lab.chunk_pool import MAX_DEATHS, ChunkPool
from punto.lab.work import Chunk, Numbered, Result, Run, Work
from punto.rules.errors import PuntoError
from punto.rules.facts import MODES

CHUNKS_PER_PROCESSOR = 2
"""How many chunks are handed over at once for every processor, so that none runs dry."""

ADDRESS_VARIABLE, LOCAL = "RAY_ADDRESS", "local"
CONNECT_SECONDS = 20.0
CONNECT_ATTEMPTS = 4
Fingerprint = tuple[str, ...]


class OnRay:
    """Runs chunks on a Ray cluster.

    ``ray://HOST:PORT`` connects to one from outside. ``ray`` alone connects to the one that the
    environment variable RAY_ADDRESS names, or else starts Ray on this machine.
    """

    def __init__(self, address: str, jobs: int | None) -> None:
        place = address if "://" in address else os.environ.get(ADDRESS_VARIABLE, LOCAL)
        is_local = place == LOCAL
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        here: dict[str, Any] = {"num_cpus": jobs or os.cpu_count(), "include_dashboard": False}
        try:
            check_port(place)
            connect(place, **quiet, **(here if is_local else {}))
        except (OSError, RayError, ValueError, RuntimeError) as error:
            why = to_one_line(str(error))
            raise PuntoError("ray", f"Ray at {place} cannot be reached: {why}") from error
        processors = int(ray.cluster_resources().get("CPU", 1))
        self.at_once = CHUNKS_PER_PROCESSOR * processors if is_local or jobs is None else jobs

    def run(self, work: Work[Chunk, Result], chunks: Iterable[Chunk | None]) -> Numbered[Result]:
        """Run all chunks; closing the generator before its end cancels those that are running."""
        task = ray.remote(run_on_node).options(num_cpus=1, max_retries=MAX_DEATHS)
        shared, fingerprint = ray.put(work), fingerprint_here()
        coming, numbers = iter(chunks), count()
        running: dict[ObjectRef[Any], int] = {}
        try:
            while True:
                while len(running) < self.at_once and (chunk := next(coming, None)) is not None:
                    running[task.remote(fingerprint, shared, chunk)] = next(numbers)
                if not running:
                    return
                for done in ray.wait(list(running))[0]:
                    yield running.pop(done), received(done)
        finally:
            for left in running:
                ray.cancel(left, force=True)

    def close(self) -> None:
        """Disconnect, and end what was started here."""
        ray.shutdown()


def check_port(place: str) -> None:
    """Fail at once if nobody listens at an address: Ray itself would try for minutes."""
    host, _, port = place.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()


def connect(place: str, **options: Any) -> None:
    """Connect to a cluster; retry, since its server for clients forks and then may fail to start.

    That happens when gRPC is busy in another thread at the wrong moment.
    """
    for left in reversed(range(CONNECT_ATTEMPTS)):
        try:
            ray.init(address=place, **options)
        except ConnectionAbortedError:
            ray.shutdown()
            if not left:
                raise
        else:
            return


def received(done: "ObjectRef[Any]") -> Any:
    """Return the result of a chunk, or raise what it has raised."""
    try:
        return ray.get(done)
    except RayTaskError as error:
        if isinstance(error.cause, PuntoError):
            raise error.cause from None
        why = describe_exception(error.cause)
        raise PuntoError("ray", f"a chunk failed on the cluster: it {why}") from error
    except RayError as error:
        sentence = f"a chunk was lost {MAX_DEATHS + 1} times on the cluster: {error}"
        raise PuntoError("ray", sentence) from error


def fingerprint_here() -> Fingerprint:
    """Return what must be the same on every machine, or the results would differ."""
    return punto.__version__, *(network_for(mode).digest for mode in MODES.values())


RUNNERS: list[tuple[Work[Any, Any], Run[Any, Any]]] = []
"""What this process of a node is prepared for: one kind of work."""


def run_on_node(fingerprint: Fingerprint, work: Work[Chunk, Result], chunk: Chunk) -> Result:
    """Run a chunk in a process of Ray, on one of the machines."""
    if fingerprint != fingerprint_here():
        sentence = (
            f"the cluster has Punto {punto.__version__} with other networks than this machine, "
            f"which has {fingerprint[0]}: install the same on all machines"
        )
        raise PuntoError("ray", sentence)
    if not RUNNERS or RUNNERS[0][0] != work:
        RUNNERS[:] = [(work, runner_of(work))]
    result: Result = RUNNERS[0][1](chunk, [0, 0])
    return result


def runner_of(work: Work[Chunk, Result]) -> Run[Chunk, Result]:
    """Return what runs a chunk: in a process of its own if it asks foreign code."""
    if work.timeout is None:
        return work.start()
    # A new process would import the main module of this one: Ray's, which takes a second or two.
    vars(sys.modules["__main__"]).pop("__file__", None)
    pool = ChunkPool(work, jobs=1)

    def run(chunk: Chunk, _watch: object) -> Result:
        ((_, result),) = pool.run([chunk])
        return result

    return run

"""The program of the JSON protocol: many analyses at a time, one JSON object a line."""

import json
import threading
from collections.abc import Callable
from typing import Any, BinaryIO

import punto
from punto.engine.analysis import Analysis
from punto.engine.live_search import LiveSearch
from punto.notation.position import write_position
from punto.protocol.fair_pool import FairPool
from punto.protocol.json_requests import (
    AnalysisRequest,
    ControlRequest,
    RequestError,
    read_request,
)
from punto.protocol.lines import DECIMALS
from punto.protocol.standard_streams import LineWriter, exit_at_once, read_lines
from punto.protocol.text_session import line_too_long
from punto.rules.errors import PuntoError
from punto.rules.move import Move

SLICE_SECONDS = 0.02
"""How long one analysis runs before it is another one's turn."""

Shape = dict[str, Any]


class AnalysisJob:
    """An analysis in progress; one thread at a time works on it."""

    def __init__(
        self,
        request: AnalysisRequest,
        send: Callable[[Shape], None],
        on_end: Callable[["AnalysisJob"], None],
    ) -> None:
        self.request, self.send, self.on_end = request, send, on_end
        self.is_terminated = threading.Event()
        self._search: LiveSearch | None = None

    def step(self) -> bool:
        """Search for a moment; return whether the analysis has ended."""
        try:
            return self._step()
        except Exception as error:  # one request must never end the engine
            sentence = f"the analysis failed: {type(error).__name__}"
            self.on_end(self)
            self.send(error_shape(self.request.id, PuntoError("internal-error", sentence)))
            return True

    def _step(self) -> bool:
        request = self.request
        if self._search is None:
            if self.is_terminated.is_set():
                self.on_end(self)
                self.send(analysis_shape(request, None, is_final=True, is_terminated=True))
                return True
            self._search = LiveSearch(request.position, request.budget, seed=request.seed)
        search, every = self._search, request.report_simulations
        until = search.goal
        if every is not None:
            until = min(until, every * (search.simulations // every + 1))
        search.run(SLICE_SECONDS, until=until)
        is_terminated = self.is_terminated.is_set()
        if search.is_done or is_terminated:
            cut_short = is_terminated and not search.is_done
            self.on_end(self)
            self.send(
                analysis_shape(request, search.analysis(), is_final=True, is_terminated=cut_short)
            )
            return True
        if every is not None and search.simulations == until:
            self.send(analysis_shape(request, search.analysis(), is_final=False))
        return False


class JsonSession:
    """Carries out requests; replies are sent as soon as they are known, in any order."""

    def __init__(self, send: Callable[[Shape], None], pool: FairPool) -> None:
        self.send, self.pool = send, pool
        self._jobs: dict[str, AnalysisJob] = {}
        self._lock = threading.Lock()

    def accept(self, line: str) -> None:
        """Carry out a request, or begin to; an `error` reply says what is wrong with one."""
        if not line.strip():
            return
        try:
            request = read_request(line)
            if isinstance(request, ControlRequest):
                self.control(request)
            else:
                self.pool.add(self.open_job(request))
        except RequestError as error:
            self.send(error_shape(error.id, error))

    def open_job(self, request: AnalysisRequest) -> AnalysisJob:
        """Register an analysis under its id, which no other one in progress may have."""
        job = AnalysisJob(request, self.send, self._forget)
        with self._lock:
            if request.id in self._jobs:
                used = PuntoError("id-in-use", f"the request {request.id!r} has not ended yet")
                raise RequestError(request.id, used)
            self._jobs[request.id] = job
        return job

    def control(self, request: ControlRequest) -> None:
        """Answer a request that needs no search."""
        if request.action == "version":
            self.send({"id": request.id, "type": "version", "version": punto.__version__})
            return
        with self._lock:
            wanted = self._jobs if request.target is None else {request.target}
            targets = [self._jobs[name] for name in wanted if name in self._jobs]
        ids = [job.request.id for job in targets]
        self.send({"id": request.id, "type": "terminating", "targets": ids})
        for job in targets:
            job.is_terminated.set()

    def _forget(self, job: AnalysisJob) -> None:
        """Free the id of an analysis that is about to send its last reply."""
        with self._lock:
            del self._jobs[job.request.id]


def analysis_shape(
    request: AnalysisRequest,
    found: Analysis | None,
    *,
    is_final: bool,
    is_terminated: bool = False,
) -> Shape:
    """Describe an analysis; one that was terminated before it began has no cells."""
    position, card, seat = request.position, request.position.card, request.position.seat
    assert card is not None
    assert seat is not None
    estimates = () if found is None else found.estimates[: request.cells]
    return {
        "id": request.id,
        "type": "analysis",
        "is_final": is_final,
        "is_terminated": is_terminated,
        "position": write_position(position),
        "seat": seat,
        "side": position.mode.side_of(seat).number,
        "seed": request.seed,
        "simulations": 0 if found is None else found.simulations,
        "best": str(Move(card, position.table[each.cell] is not None, each.cell))
        if (each := next(iter(estimates), None))
        else None,
        "cells": [
            {
                "move": str(Move(card, position.table[each.cell] is not None, each.cell)),
                "visits": each.visits,
                "chances": [round(chance, DECIMALS) for chance in each.chances],
                "errors": [round(error, DECIMALS) for error in each.errors],
                "draw": round(each.draw, DECIMALS),
            }
            for each in estimates
        ],
        "continuation": [] if found is None else list(map(str, found.continuation)),
    }


def error_shape(request_id: str | None, error: PuntoError) -> Shape:
    """Describe why a request was refused."""
    return {"id": request_id, "type": "error", "code": error.code, "sentence": error.sentence}


def serve_json(stdin: BinaryIO, stdout: BinaryIO, threads: int) -> None:
    """Speak the JSON protocol; at the end of the input, finish what was asked for."""
    writer = LineWriter(stdout, exit_at_once)
    writer.watch_reader()

    def send(shape: Shape) -> None:
        writer.write(json.dumps(shape, ensure_ascii=True))

    pool = FairPool(threads)
    session = JsonSession(send, pool)
    for line in read_lines(stdin):
        if line is None:
            send(error_shape(None, line_too_long()))
        else:
            session.accept(line)
    pool.finish()

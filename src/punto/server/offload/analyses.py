"""Analyses of moments and reviews of matches as streams of messages, computed once and cached."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any, NamedTuple

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import BusyError, Owner
from punto.server.live.hub import stopping
from punto.server.offload.analyst_pool import AnalystPool
from punto.server.offload.shared_stream import Emit, SharedStream, Work
from punto.server.process.byte_cache import ByteCache
from punto.server.table.client_view import ClientBytes, analysis_message, cached_body, json_values
from punto.server.wire.analysis import AnalysisMessage, JudgedShape

CACHE_BYTES = 16 * 2**20
"""Several hundred reviews of about 50 kB each."""

STREAMS, STREAMS_PER_ADDRESS, STREAMS_PER_DEVICE = 64, 16, 4
"""Analyses that may be followed at the same time; more are refused as busy."""

STEPS = (500, 3_000, 12_000)
"""Simulations of the estimates that follow each other, each better than the one before."""

REVIEW_SIMULATIONS = 1_000
"""Simulations for each of the searches that judge a placement."""

SEED = 1
"""Of all searches: the same question gets the same answer."""

TURNING_POINTS = 12
"""How many placements are listed that gave away the most."""

Moment = dict[str, Any]
"""A moment of a record, as the analyst lists it."""


class Moments(NamedTuple):
    """The moments of a record."""

    listed: list[Moment]
    end: str
    """The position after the last card."""
    seats: int


class Cut(NamedTuple):
    """A position, and the record of the match up to it, without decks."""

    position: str
    record: str


class Analyses:
    """Starts, shares, limits and caches analyses."""

    def __init__(self, pool: AnalystPool) -> None:
        self.pool, self.cache = pool, ByteCache(CACHE_BYTES)
        self.running: dict[str, SharedStream] = {}
        self.streams_of: Counter[str] = Counter()
        """How many streams are followed, in all and by device and address."""
        self.is_stopping = False

    async def moments(self, owner: Owner, record: str) -> Moments:
        """List the moments of a record with a card to place."""
        found = await self.pool.run(owner, {"do": "moments", "record": record})
        return Moments(found["moments"], found["end"], found["seats"])

    async def cut(self, owner: Owner, record: str, round_number: int, cards: int) -> Cut:
        """Cut a record off at a moment: the position there, and the record up to it."""
        job = {"do": "cut", "record": record, "round": round_number, "cards": cards}
        found = await self.pool.run(owner, job)
        return Cut(found["position"], found["record"])

    async def checked_position(self, owner: Owner, text: str) -> str:
        """Check a position with a card to place, and write it in the usual way."""
        found = await self.pool.run(owner, {"do": "position", "position": text})
        return str(found["position"])

    def of_moment(self, owner: Owner, position: str) -> AsyncGenerator[ClientBytes, None]:
        """Analyse a position that was checked."""

        async def work(emit: Emit) -> None:
            found = await self.pool.run(owner, {"do": "explain", "position": position})
            job = {"do": "estimate", "position": position, "seed": SEED}
            for simulations in STEPS:
                estimates = await self.pool.run(owner, {**job, "simulations": simulations})
                is_final = simulations == STEPS[-1]
                send(emit, {"type": "estimates", "is_final": is_final, **estimates})  # type: ignore[arg-type]
                if simulations == STEPS[0]:
                    send(emit, {"type": "reasons", "cells": found})

        return self._stream(owner, key_of("cells", position), work)

    def of_match(
        self, owner: Owner, moments: Sequence[Moment], seats: int
    ) -> AsyncGenerator[ClientBytes, None]:
        """Review a match: judge every placement, as many at a time as there are processes."""
        placed = [moment for moment in moments if moment["placement"]]

        async def work(emit: Emit) -> None:
            send(emit, {"type": "begun", "placements": len(placed)})
            judged: list[JudgedShape] = []
            waiting = iter(enumerate(placed, start=1))

            async def judge_on() -> None:
                for place, moment in waiting:
                    job = {"do": "judge", "simulations": REVIEW_SIMULATIONS, "seed": SEED}
                    found = await self.pool.run(owner, {**job, **moment})
                    judgement: JudgedShape = {"type": "judged", "place": place, **found}  # type: ignore[typeddict-item]
                    judged.append(judgement)
                    send(emit, judgement)

            async with asyncio.TaskGroup() as group:
                for _ in range(self.pool.count):
                    group.create_task(judge_on())
            wrong = sorted(
                (one for one in judged if one["gave_away"]),
                key=lambda one: (-one["gave_away"], one["place"]),
            )
            send(
                emit,
                {
                    "type": "reviewed",
                    "accuracy": [accuracy_of(judged, seat) for seat in range(1, seats + 1)],
                    "turning_points": [one["place"] for one in wrong[:TURNING_POINTS]],
                },
            )

        text = "\n".join(f"{one['position']} {one['placement']}" for one in placed)
        return self._stream(owner, key_of("review", text), work)

    async def _stream(
        self, owner: Owner, key: str, work: Work
    ) -> AsyncGenerator[ClientBytes, None]:
        """Follow an analysis: a cached one, one that is under way, or a new one."""
        known = self.cache.get(key)
        if known is not None:
            yield cached_body(known)
            return
        if self.is_stopping:
            raise stopping()
        limits = {"": STREAMS, f"at {owner.address}": STREAMS_PER_ADDRESS}
        if owner.device:
            limits[owner.device] = STREAMS_PER_DEVICE
        if any(self.streams_of[name] >= limit for name, limit in limits.items()):
            raise BusyError
        names = list(limits)
        self.streams_of.update(names)
        try:
            stream = self.running.get(key)
            if stream is None:
                stream = self.running[key] = SharedStream(partial(self._cached, key, work))
            try:
                async with aclosing(stream.follow()) as messages:
                    async for message in messages:
                        yield cached_body(message)
            finally:
                if not stream.followers and self.running.get(key) is stream:
                    del self.running[key]
        finally:
            self.streams_of.subtract(names)
            self.streams_of += Counter()  # drop what is back to 0

    async def _cached(self, key: str, work: Work, emit: Emit) -> None:
        """Do the work and cache its messages, or emit why it failed."""
        messages: list[bytes] = []

        def emit_and_keep(message: bytes) -> None:
            messages.append(message)
            emit(message)

        try:
            await work(emit_and_keep)
        except* PuntoError as errors:
            emit(failure(first_of(errors)))
        else:
            self.cache.put(key, b"".join(messages))

    def forget(self) -> None:
        """Clear the cache, after tables were deleted."""
        self.cache.clear()

    def stop(self) -> None:
        """Begin no more analyses, and end those that are under way: the server is stopping."""
        self.is_stopping = True
        for stream in self.running.values():
            stream.end(failure(stopping()))

    async def close(self) -> None:
        """End the processes."""
        await self.pool.close()


def key_of(what: str, text: str) -> str:
    """Name an analysis by what it depends on."""
    return f"{what} {hashlib.sha256(text.encode()).hexdigest()}"


def send(emit: Emit, message: AnalysisMessage) -> None:
    """Emit a message of a stream."""
    emit(analysis_message(message))


def failure(error: PuntoError) -> bytes:
    """Make the message that says why an analysis was not finished."""
    return analysis_message(
        {
            "type": "failed",
            "code": error.code,
            "sentence": error.sentence,
            "values": json_values(error.values),
        }
    )


def first_of(errors: BaseExceptionGroup[PuntoError]) -> PuntoError:
    """Return the first error of a group, however deep."""
    error: BaseException = errors
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, PuntoError)
    return error


def accuracy_of(judged: Sequence[JudgedShape], seat: int) -> float | None:
    """Return the share of what was at stake that a seat kept, as `punto.lab.review` does."""
    own = [one for one in judged if one["seat"] == seat]
    at_stake = sum(one["at_stake"] for one in own)
    gave_away = sum(one["gave_away"] for one in own)
    if not own:
        return None
    return round(1 - gave_away / at_stake, 4) if at_stake else 1.0

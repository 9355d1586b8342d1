"""Analyses are shared, cached, limited and cancelled; bots to move come before them."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from notation.samples import vector
from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import BusyError, Owner
from punto.server.offload.analyses import STEPS, STREAMS_PER_DEVICE, Analyses
from punto.server.offload.analyst_pool import AnalystPool

ADA, BEN = Owner("ada", "192.0.2.1"), Owner("ben", "192.0.2.2")
POSITION = (
    "2p english-2018 2 - 3 1:0 R9:- f6:R3B7,g6:O1 2 -:G5 33:35 "
    "R1122344556677889O12233445566778899:B11223344556678899G11223344566778899 0:0 -:- -"
)


class Counted(AnalystPool):
    """A fake pool with canned answers: it counts jobs, and a closed gate holds them back."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[Mapping[str, object]] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def run(self, owner: Owner, job: Mapping[str, object]) -> dict[str, Any]:
        self.jobs.append(job)
        await self.gate.wait()
        await asyncio.sleep(0)
        if job["do"] == "explain":
            return {}
        if job["do"] == "estimate":
            return {"simulations": job["simulations"], "cells": [], "continuation": []}
        if job["position"] == "wrong":
            raise PuntoError("unreadable-position", "it is wrong")
        place = int(str(job["position"]))
        gave_away = 0.5 if place == 2 else 0.0
        return {"seat": 1 + place % 2, "gave_away": gave_away, "at_stake": 0.8}


def moments(*positions: object) -> list[dict[str, Any]]:
    return [
        {"round": 1, "cards": place, "position": str(one), "placement": [1, "f6"]}
        for place, one in enumerate(positions)
    ]


async def heard(stream: AsyncIterator[bytes]) -> list[dict[str, Any]]:
    text = b"".join([part async for part in stream]).decode()
    return [json.loads(event.removeprefix("data: ")) for event in text.split("\n\n") if event]


def test_a_review_is_computed_once_for_all_who_ask() -> None:
    async def story() -> None:
        pool = Counted()
        analyses = Analyses(pool)
        asking = (heard(analyses.of_match(who, moments(1, 2, 3), 2)) for who in (ADA, BEN))
        first, second = await asyncio.gather(*asking)
        assert first == second
        assert len(pool.jobs) == 3
        assert await heard(analyses.of_match(BEN, moments(1, 2, 3), 2)) == first
        assert len(pool.jobs) == 3
        assert [message["type"] for message in first] == ["begun", *["judged"] * 3, "reviewed"]
        assert first[-1]["accuracy"] == [pytest.approx(1 - 0.5 / 0.8), 1.0]
        assert first[-1]["turning_points"] == [2]
        analyses.forget()
        await heard(analyses.of_match(ADA, moments(1, 2, 3), 2))
        assert len(pool.jobs) == 6

    asyncio.run(story())


def test_estimates_follow_each_other_and_the_last_is_final() -> None:
    async def story() -> None:
        found = await heard(Analyses(Counted()).of_moment(ADA, "any"))
        estimates = [message for message in found if message["type"] == "estimates"]
        assert [message["simulations"] for message in estimates] == list(STEPS)
        assert [message["is_final"] for message in estimates] == [False] * (len(STEPS) - 1) + [True]

    asyncio.run(story())


def test_when_the_last_follower_leaves_the_work_ends() -> None:
    async def story() -> None:
        pool = Counted()
        analyses = Analyses(pool)
        both = [analyses.of_match(who, moments(*range(50)), 2) for who in (ADA, BEN)]
        for stream in both:
            await anext(stream)
        pool.gate.clear()
        await both[0].aclose()
        pool.gate.set()
        for _ in range(4):
            await anext(both[1])
        pool.gate.clear()
        await asyncio.sleep(0.01)
        done = len(pool.jobs)
        await both[1].aclose()
        pool.gate.set()
        await asyncio.sleep(0.05)
        assert len(pool.jobs) <= done + 1 < 50  # one may have begun at the same moment
        assert not analyses.running
        assert not analyses.streams_of

    asyncio.run(story())


def test_a_device_cannot_follow_any_number_of_analyses() -> None:
    async def story() -> None:
        analyses = Analyses(Counted())
        streams = [analyses.of_match(ADA, moments(n), 2) for n in range(STREAMS_PER_DEVICE + 1)]
        for stream in streams[:-1]:
            await anext(stream)
        with pytest.raises(BusyError):
            await anext(streams[-1])
        assert await anext(analyses.of_match(BEN, moments(77), 2))
        await streams[0].aclose()
        assert await anext(analyses.of_match(ADA, moments(78), 2))

    asyncio.run(story())


def test_a_server_that_stops_ends_its_analyses() -> None:
    async def story() -> None:
        pool = Counted()
        analyses = Analyses(pool)
        following = asyncio.create_task(heard(analyses.of_match(ADA, moments(*range(50)), 2)))
        await asyncio.sleep(0)
        pool.gate.clear()
        await asyncio.sleep(0.01)
        analyses.stop()
        *_, last = await following
        assert (last["type"], last["code"]) == ("failed", "stopping")
        with pytest.raises(PuntoError, match="stopping"):
            await anext(analyses.of_match(BEN, moments(77), 2))

    asyncio.run(story())


def test_a_review_that_fails_says_so_and_is_not_cached() -> None:
    async def story() -> None:
        pool = Counted()
        analyses = Analyses(pool)
        *_, last = await heard(analyses.of_match(ADA, moments(1, "wrong"), 2))
        assert (last["type"], last["code"]) == ("failed", "unreadable-position")
        await heard(analyses.of_match(ADA, moments(1, "wrong"), 2))
        assert len(pool.jobs) == 4

    asyncio.run(story())


def test_jobs_wait_for_bots_and_are_charged() -> None:
    async def story() -> None:
        thinking, charged = True, []
        pool = AnalystPool(
            1,
            are_bots_thinking=lambda: thinking,
            charge=lambda owner, seconds: charged.append((owner, seconds)),
        )
        job = asyncio.create_task(pool.run(ADA, {"do": "position", "position": POSITION}))
        await asyncio.sleep(0.2)
        assert pool.children[0].pid is None, "a bot is to move"
        thinking = False
        assert (await job)["position"] == POSITION
        assert [owner for owner, _ in charged] == [ADA]
        await pool.close()

    asyncio.run(story())


def test_whoever_leaves_the_queue_costs_nothing() -> None:
    async def story() -> None:
        pool = AnalystPool(1)
        text = vector("3p-english-2018-1")
        running = asyncio.create_task(pool.run(ADA, {"do": "moments", "record": text}))
        await asyncio.sleep(0)
        waiting = asyncio.create_task(pool.run(BEN, {"do": "moments", "record": text}))
        await asyncio.sleep(0.01)
        waiting.cancel()
        assert (await running)["seats"] == 3
        assert pool.jobs_done == 1
        with pytest.raises(PuntoError) as caught:
            await pool.run(BEN, {"do": "position", "position": "nothing"})
        assert caught.value.code == "unreadable-position"
        await pool.close()

    asyncio.run(story())

"""Prices match costs: the processor time of each request, measured in one run."""

import asyncio
import math
from collections.abc import Iterator

import pytest

from punto.server.api.prices import DEFAULT_PRICE, FILE_PRICE, price_of
from punto.server.live.loading import HIT_PRICE
from server.client import Device, person
from server.server_process import ServerProcess

from .costs import Asker, cost_ms, request

DEARER = 3.0
"""How many times the cost of an ordinary request anything may have for the same price."""

MOST_LOOKS = 6


@pytest.fixture(scope="module")
def code(running: ServerProcess) -> str:
    """A table that nobody has open."""

    async def story() -> str:
        async with Device(running.url) as ada:
            return await ada.open(person("Ada"), person("Ben"))

    return asyncio.run(story())


@pytest.fixture
def asker(running: ServerProcess) -> Iterator[Asker]:
    asker = Asker(running, "127.0.0.42")
    yield asker
    asker.close()


def test_nothing_costs_much_more_than_its_price(
    running: ServerProcess, asker: Asker, code: str
) -> None:
    looked_up = [f"/api/tables/{code}{part}" for part in ("", "/events", "/invite.svg")]
    prices = {
        "/icon.svg": FILE_PRICE,
        "/": DEFAULT_PRICE,
        "/nowhere": DEFAULT_PRICE,
        **{path: HIT_PRICE + price_of("GET", path) for path in (*looked_up, f"/t/{code}")},
        **{path: price_of("GET", path) for path in ("/api/tables", "/readyz", "/metrics")},
        "/api/openapi.json": price_of("GET", "/api/openapi.json"),
    }
    usual = "/api/choices"
    costs = dict.fromkeys((usual, *prices), math.inf)
    too_cheap = set(prices)
    for _ in range(MOST_LOOKS):  # the cheapest look counts: a busy machine makes some of them dear
        for path in (usual, *too_cheap):
            cost = cost_ms(running, lambda path=path: asker.ask(request(path)))  # type: ignore[misc]
            costs[path] = min(costs[path], cost)
        usual_ms = costs[usual] / DEFAULT_PRICE
        too_cheap = {path for path in prices if costs[path] > DEARER * usual_ms * prices[path]}
        if not too_cheap:
            break
    told = {path: f"{costs[path]:.2f} ms for {prices[path]} units" for path in prices}
    assert not too_cheap, f"{usual_ms:.2f} ms for one unit; {told}"

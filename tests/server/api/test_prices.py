"""Prices of requests, and a whole class that connects at the same time."""

import pytest

from punto.server.api.prices import DEFAULT_PRICE, FILE_PRICE, PRICES, SOCKET_PRICE, price_of
from punto.server.app import create_app
from punto.server.config.settings import Config

CHILDREN = 30
FILES = 40
"""An upper bound: the page, one language, the icons, and what the service worker fetches again."""


@pytest.mark.parametrize(
    ("method", "path", "price"),
    [
        ("POST", "/api/records", PRICES["POST", "/api/records"]),
        ("GET", "/api/tables/dhkl/replay", PRICES["GET", "/api/tables/{code}/replay"]),
        ("HEAD", "/api/tables/dhkl/replay", PRICES["GET", "/api/tables/{code}/replay"]),
        ("GET", "/api/tables/dhkl", DEFAULT_PRICE),
        ("GET", "/api/choices", DEFAULT_PRICE),
        ("GET", "/", DEFAULT_PRICE),
        ("BREW", "/api/records/of/coffee", DEFAULT_PRICE),
    ],
)
def test_requests_have_prices(method: str, path: str, price: float) -> None:
    assert price_of(method, path) == price


def test_every_price_belongs_to_an_existing_request() -> None:
    paths = create_app(Config()).openapi()["paths"]
    there = {(method.upper(), path) for path, methods in paths.items() for method in methods}
    for_machines = {("GET", "/metrics"), ("GET", "/readyz"), ("GET", "/api/openapi.json")}
    assert set(PRICES) - there == for_machines


def test_a_class_behind_one_address_may_connect_all_at_once() -> None:
    screen = 2 * DEFAULT_PRICE  # the second by the service worker
    questions = sum(price_of("GET", path) for path in ("/api/choices", "/api/tables", "/t/x"))
    each = screen + FILES * FILE_PRICE + questions + SOCKET_PRICE
    assert CHILDREN * each <= Config().requests_burst

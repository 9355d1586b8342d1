"""Valid and invalid requests generated from the published schema find no bug."""

import asyncio
from itertools import cycle
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import given, settings
from schemathesis import GenerationMode, checks

from punto.server.app import create_app
from punto.server.config.settings import Config
from server.client import OPEN, Device, person
from server.server_process import ServerProcess

EXAMPLES = 12
SCHEMA = create_app(Config()).openapi()
OPERATIONS = [(path, method) for path, methods in SCHEMA["paths"].items() for method in methods]
CHECKS: list[Any] = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
TRIED = [
    *((path, method, GenerationMode.POSITIVE) for path, method in OPERATIONS),
    *(
        (path, method, GenerationMode.NEGATIVE)
        for path, method in OPERATIONS
        if {"parameters", "requestBody"} & SCHEMA["paths"][path][method].keys()
    ),
]
"""Requests without parameters, which have no invalid form."""


@pytest.fixture(scope="session")
def published(running: ServerProcess) -> Any:
    return schemathesis.openapi.from_url(f"{running.url}/api/openapi.json")


@pytest.fixture(scope="session")
def codes(running: ServerProcess) -> "cycle[str]":
    """Tables before, during and after their match, and invalid codes."""

    async def story() -> list[str]:
        device = Device(running.url)
        people = (person("Ada"), person("Ben"))
        waiting = await device.open(people[0], OPEN)
        playing, over = [await device.open(*people) for _ in range(2)]
        client = await device.sit(over)
        await client.ask("resign", seat=1)
        await client.close()
        await device.close()
        return [waiting, playing, over]

    return cycle(asyncio.run(story()))


def test_the_published_schema_is_the_one_of_the_app(published: Any) -> None:
    assert published.raw_schema == SCHEMA
    assert len(OPERATIONS) >= 9


@pytest.mark.parametrize(("path", "method", "mode"), TRIED)
def test_no_request_makes_the_server_fail(
    running: ServerProcess, published: Any, path: str, method: str, mode: GenerationMode
) -> None:
    strategy = published[path][method].as_strategy(generation_mode=mode)
    also = [checks.negative_data_rejection] if mode == GenerationMode.NEGATIVE else []

    @given(case=strategy)
    @settings(max_examples=EXAMPLES)
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=running.url, session=session, checks=CHECKS + also)

    with requests.Session() as session:
        ask()


@pytest.mark.parametrize(("path", "method"), [pair for pair in OPERATIONS if "{code}" in pair[0]])
def test_no_request_about_a_table_makes_the_server_fail(
    running: ServerProcess, published: Any, codes: "cycle[str]", path: str, method: str
) -> None:
    @given(case=published[path][method].as_strategy())
    @settings(max_examples=EXAMPLES)
    def ask(case: Any) -> None:
        case.path_parameters["code"] = next(codes)
        case.call_and_validate(base_url=running.url, session=session, checks=CHECKS)

    with requests.Session() as session:
        ask()

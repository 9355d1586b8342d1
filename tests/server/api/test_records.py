"""Replays and records over HTTP."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from notation.samples import edited, vector, without_deals
from punto import read_record
from punto.server.table.replaying import replay_of
from punto.server.transport.settings import MAX_RECORD_BYTES
from server.client import Device, bot, person
from server.security.company import change, until_let_go
from server.server_process import ServerProcess, server

NAME = "3p-english-2018-1"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("records")
    with server(folder) as process:
        yield process


def sent(running: ServerProcess, text: str | bytes) -> httpx.Response:
    headers = {"content-type": "text/plain; charset=utf-8"}
    return httpx.post(f"{running.url}/api/records", content=text, headers=headers, timeout=60)


@pytest.mark.parametrize("text", [vector(NAME), without_deals(vector(NAME))])
def test_a_record_is_returned_card_by_card(running: ServerProcess, text: str) -> None:
    answer = sent(running, text)
    assert answer.status_code == 200, answer.text
    assert answer.json() == replay_of(read_record(text))


def test_an_invalid_record_is_refused_with_its_line(running: ServerProcess) -> None:
    wrong = edited(vector(NAME), '[Mode "3p"]', '[Mode "5p"]')
    answer = sent(running, wrong)
    refusal = answer.json()
    assert (answer.status_code, refusal["code"]) == (422, "unreadable-mode")
    assert refusal["sentence"].startswith("line 2: mode: expected one of 2p, 3p, 4p, teams")
    assert refusal["values"]["line"] == 2


@pytest.mark.parametrize("wrong", [b"\xff\xfe", b"\0", b"hello", b"[Format", b"\n", b"{}"])
def test_input_that_is_not_a_record_is_refused(running: ServerProcess, wrong: bytes) -> None:
    answer = sent(running, wrong)
    assert answer.status_code == 422
    assert answer.json()["code"].startswith("unreadable")


def test_a_record_may_be_longer_than_other_bodies_but_not_unlimited(
    running: ServerProcess,
) -> None:
    comment = "; no more than a comment\n"
    long = vector(NAME) + comment * ((MAX_RECORD_BYTES - len(vector(NAME))) // len(comment))
    assert sent(running, long).status_code == 200
    for longer in (long + comment, long * 100):
        answer = sent(running, longer)
        assert (answer.status_code, answer.json()["code"]) == (413, "body-too-long")


def test_the_replay_of_a_finished_table_equals_that_of_its_record(running: ServerProcess) -> None:
    async def played() -> tuple[Any, str]:
        device = Device(running.url)
        code = await device.open(person("Ada"), bot("random"), rounds_to_win=1)
        early = await device.http.get(f"/api/tables/{code}/replay")
        assert (early.status_code, early.json()["code"]) == (409, "not-over")
        client = await device.sit(code)
        await client.play()
        replay = await device.get(f"/api/tables/{code}/replay")
        record = (await device.http.get(f"/api/tables/{code}/record")).text
        await client.close()
        await device.close()
        return replay, record

    replay, record = asyncio.run(played())
    assert replay["checked"] == ["moves", "decks", "seed"]
    assert replay["names"][0] == "Ada"
    assert replay == replay_of(read_record(record))
    assert sent(running, record).json() == replay


def test_replays_and_records_of_finished_tables_are_cached(running: ServerProcess) -> None:
    async def story() -> None:
        device = Device(running.url)
        code = await device.open(person("Ada"), bot("random"), rounds_to_win=1)
        client = await device.sit(code)
        await client.play()
        await client.close()
        paths = [f"/api/tables/{code}/{what}" for what in ("replay", "record")]
        first = [(await device.http.get(path)).text for path in paths]
        change(running, "UPDATE events SET body = '{}' WHERE table_id = ?", code)
        await until_let_go(running)
        assert [(await device.http.get(path)).text for path in paths] == first
        await device.close()

    asyncio.run(story())


def test_an_unknown_table_has_no_replay(running: ServerProcess) -> None:
    answer = httpx.get(f"{running.url}/api/tables/dhkl-moqr-wxyd/replay")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-table")

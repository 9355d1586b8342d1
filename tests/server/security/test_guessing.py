"""No device can be impersonated, and no table found, by guessing or forging."""

import asyncio
import json
import random
import time
from pathlib import Path

import httpx
import pytest

from punto.server.api.prices import DEFAULT_PRICE
from punto.server.config.settings import Config
from punto.server.device_cookie import COOKIE, DeviceCookie
from punto.server.live.loading import MISS_PRICE
from punto.server.table import codes
from server.client import OPEN, PATIENCE, Device, person
from server.server_process import GENEROUS, ServerProcess, server

from .costs import Asker, request


def test_forged_altered_and_foreign_cookies_are_new_devices(running: ServerProcess) -> None:
    async def story() -> None:
        device = Device(running.url)
        code = await device.open(person("Ada"), OPEN)
        true = device.http.cookies[COOKIE]
        id_, _, signature = true.partition(".")
        altered = [
            f"{true[:place]}{'A' if sign != 'A' else 'B'}{true[place + 1 :]}"
            for place, sign in enumerate(true)
        ]
        keys = (b"", b"secret", b"another server's key", running.database.read_bytes()[:32])
        foreign = [DeviceCookie(key).cookie(id_, secure=False, path="") for key in keys]
        forged = [
            *altered,
            *(header.partition(";")[0].partition("=")[2] for header in foreign),
            *(id_, f"{id_}.", f".{signature}", f"{id_}.{signature[:-1]}", f"{true}=", f"{true}A"),
            *(f'"{true}"', f"{id_}.{id_}.{signature}", "", "\xe9", "." * 1000),
        ]
        async with httpx.AsyncClient(verify=False, timeout=PATIENCE, base_url=running.url) as http:
            for cookie in forged:
                http.cookies.clear()
                headers = [(b"cookie", f"{COOKIE}={cookie}".encode("latin-1"))]
                mine = await http.get("/api/tables", headers=headers)
                assert (mine.status_code, mine.json()) == (200, []), cookie
                assert f"{COOKIE}=" in mine.headers["set-cookie"], cookie
                assert id_ not in mine.headers["set-cookie"]
            others = f'json={{"a":[1]}}; {COOKIE}=tossed; a b; {COOKIE}={true}; z="'
            mine = await http.get("/api/tables", headers={"cookie": others})
            assert [table["table"] for table in mine.json()] == [code]
            assert "set-cookie" not in mine.headers
        device.http.cookies = httpx.Cookies({COOKIE: altered[0]})
        thief = await device.connect(code)
        you = json.loads(await thief.recv())
        assert (you["seats"], you["is_host"]) == ([], False)
        await thief.close()
        await device.close()

    asyncio.run(story())


def test_codes_are_too_many_to_guess_and_come_from_the_systems_random_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert codes.BITS >= 40
    assert len(set(codes.LETTERS)) == len(codes.LETTERS)
    assert codes.LETTERS.isascii()
    assert codes.LETTERS.islower()
    drawn = []
    for _ in range(3000):
        random.seed(4)
        drawn.append(codes.new_code())
    assert len(set(drawn)) == 3000
    for place in range(codes.LENGTH):
        column = [code.replace("-", "")[place] for code in drawn]
        expected = len(drawn) / len(codes.LETTERS)
        assert all(abs(column.count(sign) - expected) < expected / 2 for sign in codes.LETTERS)
    monkeypatch.setattr("secrets.randbelow", lambda _: 0)
    assert set(codes.new_code()) == {codes.LETTERS[0], "-"}


def test_codes_are_accepted_however_they_are_typed(running: ServerProcess) -> None:
    async def story() -> None:
        device = Device(running.url)
        code = await device.open(person("Ada"), OPEN)
        bare = code.replace("-", "")
        for typed in (code.upper(), bare, bare.title(), f"%20{bare[:5]}_{bare[5:]}.", f"-{code}-"):
            assert (await device.get(f"/api/tables/{typed}"))["table"] == code
        for typed in (code[:-1], f"{code}d", "a" * 12, "dhkl-moqr-wxyd", "%00" * 12, "-" * 48):
            response = await device.http.get(f"/api/tables/{typed}")
            assert (response.status_code, response.json()["code"]) == (404, "no-such-table")
        await device.close()

    asyncio.run(story())


def test_guessing_codes_is_slow(tmp_path: Path) -> None:
    limits = {"requests_per_second": 0.1, "requests_burst": 20}
    with server(tmp_path, limits) as strict:
        with httpx.Client(verify=False, timeout=PATIENCE, base_url=strict.url) as guesser:
            answers = []
            for _ in range(40):
                guesser.cookies.clear()
                path, key = f"/api/tables/{codes.new_code()}/takeover", codes.new_key()
                answers.append(guesser.post(path, json={"key": key}))
        assert {answer.json()["code"] for answer in answers} == {
            "no-such-table",
            "too-many-requests",
        }
        assert sum(answer.status_code == 429 for answer in answers) >= 10


def test_guessing_codes_in_parallel_is_just_as_slow(tmp_path: Path) -> None:
    """Every lookup is charged beforehand, so running many at once does not raise the rate."""
    defaults = {name: Config.model_fields[name].default for name in GENEROUS}
    with server(tmp_path, defaults) as process:
        began, misses = time.monotonic(), 0
        for _ in range(3):
            guessers = [Asker(process, "127.0.0.41") for _ in range(90)]
            for guesser in guessers:
                guesser.send(request(f"/api/tables/{codes.new_code()}"))
            misses += sum(guesser.status() == 404 for guesser in guessers)
            for guesser in guessers:
                guesser.close()
            time.sleep(1)
        paid = defaults["requests_burst"]
        paid += defaults["requests_per_second"] * (time.monotonic() - began)
        assert 20 < misses <= paid / (DEFAULT_PRICE + MISS_PRICE) + 1

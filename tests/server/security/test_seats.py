"""Only who holds a seat acts for it, and nobody gets hold of one by guessing or forging."""

import asyncio
import json
import random
import time
from pathlib import Path

import httpx
import pytest

from punto.server import codes
from punto.server.identity import COOKIE, Identity
from server.client import OPEN, Client, Device, person
from server.process import ServerProcess, server

from .company import change, company, shown, stored, to_move

FIVE_MINUTES = 5 * 60 * 1000


def test_only_the_holder_of_a_seat_acts_for_it(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=1) as clients:
            mover, other = to_move(clients)
            watcher, turn = clients[2], mover.turn
            assert turn is not None
            seat, cell = turn["seat"], turn["cells"].split()[0]
            before = await shown(mover)
            for client in (other, watcher):
                told = await client.ask("place", answers=client.number, seat=seat, cell=cell)
                assert told["code"] == "not-your-seat"
                for command in ("resign", "offer_end", "decline_end"):
                    assert (await client.ask(command, seat=seat))["code"] == "not-your-seat"
                told = await client.ask("react", seat=seat, reaction="bye")
                assert told["code"] == "not-your-seat"
            told = await watcher.ask("undo", answers=watcher.number)
            assert told["code"] == "not-your-seat"
            told = await watcher.ask("stand_in", seat=seat, bot="easy")
            assert told["code"] == "not-your-seat"
            assert (await other.ask("stand_in", seat=seat, bot="easy"))["code"] == "not-gone"
            assert await shown(mover) == before
            assert not any(client.reactions for client in clients)
            assert (await mover.place(cell))["kind"] == "placed"
            await mover.ask("resign", seat=seat)
            await watcher.until(lambda: watcher.phase == "over")
            told = await watcher.ask("rematch", seat=seat)
            assert told["code"] == "not-your-seat"

    asyncio.run(story())


def test_only_the_host_configures(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=1, mode="4p") as clients:
            ada, before = clients[0], await shown(clients[0])
            for client in clients[1:]:
                for seat in (1, 2, 3):
                    told = await client.ask("set_seat", seat=seat, holder={"kind": "open"})
                    assert told["code"] == "not-the-host"
                settings = {"mode": "4p", "spectators": False}
                told = await client.ask("set_settings", settings=settings)
                assert told["code"] == "not-the-host"
                assert (await client.ask("start", fill="easy"))["code"] == "not-the-host"
                assert (await client.ask("sit", seat=1, name="Dag"))["code"] == "seat-taken"
                assert (await client.ask("leave", seat=1))["code"] == "not-your-seat"
            assert await shown(ada) == before
            told = await ada.ask("set_seat", seat=3, holder={"kind": "bot", "bot": "easy"})
            assert told["kind"] == "seat_changed"
            settings = {"mode": "4p", "begins_when_full": False}
            assert (await ada.ask("set_settings", settings=settings))["kind"] == "settings_changed"
            assert (await ada.ask("start", fill="easy"))["kind"] == "started"

    asyncio.run(story())


async def take_over(device: Device, code: str, key: str) -> httpx.Response:
    return await device.http.post(f"/api/tables/{code}/takeover", json={"key": key})


async def hand_over(client: Client) -> dict[str, str]:
    response = await client.device.http.post(f"/api/tables/{client.code}/handover")
    assert response.status_code == 201, response.text
    offer: dict[str, str] = response.json()
    return offer


def test_a_hand_over_moves_a_seat_once(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url, 2, watchers=2) as clients:
            ada, _ben, cleo, dag = clients
            replaced, key = (await hand_over(ada))["key"], (await hand_over(ada))["key"]
            refused = await cleo.device.http.post(f"/api/tables/{ada.code}/handover")
            assert refused.json()["code"] == "nothing-to-hand-over"
            assert (await take_over(ada.device, ada.code, key)).json()["code"] == "same-device"
            other = await dag.device.open(person("Dag"), OPEN)
            for wrong_code, wrong_key in (
                (other, key),
                (ada.code, replaced),
                (ada.code, key[::-1]),
            ):
                response = await take_over(cleo.device, wrong_code, wrong_key)
                assert (response.status_code, response.json()["code"]) == (410, "no-such-handover")
            assert (await take_over(cleo.device, ada.code, key)).status_code == 200
            again = await take_over(dag.device, ada.code, key)
            assert (again.status_code, again.json()["code"]) == (410, "no-such-handover")
            await cleo.until(lambda: cleo.you["seats"] == [1] and cleo.you["is_host"])
            await ada.until(lambda: ada.you["seats"] == [] and not ada.you["is_host"])
            assert (await ada.ask("resign", seat=1))["code"] == "not-your-seat"
            assert (await cleo.ask("offer_end", seat=1))["kind"] == "end_offered"

    asyncio.run(story())


def test_a_hand_over_lasts_five_minutes(running: ServerProcess) -> None:
    async def story() -> None:
        for late, status in ((FIVE_MINUTES - 60_000, 200), (FIVE_MINUTES + 1, 410)):
            async with company(running.url) as clients:
                offer = await hand_over(clients[0])
            assert abs(int(offer["until"]) - FIVE_MINUTES - time.time() * 1000) < 30_000
            ((number, until),) = [
                (number, body["until"])
                for number, kind, body in stored(running, clients[0].code)
                if kind == "handover_offered"
            ]
            earlier = (
                "UPDATE events SET body = replace(body, ?, ?) WHERE table_id = ? AND number = ?"
            )
            changed = change(
                running, earlier, str(until), str(until - late), clients[0].code, number
            )
            assert changed == 1
            device = Device(running.url)
            response = await take_over(device, clients[0].code, offer["key"])
            assert response.status_code == status, response.text
            await device.close()

    asyncio.run(story())


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
        foreign = [Identity(key).cookie(id_, secure=False, path="") for key in keys]
        forged = [
            *altered,
            *(header.partition(";")[0].partition("=")[2] for header in foreign),
            *(id_, f"{id_}.", f".{signature}", f"{id_}.{signature[:-1]}", f"{true}=", f"{true}A"),
            *(f'"{true}"', f"{id_}.{id_}.{signature}", "", "\xe9", "." * 1000),
        ]
        async with httpx.AsyncClient(base_url=running.url) as http:
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


def test_codes_are_too_many_to_guess_and_drawn_from_the_systems_randomness(
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
    monkeypatch.setattr("secrets.choice", lambda letters: letters[0])
    assert set(codes.new_code()) == {codes.LETTERS[0], "-"}


def test_codes_are_read_however_they_are_typed(running: ServerProcess) -> None:
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


def test_guessing_is_slow(tmp_path: Path) -> None:
    limits = {"requests_per_second": 0.1, "requests_burst": 20}
    with server(tmp_path, limits) as strict:
        with httpx.Client(base_url=strict.url) as guesser:
            answers = []
            for _ in range(40):
                guesser.cookies.clear()
                path, key = f"/api/tables/{codes.new_code()}/takeover", codes.new_key()
                answers.append(guesser.post(path, json={"key": key}))
        assert {answer.json()["code"] for answer in answers} == {
            "no-such-table",
            "too-many-requests",
        }
        assert sum(answer.status_code == 404 for answer in answers) <= 20
        assert [answer.status_code for answer in answers[-15:]] == [429] * 15

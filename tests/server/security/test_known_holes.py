"""Vulnerabilities of other game servers, each tried against ours."""

import asyncio
import hashlib
import json
import random
import shutil
import time
from pathlib import Path

import httpx

from punto.rules.shuffle import commitment
from punto.server.table.effects import EFFECTS
from server.client import OPEN, Client, Device, person
from server.server_process import ServerProcess, server

from .bad_messages import BUILT_IN, PLACE
from .company import (
    answer_to,
    caught_up,
    change,
    company,
    in_memory,
    mistakes,
    shown,
    stored,
    to_move,
    until_let_go,
)
from .leaks import leaks_of_message
from .plain_requests import get
from .truth import Truth, is_in

MATCH = {
    *("round", "start", "wins", "removed", "stacks", "last", "turn", "face_up", "decks", "unseen"),
    *("neutrals", "kept", "unseen_neutrals", "last_end", "winner", "commitment"),
}


def test_the_first_snapshot_carries_the_unfiltered_initial_state_to_spectators(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        for mode, people in (("2p", 2), ("3p", 3)):
            async with company(running.url, people, watchers=1, mode=mode) as clients:
                for _ in range(2):
                    late = await Device(running.url).sit(clients[0].code)
                    truth = Truth(stored(running, late.code))
                    assert set(late.table["match"]) == MATCH
                    assert late.you["seats"] == []
                    for text in late.received:
                        assert leaks_of_message(text, truth, late.number) == (set(), late.number)
                        assert not is_in(truth.seed, text)
                    await late.close()
                    await late.device.close()
                    await caught_up(clients)
                    seat = clients[0].turn["seat"] if clients[0].turn else 0
                    await clients[seat - 1].place()
                    await caught_up(clients)

    asyncio.run(story())


def test_the_seed_of_the_shuffle_can_be_guessed_from_the_creation_time(
    running: ServerProcess,
) -> None:
    async def story() -> list[str]:
        device = Device(running.url)
        people = (person("Ada"), person("Ben"))
        codes = await asyncio.gather(*(device.open(*people) for _ in range(30)))
        await device.close()
        return list(codes)

    begun = time.time()
    codes = asyncio.run(story())
    started = [next(row for row in stored(running, code) if row[1] == "started") for code in codes]
    assert len({body["seed"] for _, _, body in started}) == 30
    shown = {body["commitment"] for _, _, body in started}
    assert shown == {commitment(bytes.fromhex(body["seed"])) for _, _, body in started}
    for moment in range(int(begun * 1000) - 50, int(time.time() * 1000) + 50):
        for guess in (moment, moment // 1000, moment / 1000, str(moment), -moment):
            drawn = random.Random(guess).randbytes(32)
            hashed = hashlib.sha256(str(guess).encode()).digest()
            assert not {commitment(drawn), commitment(hashed)} & shown


def test_a_player_ends_the_game_or_forges_the_state_by_an_internal_action_type(
    running: ServerProcess,
) -> None:
    messages = ("snapshot", "events", "you", "presence", "reaction", "refused", "bye")
    elsewhere = ("gameEvent", "endGame", "setState", "MAKE_MOVE", "GAME_EVENT", "UPDATE", "SYNC")
    kinds = (*EFFECTS, *messages, *elsewhere, "RESET", "PATCH", "plugin", "automatic", "admin")

    async def story() -> None:
        async with company(running.url) as clients:
            mover, _ = to_move(clients)
            before = await shown(mover)
            forged = {"winner": 1, "how": "won", "seed": "0" * 64, "number": 4, "kind": "over"}
            for kind in kinds:
                for fields in ({}, forged, {**PLACE, "table": before}):
                    text = json.dumps({**fields, "type": kind, "id": "1"})
                    assert (await answer_to(mover, text))["code"] == "unreadable", kind
                    await mover.ask("decline_end", seat=mover.you["seats"][0])  # can be read
            assert await shown(mover) == before
            assert len(stored(running, mover.code)) == before["number"]

    asyncio.run(story())


def test_a_message_named_like_a_built_in_method_kills_the_process(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as clients:
            for name in BUILT_IN:
                for text in (
                    json.dumps({"type": name, "id": "1"}),
                    json.dumps({"type": "place", "id": "1", name: name}),
                    json.dumps({name: {name: name}}),
                    json.dumps({"type": "stand_in", "id": "1", "seat": 1, "bot": {name: 1}}),
                ):
                    assert (await answer_to(clients[0], text))["code"] == "unreadable"
                told = await clients[0].ask("stand_in", seat=2, bot=name)
                assert told["code"] in ("not-gone", "unreadable-bot")
                await clients[0].ask("decline_end", seat=1)  # can be read
            assert (await to_move(clients)[0].place())["kind"] == "placed"

    before, process = mistakes(running), running.process
    asyncio.run(story())
    assert mistakes(running) == before
    assert process is not None
    assert process.poll() is None


def test_one_request_with_a_huge_number_of_players_blocks_the_server(
    running: ServerProcess,
) -> None:
    wishes: list[dict[str, object]] = [
        {"numPlayers": 10**9},
        {"seats": 10**9},
        {"seats": [OPEN] * 900},
        {"settings": {"mode": "1000000000p"}},
        {"settings": {"rounds_to_win": 10**9}},
        {"settings": {"seats": 10**9}},
        {"settings": {"start": 10**9}},
    ]
    with httpx.Client(verify=False, base_url=running.url, timeout=60) as http:
        began = time.monotonic()
        for wish in wishes:
            assert http.post("/api/tables", json=wish).status_code == 422
            assert http.get("/healthz").status_code == 200
        assert time.monotonic() - began < 10


def test_an_exception_in_one_tables_handler_takes_down_all_tables(running: ServerProcess) -> None:
    async def broken(client: Client) -> None:
        await client.close()
        await until_let_go(running, left=1)
        change(running, "UPDATE events SET body = '{}' WHERE table_id = ?", client.code)
        answer = await client.device.http.get(f"/api/tables/{client.code}")
        assert (answer.status_code, answer.json()["code"]) == (500, "internal-error")
        socket = await client.device.connect(client.code)
        await socket.wait_closed()
        answer = await client.device.http.post(f"/api/tables/{client.code}/handover")
        assert answer.status_code == 500

    async def story() -> None:
        async with company(running.url) as others:
            victim = Device(running.url)
            await broken(await victim.sit(await victim.open(person("Dag"), OPEN)))
            assert (await to_move(others)[0].place())["kind"] == "placed"
            assert all(client.reconnects == 0 for client in others)
            await victim.open(person("Dag"), OPEN)
            await victim.close()

    asyncio.run(story())


async def some_moves(url: str) -> tuple[str, int]:
    """Play a little, and return the table's code and the number of the last event."""
    device = Device(url)
    client = await device.sit(await device.open(person("Ada"), person("Ben")))
    for _ in range(12):
        await client.place()
    await client.close()
    await device.close()
    return client.code, client.number


def test_a_half_written_file_keeps_the_server_from_starting(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        code, last = asyncio.run(some_moves(running.url))
        running.kill()
        log = running.database.with_name("punto.sqlite-wal")
        whole = log.read_bytes()
        kept = tmp_path / "kept"
        shutil.copytree(tmp_path, kept)
        for size in (len(whole) // 2 + 13, len(whole) - 5000, len(whole)):
            for file in kept.iterdir():
                shutil.copy(file, tmp_path)
            log.write_bytes(whole[:size])
            running.start()
            table = get(f"{running.url}/api/tables/{code}")
            numbers = [number for number, _, _ in stored(running, code)]
            running.kill()
            assert numbers == list(range(1, len(numbers) + 1))
            assert table.status_code == (200 if numbers else 404)
        assert len(numbers) == table.json()["number"] == last


def test_after_a_restart_a_client_silently_gets_a_new_game_under_the_old_address(
    tmp_path: Path,
) -> None:
    async def story(running: ServerProcess) -> None:
        device = Device(running.url)
        client = await device.sit(await device.open(person("Ada"), person("Ben")))
        await client.place()
        before = await shown(client)
        running.kill()
        running.start()
        await client.until(lambda: client.reconnects and client.socket is not None)
        assert await shown(client) == before
        assert (await client.place())["number"] == before["number"] + 1
        running.kill()
        for file in running.folder.glob("punto.sqlite*"):
            file.unlink()
        running.start()
        await client.until(lambda: client.byes)
        assert (client.byes[0]["code"], client.byes[0]["reconnect"]) == ("no-such-table", False)
        answer = await device.http.get(f"/api/tables/{client.code}")
        assert answer.json()["code"] == "no-such-table"
        await client.close()
        await device.close()

    with server(tmp_path) as running:
        asyncio.run(story(running))


def test_a_finished_match_is_never_freed(running: ServerProcess) -> None:
    async def story() -> None:
        await until_let_go(running)
        for _ in range(3):
            async with company(running.url, 2, watchers=1) as clients:
                assert in_memory(running) == 1
                await clients[0].ask("resign", seat=1)
                await clients[1].until(lambda: clients[1].phase == "over")
            await until_let_go(running)

    asyncio.run(story())

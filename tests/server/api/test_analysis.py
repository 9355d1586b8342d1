"""Analyses over HTTP: streams that get better, hints that are remembered, and who gets none."""

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from notation.samples import vector
from punto import Match, read_record
from punto.notation.position import read_position, write_position
from punto.notation.record import Record
from server.client import OPEN, Client, Device, bot, person
from server.server_process import ServerProcess, server

NAME = "3p-english-2018-1"
WITH_HANDICAP = "options/3p-handicap-2"
Message = dict[str, Any]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("analysis")
    with server(folder) as process:
        yield process


async def ask(device: Device, wants: str, **subject: object) -> httpx.Response:
    return await device.http.post("/api/analysis", json={"wants": wants, "subject": subject})


def messages(answer: httpx.Response) -> list[Message]:
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    return [json.loads(one.removeprefix("data: ")) for one in answer.text.split("\n\n") if one]


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def my_turn(client: Client, seat: int = 1) -> None:
    await client.until(lambda: client.turn is not None and client.turn["seat"] == seat)


async def lay_some(client: Client, count: int, seat: int = 1) -> None:
    for _ in range(count):
        await my_turn(client, seat)
        await client.place()
    await my_turn(client, seat)


def test_a_hint_gets_better_is_remembered_and_knows_no_more_than_everybody(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with Device(running.url) as device, Device(running.url) as stranger:
            code = await device.open(person("Ada"), bot("random"), rounds_to_win=1, start=1)
            client = await device.sit(code)
            await lay_some(client, 3)
            assert client.turn is not None
            cells = set(client.turn["cells"].split())
            first = await ask(device, "cells", about="table", table=code)
            found = messages(first)
            estimates = [one for one in found if one["type"] == "estimates"]
            simulations = [one["simulations"] for one in estimates]
            assert simulations == sorted(simulations)
            assert len(simulations) > 1
            assert [one["is_final"] for one in estimates][-2:] == [False, True]
            for one in estimates:
                assert {cell["cell"] for cell in one["cells"]} == cells
                assert one["continuation"][0]["cell"] == one["cells"][0]["cell"]
            (reasons,) = [one["cells"] for one in found if one["type"] == "reasons"]
            assert set(reasons) == cells
            assert (await ask(device, "cells", about="table", table=code)).text == first.text
            assert (await device.get(f"/api/tables/{code}"))["hints"] == [1, 0]
            hinted = [one for one in await device.events(code) if one["kind"] == "hinted"]
            assert [one["seat"] for one in hinted] == [1]
            cards = sum(one["kind"] == "placed" for one in await device.events(code))
            await client.play()
            record = (await device.http.get(f"/api/tables/{code}/record")).text
            assert '[Hints "Seat1 1"]' in record
            assert (await device.get(f"/api/tables/{code}/replay"))["hints"] == [1, 0]
            # What everybody knows of the moment gives the same answer to anybody.
            position = write_position(read_record(record).match.at(1, cards).position())
            assert (await ask(stranger, "cells", about="position", position=position)).text == (
                first.text
            )

    asyncio.run(story())


def test_a_match_is_reviewed_placement_by_placement(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as device:
            code = await device.open(person("Ada"), person("Ben"), rounds_to_win=1)
            client = await device.sit(code)
            early = await ask(device, "review", about="table", table=code)
            assert refused(early) == (409, "not-over")
            for _ in range(9):
                await client.place()
            await client.ask("resign", seat=1)
            record = (await device.http.get(f"/api/tables/{code}/record")).text
            begun, *judged, reviewed = messages(
                await ask(device, "review", about="table", table=code)
            )
            moves = re.findall(r"[ROBG]\d[@x](\w+)", record)
            assert begun == {"type": "begun", "placements": len(moves)}
            by_place = sorted(judged, key=lambda one: one["place"])
            assert [one["cell"] for one in by_place] == moves
            for one in by_place:
                assert (one["gave_away"] > 0) == ("instead" in one)
                assert one["gave_away"] >= 0
            wrong = {one["place"] for one in judged if one["gave_away"]}
            assert set(reviewed["turning_points"]) <= wrong
            assert len(reviewed["accuracy"]) == 2
            same = messages(await ask(device, "review", about="record", record=record))
            assert same == [begun, *judged, reviewed]
            moment = await ask(device, "cells", about="table", table=code, moment="1.4")
            assert messages(moment)[-1]["cells"]

    asyncio.run(story())


def test_what_cannot_be_analysed_is_refused(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as device:
            record = vector(NAME)
            for answer, expected in (
                (await ask(device, "cells", about="position", position="x"), "unreadable-position"),
                (await ask(device, "review", about="record", record="x"), "unreadable-tag"),
                (
                    await ask(device, "cells", about="record", record=record, moment="99.1"),
                    "no-card-to-place",
                ),
                (await ask(device, "review", about="position", position="x"), "unreadable"),
                (
                    await ask(device, "review", about="record", record=record, moment="1.1"),
                    "unreadable",
                ),
                (
                    await ask(device, "cells", about="table", table="dhkl-moqr-wxyd"),
                    "no-such-table",
                ),
            ):
                assert answer.json()["code"].startswith(expected), answer.text
                assert answer.status_code in (404, 409, 422)

    asyncio.run(story())


@asynccontextmanager
async def match_of_people(running: ServerProcess, cards: int) -> Any:
    """Two people on two devices, in the middle of a match."""
    async with Device(running.url) as ada, Device(running.url) as ben:
        code = await ada.open(person("Ada"), OPEN, start=1)
        clients = [await ada.sit(code), await ben.sit(code)]
        await clients[1].ask("sit", seat=2, name="Ben")
        for turn in range(cards):
            await my_turn(clients[turn % 2], 1 + turn % 2)
            await clients[turn % 2].place()
        await my_turn(clients[cards % 2], 1 + cards % 2)
        yield ada, ben, code


async def so_far(device: Device, code: str) -> Match:
    """Write the match down as anybody at the table can."""
    table = await device.get(f"/api/tables/{code}")
    match = Match("2p", start=1, deals=())
    match.deal(None)
    for event in await device.events(code):
        if event["kind"] == "placed":
            match.turn_up(event["card"])
            match.place(event["cell"])
    match.turn_up(table["match"]["turn"]["card"])
    return match


def mirrored(position: str) -> str:
    """Mirror a position, and exchange the colours of the two players."""
    fields = position.split(" ")
    stacks = fields[7].split(",")
    fields[7] = ",".join(
        f"{chr(ord('a') + ord('k') - ord(one[0]))}{one[1:]}" for one in reversed(stacks)
    )
    return " ".join(fields)


HELP_REFUSED = (403, "match-of-people")


def test_there_is_no_help_in_a_match_between_people(running: ServerProcess) -> None:
    async def story() -> None:
        async with match_of_people(running, 8) as (ada, ben, code), Device(running.url) as other:
            for who in (ada, ben, other):
                answer = await ask(who, "cells", about="table", table=code)
                assert refused(answer) == HELP_REFUSED
                answer = await ask(who, "cells", about="table", table=code, moment="1.3")
                assert refused(answer) == (409, "not-over")
            assert "hints" not in await ada.get(f"/api/tables/{code}")
            # By the position, also from another browser, and with what does not matter changed.
            match = await so_far(ada, code)
            position = write_position(match.position())
            detours = [position, mirrored(position), position.replace(" 2 - 1 ", " 9 - 1 ", 1)]
            for text in detours:
                assert read_position(text) is not None
                for who in (ada, other):
                    answer = await ask(who, "cells", about="position", position=text)
                    assert refused(answer) == HELP_REFUSED, text
            # Send a record of the match so far, or one continued with invented cards.
            record = str(Record(match, ["A", "B"], "2026-11-15", deals=False))
            longer = match.copy()
            for _ in range(3):
                if longer.card is None:
                    longer.turn_up(min(longer.possible_cards(longer.seat or 1)))
                longer.place(longer.legal_cells[0])
            invented = str(Record(longer, ["A", "B"], "2026-11-15", deals=False))
            for text in (record, invented):
                for wants in ("cells", "review"):
                    answer = await ask(other, wants, about="record", record=text)
                    assert refused(answer) == HELP_REFUSED, wants
            # By letting a bot play on from there.
            wish = {"about": "record", "record": invented}
            body = {"subject": wish, "moment": "1.8", "seat": 2, "name": "A", "bot": "easy"}
            answer = await other.http.post("/api/play_on", json=body)
            assert refused(answer) == HELP_REFUSED

    asyncio.run(story())


def test_people_on_one_device_get_help(running: ServerProcess) -> None:
    async def story() -> None:
        async with Device(running.url) as device, Device(running.url) as watcher:
            code = await device.open(person("Ada"), person("Ben"), start=1)
            client = await device.sit(code)
            await client.place()
            assert messages(await ask(device, "cells", about="table", table=code))
            assert (await device.get(f"/api/tables/{code}"))["hints"] == [0, 1]
            assert refused(await ask(watcher, "cells", about="table", table=code)) == HELP_REFUSED

    asyncio.run(story())


@pytest.mark.parametrize("whose", ["device", "address"])
def test_the_time_for_analyses_is_limited(tmp_path: Path, whose: str) -> None:
    async def story(url: str) -> None:
        async with Device(url) as device:
            await device.get("/api/choices")
            record = {"about": "record", "record": vector(NAME)}
            for cards in range(1, 40):  # each takes some tenths of a second
                answer = await ask(device, "cells", moment=f"1.{cards}", **record)
                if answer.status_code != 200:
                    break
                assert messages(answer)
            assert cards > 1
            assert refused(answer) == (429, "too-many-analyses")
            assert int(answer.headers["retry-after"]) > 1
            assert await device.open(person("Ada"), bot("random")), "playing goes on"

    with server(tmp_path, {f"analysis_seconds_per_{whose}": 1}) as process:
        asyncio.run(story(process.url))


def test_a_match_is_played_on_from_a_moment_and_survives_a_restart(tmp_path: Path) -> None:
    async def opened(url: str) -> tuple[str, Any, str]:
        async with Device(url) as device:
            body = {
                "subject": {"about": "record", "record": vector(WITH_HANDICAP)},
                "moment": "2.5",
                "seat": 2,
                "name": "Ada",
                "bot": "random",
            }
            answer = await device.http.post("/api/play_on", json=body)
            assert answer.status_code == 201, answer.text
            code = answer.json()["table"]
            client = await device.sit(code)
            await my_turn(client, 2)
            return code, await device.get(f"/api/tables/{code}"), device.cookie

    async def finish(url: str, code: str, before: Any, cookie: str) -> str:
        async with Device(url) as device:
            name, _, value = cookie.partition("=")
            device.http.cookies.set(name, value, domain="127.0.0.1")
            assert await device.get(f"/api/tables/{code}") == before
            client = await device.sit(code)
            await client.play()
            replay = await device.get(f"/api/tables/{code}/replay")
            record = (await device.http.get(f"/api/tables/{code}/record")).text
            assert len(replay["placed"]) == len(re.findall(r"[ROBG]\d[@x]", record))
            return record

    with server(tmp_path) as process:
        code, before, cookie = asyncio.run(opened(process.url))
    source = read_record(vector(WITH_HANDICAP)).match.at(2, 5)
    assert before["settings"]["handicap"] == list(source.options.handicap) != []
    known = read_position(before["played_on"]["position"])
    assert known == source.position()
    seats = [seat["kind"] for seat in before["seats"]]
    assert seats == ["bot", "person", "bot"]
    with server(tmp_path) as process:
        record = asyncio.run(finish(process.url, code, before, cookie))
    whole = read_record(record).match
    assert whole.options == source.options
    assert whole.at(2, 5).rounds[0].placements == source.rounds[0].placements
    assert whole.at(2, 5).table == source.table
    (tag,) = re.findall(r'\[PlayedOn "2\.5 ([0-9a-f]{64})"\]', record)
    # The seed proves the deal: the same cards come from it again.
    again = Match.from_position(known, seed=tag)
    cells = [str(one.cell) for round_ in whole.rounds for one in round_.placements]
    for cell in cells[sum(one.ply for one in source.rounds) :]:
        again.place(cell)
    assert again.winner == whole.winner

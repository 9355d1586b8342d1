"""A room on a real server: an evening, its codes, and who may come in."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from punto.server.live.rate_limits import MISSED_CODES_BURST
from punto.server.maintenance.audit import audit
from punto.server.table.codes import LETTERS

from ..room_client import Company, company
from ..server_process import ServerProcess, server

SHORT = {"rounds_to_win": 1}


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose hosts may be gone for a second, and players may think for long."""
    settings = {"host_away_seconds": 1, "answer_seconds": 600}
    with server(tmp_path_factory.mktemp("rooms"), settings) as process:
        yield process


def test_an_evening_with_changing_seats_a_late_friend_and_its_score(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host, settings=SHORT)
            ada = await people.come(opened["room"], host)
            ben = await people.come(opened["short"].upper(), name="Ben")
            await ada.insist("start_match")
            cleo = await people.come(opened["room"], name="Cleo")
            everybody = [ada, ben, cleo]
            await asyncio.gather(*(one.play_match(1) for one in everybody))
            await ben.insist("sit_out")
            await cleo.insist("next_match")
            await ada.until(lambda: ada.room["call"] and ada.room["call"]["member"] == 3)
            assert cleo.seats == [1, 3]
            await ada.insist("next_match")
            await asyncio.gather(*(one.play_match(2) for one in everybody))
            await ada.insist("set_room", settings={**SHORT, "mode": "3p"}, rotates=True)
            await ben.insist("take_seat", seat=3)
            await ada.insist("make_host", member=3)
            await cleo.insist("start_match")
            await asyncio.gather(*(one.play_match(3) for one in everybody))
            members = ada.room["members"]
            assert [one["name"] for one in members] == ["Ada", "Ben", "Cleo"]
            assert [one["played"] for one in members] == [3, 2, 2]
            winners = [name for match in ada.room["matches"] for name in match["over"]["winners"]]
            assert sum(one["won"] for one in members) == sum(
                name in ("Ada", "Ben", "Cleo") for name in winners
            )
            for match in ada.room["matches"]:
                assert (await host.get(f"/api/tables/{match['table']}"))["room"] == opened["room"]
                assert (await host.get(f"/api/tables/{match['table']}/replay"))["how"] == "won"
            (recent,) = await host.get("/api/rooms")
            assert (recent["room"], recent["matches"]) == (opened["room"], 3)
            assert {one["table"] for one in await host.get("/api/tables")} == {
                match["table"] for match in ada.room["matches"]
            }
            check_secrets(running.database, people)

    asyncio.run(story())
    assert audit(running.database).problems == []


def check_secrets(database: Path, people: Company) -> None:
    """See that nobody was sent a secret of the room, or anybody's device."""
    with sqlite3.connect(database) as connection:
        bodies = [row[0] for row in connection.execute("SELECT body FROM events")]
    hidden = [body.partition("\n")[2] for body in bodies]
    secrets = [json.loads(secret) for secret in hidden if secret]
    values = {value for secret in secrets for value in texts(secret)}
    assert len(values) > 5
    for person in people.people:
        for text in person.received:
            assert not [value for value in values if value in text]


def texts(value: Any) -> Iterator[str]:
    """Find all long texts in a value."""
    if isinstance(value, str) and len(value) >= 12:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


def test_a_host_who_leaves_is_replaced_and_can_come_back(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host)
            ada = await people.come(opened["room"], host)
            ben = await people.come(opened["room"], name="Ben")
            await ada.close()
            await ben.until(lambda: ben.you["is_host"])
            back = await people.come(opened["room"], host)
            assert (back.you["member"], back.you["is_host"]) == (1, False)
            await ben.insist("make_host", member=1)
            await back.until(lambda: back.you["is_host"])

    asyncio.run(story())


def test_who_is_removed_is_sent_away_and_neither_link_nor_code_work_any_more(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host)
            ada = await people.come(opened["room"], host)
            ben = await people.come(opened["room"], name="Ben")
            await ada.insist("remove_member", member=2)
            await ben.until(lambda: ben.byes)
            assert (ben.byes[0]["code"], ben.byes[0]["reconnect"]) == ("removed", False)
            assert ada.room["link"] != opened["room"]
            assert ada.room["short"] != opened["short"]
            for code in (opened["room"], opened["short"]):
                stranger = await people.come(code)
                assert stranger.byes[0]["code"] == "no-such-room"
            assert (await people.come(ada.room["link"], ben.device)).byes[0]["code"] == "removed"
            for code in (ada.room["link"], ada.room["short"]):
                assert (await people.come(code)).byes == []
            assert (await people.come(opened["room"], host)).you["is_host"]

    asyncio.run(story())


def test_a_locked_room_sends_those_away_who_have_not_joined(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host)
            ada = await people.come(opened["room"], host)
            ben = await people.come(opened["room"], name="Ben")
            watcher = await people.come(opened["room"])
            await ada.insist("set_lock", is_locked=True)
            await watcher.until(lambda: watcher.byes)
            assert watcher.byes[0]["code"] == "room-locked"
            status = (await people.device().http.get(f"/api/rooms/{opened['room']}")).status_code
            assert status == 403
            assert ben.byes == []

    asyncio.run(story())


def test_reactions_reach_everybody_but_those_who_do_not_want_to_hear_them(
    running: ServerProcess,
) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host)
            ada = await people.come(opened["room"], host)
            ben, cleo = [await people.come(opened["room"], name=n) for n in ("Ben", "Cleo")]
            await ben.insist("mute", member=1)
            assert ben.you["muted"] == [1]
            await ada.send("say", reaction="hello")
            await cleo.until(lambda: cleo.reactions)
            await cleo.send("say", reaction="thanks")
            await ben.until(lambda: ben.reactions)
            assert ben.reactions == [{"type": "reaction", "member": 3, "reaction": "thanks"}]
            await ada.send_text('{"type": "say", "id": "x", "reaction": "anything else"}')
            await ada.until(lambda: ada.refusals)
            assert ada.refusals[0]["code"] == "unreadable"

    asyncio.run(story())


def test_a_match_of_a_room_has_no_rematch_of_its_own(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host, settings=SHORT)
            ada = await people.come(opened["room"], host)
            await ada.insist("start_match", fill="random")
            await ada.play_match(1)
            table = await host.sit(ada.room["matches"][0]["table"])
            refused = await table.ask("rematch", seat=1)
            assert refused["code"] == "in-a-room"

    asyncio.run(story())


def test_a_retried_command_counts_once(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            host = people.device()
            opened = await people.open(host)
            ada = await people.come(opened["room"], host)
            for _ in range(3):
                await ada.send("start_match", "once", fill="random")
            await ada.until(lambda: "once" in ada.done and len(ada.room["matches"]) == 1)
            await ada.insist("join", name="Adele")
            assert (len(ada.room["matches"]), ada.refusals) == (1, [])

    asyncio.run(story())


def test_short_codes_cannot_be_guessed_quickly_but_links_work_on(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with company(url) as people:
            host = people.device()
            opened = await people.open(host)
            wrong = [f"{LETTERS[n // 11]}{LETTERS[n % 11]}dddd" for n in range(40)]
            wrong = [code for code in wrong if code != opened["short"]]
            answers = [await people.device().http.get(f"/api/rooms/{code}") for code in wrong]
            codes = [answer.json()["code"] for answer in answers]
            assert codes[:MISSED_CODES_BURST] == ["no-such-room"] * MISSED_CODES_BURST
            assert set(codes[MISSED_CODES_BURST:]) == {"too-many-codes"}
            assert int(answers[-1].headers["retry-after"]) >= 1
            right = await people.device().http.get(f"/api/rooms/{opened['short']}")
            assert right.json()["code"] == "too-many-codes"
            assert (await people.device().get(f"/api/rooms/{opened['room']}"))["short"]
            assert (await host.http.get(f"/r/{opened['room']}")).status_code == 200
            missing = await host.http.get("/r/dhkl-moqr-wxyd")
            assert missing.status_code == 404

    with server(tmp_path) as process:
        asyncio.run(story(process.url))


def test_people_who_find_the_right_code_never_pay_for_it(running: ServerProcess) -> None:
    async def story() -> None:
        async with company(running.url) as people:
            opened = await people.open(people.device())
            for _ in range(3 * MISSED_CODES_BURST):
                await people.device().get(f"/api/rooms/{opened['short']}")
            picture = await people.device().http.get(f"/api/rooms/{opened['room']}/invite.svg")
            assert "<svg" in picture.text

    asyncio.run(story())

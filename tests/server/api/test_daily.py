"""The deal of the day over HTTP: one try for each device, and totals that count each try once."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from punto.bots.deal_of_the_day import bot_of, deal_seed
from punto.server.api import daily
from server.client import Client, Device, person
from server.databases import Postgres
from server.in_process import serving

DAY = "2026-11-16"
NEXT_DAY = "2026-11-17"

Story = Callable[[str], Coroutine[None, None, None]]


@pytest.fixture(params=["sqlite", "postgresql"])
def run_story(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Story], None]:
    """Run a story with a server on each kind of database, on a Monday."""
    monkeypatch.setattr(daily, "day_of", lambda _now: DAY)

    def run(story: Story) -> None:
        if request.param == "sqlite":
            with serving(tmp_path / "punto.sqlite") as url:
                asyncio.run(story(url))
        else:
            server: Postgres = request.getfixturevalue("postgres")
            with server.database() as address, serving(address) as url:
                asyncio.run(story(url))

    return run


async def begin(device: Device, name: str = "Ada") -> tuple[int, str]:
    """Ask for a try; give the status and the code of the table."""
    answer = await device.http.post("/api/daily", json={"name": name})
    return answer.status_code, answer.json()["table"]


async def play(device: Device, *, last: bool = False) -> Client:
    """Play today's deal to its end, always on the first or the last legal cell."""
    _, code = await begin(device)
    ada = await device.sit(code)
    while ada.phase != "over":
        number = ada.number
        if ada.turn and ada.turn["seat"] == 1:
            await ada.place(ada.turn["cells"].split()[-1 if last else 0])
        else:
            await ada.until_later_than(number)
    return ada


def moves(client: Client) -> list[tuple[int, str, str]]:
    """List who laid which card where."""
    events = [client.events[number] for number in sorted(client.events)]
    return [(e["seat"], e["card"], e["cell"]) for e in events if e["kind"] == "placed"]


async def totals(device: Device) -> list[tuple[str, int, int]]:
    found = (await device.get("/api/daily"))["totals"]
    return [(one["day"], one["played"], one["won"]) for one in found]


def test_a_device_has_one_try_and_all_devices_get_the_same_deal(
    run_story: Callable[[Story], None],
) -> None:
    async def story(url: str) -> None:
        async with Device(url) as phone, Device(url) as tablet:
            before = await phone.get("/api/daily")
            assert before == {
                "day": DAY,
                "bot": bot_of(DAY),
                "table": None,
                "phase": None,
                "totals": [],
            }
            answers = await asyncio.gather(*(begin(phone) for _ in range(4)))
            assert len({code for _, code in answers}) == 1
            code = answers[0][1]
            assert (await phone.get("/api/daily"))["table"] == code
            assert (await phone.get("/api/daily"))["phase"] == "playing"
            here, there = await asyncio.gather(play(phone), play(tablet))
            assert here.code == code != there.code
            assert moves(here) == moves(there)
            over = here.events[max(here.events)]
            assert over["seed"] == deal_seed(DAY).hex()
            won = 2 * (over["winner"] == 1)
            assert await totals(phone) == [(DAY, 2, won)]
            assert await begin(phone) == (200, code), "the try is over"
            assert (await phone.get("/api/daily"))["phase"] == "over"
            replay = await phone.get(f"/api/tables/{code}/replay")
            assert "seed" in replay["checked"]
            record = (await phone.http.get(f"/api/tables/{code}/record")).text
            assert f'[Daily "{DAY}"]' in record

    run_story(story)


def test_other_moves_are_another_match_and_both_days_are_counted(
    run_story: Callable[[Story], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(url: str) -> None:
        async with Device(url) as phone, Device(url) as tablet, Device(url) as other:
            here, there = await asyncio.gather(play(phone), play(tablet, last=True))
            assert moves(here) != moves(there)
            _, code = await begin(other)
            loser = await other.sit(code)
            await loser.ask("resign", seat=1)
            ((_, played, won),) = await totals(phone)
            ends = [client.events[max(client.events)]["winner"] for client in (here, there)]
            assert (played, won) == (3, ends.count(1))
            monkeypatch.setattr(daily, "day_of", lambda _now: NEXT_DAY)
            status, code = await begin(phone)
            assert (status, code == here.code) == (201, False)
            quitter = await phone.sit(code)
            await quitter.ask("offer_end", seat=1)
            assert await totals(other) == [(NEXT_DAY, 1, 0), (DAY, 3, ends.count(1))]

    run_story(story)


def test_nobody_else_can_watch_or_ask_for_such_a_table(
    run_story: Callable[[Story], None],
) -> None:
    async def story(url: str) -> None:
        async with Device(url) as ada, Device(url) as ben:
            _, code = await begin(ada)
            assert (await ben.http.get(f"/api/tables/{code}")).status_code == 403
            wish = {"seats": [person("Ben")], "daily": DAY}
            answer = await ben.http.post("/api/tables", json=wish)
            assert answer.status_code == 422, "only the server opens such a table"
            for wrong in ({}, {"name": ""}, {"name": "x" * 300}, {"name": "Ben", "day": NEXT_DAY}):
                answer = await ben.http.post("/api/daily", json=wrong)
                assert answer.status_code == 422, wrong
            assert (await ben.get("/api/daily"))["table"] is None

    run_story(story)


def test_a_seat_that_moves_to_another_device_is_still_one_try(
    run_story: Callable[[Story], None],
) -> None:
    async def story(url: str) -> None:
        async with Device(url) as phone, Device(url) as tablet:
            _, code = await begin(phone)
            key = (await phone.http.post(f"/api/tables/{code}/handover")).json()["key"]
            await tablet.get("/api/choices")
            answer = await tablet.http.post(f"/api/tables/{code}/takeover", json={"key": key})
            assert answer.status_code == 200, answer.text
            ada = await tablet.sit(code)
            await ada.ask("resign", seat=1)
            assert await begin(phone) == (200, code)
            assert await totals(phone) == [(DAY, 1, 0)]

    run_story(story)

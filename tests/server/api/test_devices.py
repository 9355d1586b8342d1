"""Recent tables: which of them wait for the device, and those that cannot be loaded now."""

import asyncio
from pathlib import Path

import pytest

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import BusyError
from punto.server.live.table_actor import TableActor
from punto.server.store.errors import UNAVAILABLE, refusal
from punto.server.table.table import Table
from server.client import OPEN, Device, person
from server.in_process import serving


@pytest.mark.parametrize("error", [BusyError(), refusal(UNAVAILABLE)], ids=lambda error: error.code)
def test_a_busy_server_reports_it_instead_of_hiding_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: PuntoError
) -> None:
    async def fail(_table: TableActor) -> Table:
        raise error

    async def story(url: str) -> None:
        async with Device(url) as ada:
            code = await ada.open(person("Ada"), person("Ben"))
            with monkeypatch.context() as patched:
                patched.setattr(TableActor, "current", fail)
                answer = await ada.http.get("/api/tables")
            assert (answer.status_code, answer.json()["code"]) == (503, error.code)
            assert "punto_errors_total 0.0" in (await ada.http.get("/metrics")).text
            assert [table["table"] for table in await ada.get("/api/tables")] == [code]

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(story(url))


def test_recent_tables_say_for_whom_they_wait_and_how_long(tmp_path: Path) -> None:
    async def story(url: str) -> None:
        async with Device(url) as ada, Device(url) as ben:
            code = await ada.open(person("Ada"), OPEN, start=2, turn_seconds=86_400)

            async def waits() -> list[tuple[bool, bool]]:
                found = [(await device.get("/api/tables"))[0] for device in (ada, ben)]
                return [(one["is_your_turn"], one["until"] is not None) for one in found]

            (before,) = await ada.get("/api/tables")
            assert (before["is_your_turn"], before["until"]) == (False, None)
            host, guest = await ada.sit(code), await ben.sit(code)
            await guest.ask("sit", seat=2, name="Ben")
            await guest.until(lambda: guest.turn is not None)
            assert await waits() == [(False, True), (True, True)]
            assert guest.turn is not None
            assert (await ben.get("/api/tables"))[0]["until"] == guest.turn["until"]
            await guest.place()
            await host.until(lambda: host.turn is not None and host.turn["seat"] == 1)
            assert await waits() == [(True, True), (False, True)]
            await host.ask("resign", seat=1)
            assert await waits() == [(False, False), (False, False)]

    with serving(tmp_path / "punto.sqlite") as url:
        asyncio.run(story(url))

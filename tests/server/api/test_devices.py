"""Recent tables: a table that cannot be loaded at the moment does not count as damaged."""

import asyncio
from pathlib import Path

import pytest

from punto.rules.errors import PuntoError
from punto.server.limits.fair_queue import BusyError
from punto.server.live.table_actor import TableActor
from punto.server.store.errors import UNAVAILABLE, refusal
from punto.server.table.table import Table
from server.client import Device, person
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

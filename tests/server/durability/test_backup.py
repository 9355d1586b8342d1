"""Backups while people play, brought back elsewhere; and databases of an older version."""

import asyncio
import os
from functools import partial
from pathlib import Path

import pytest

from cli import terminal
from punto.server.store.checking import check
from punto.server.store.schema import REVISION, REVISION_TABLE

from ..client import Client, Device, person
from ..server_process import ServerProcess, server
from ..store.test_migrate import asked, next_migrations
from .party import Party, check_record, check_told, logs_of, record

MATCHES = 24


def punto(*words: str | Path, database: Path) -> str:
    """Run a command, and give what it printed."""
    run = terminal.punto(*words, PUNTO_DATABASE=str(database))
    assert run.returncode == 0, run.stderr
    return run.stdout


async def back_up(party: Party, running: ServerProcess, file: Path) -> dict[str, int]:
    """Back up in the middle of the matches; give what people knew when it began."""
    await party.until_heard(10 * MATCHES)
    known = {code: max(c.number for c in clients) for code, clients in party.tables.items()}
    said = await asyncio.to_thread(punto, "backup", file, database=running.database)
    assert f"{file}: saved" in said
    return known


def test_a_backup_taken_during_play_brings_every_table_back_and_they_go_on(tmp_path: Path) -> None:
    file = tmp_path / "saved.sqlite"
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()

    async def play_and_save(running: ServerProcess) -> tuple[Party, dict[str, int]]:
        async with Party(running.url) as party, Party(running.url) as slow:
            await party.gather(MATCHES)
            await slow.gather(1)
            known = await party.play_during(partial(back_up, party, running, file))
            await slow.play()  # however long the backup took, this match was not over
            party.tables |= slow.tables
            return party, known

    with server(tmp_path / "old") as running:
        party, known = asyncio.run(play_and_save(running))
    check_told(party, logs_of(running.database))
    check(file, whole=True)
    saved = logs_of(file)
    assert any(log[len(log)]["kind"] != "over" for log in saved.values())
    assert {code: number for code, number in known.items() if len(saved[code]) < number} == {}

    async def go_on(running: ServerProcess) -> dict[str, str]:
        """Come back to the tables as they were when the backup was taken."""
        async with Party(running.url) as back:
            for code, clients in party.tables.items():
                back.tables[code] = [await come_back(running, client) for client in clients]
                back.devices += [client.device for client in back.tables[code]]
            await back.play()
            return await back.records()

    again = ServerProcess(tmp_path / "new")
    assert "restored" in punto("restore", file, database=again.database)
    again.start()
    try:
        records = asyncio.run(go_on(again))
    finally:
        assert again.stop() == 0
    logs = logs_of(again.database)
    assert set(logs) == set(party.tables)
    for code, log in logs.items():
        assert {number: log[number] for number in saved[code]} == saved[code]
        check_record(records[code], log)


async def come_back(running: ServerProcess, client: Client) -> Client:
    """Sit down with the cookie that the device had."""
    device = Device(running.url)
    for name, value in client.device.http.cookies.items():
        device.http.cookies.set(name, value)
    return await device.sit(client.code)


LATER = """
from pathlib import Path
from punto.server.store import migrate
later = migrate.Migrations("next", (*migrate.OURS.folders, Path(__file__).parent / "more"))
migrate.prepare.__defaults__ = (later, *migrate.prepare.__defaults__[1:])
"""
"""Makes a program the next version, as far as its database is concerned."""


def test_a_later_version_migrates_the_database_after_it_made_a_copy_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_and_begin(running: ServerProcess) -> Client:
        async with Device(running.url) as ada:
            client = await ada.sit(await ada.open(person("Ada"), person("Ben"), rounds_to_win=1))
            for _ in range(5):
                await client.place()
            return client

    async def go_on(running: ServerProcess, client: Client) -> str:
        back = await come_back(running, client)
        async with back.device:
            assert back.number == client.number
            await back.play()
            return await record(back)

    with server(tmp_path) as running:
        client = asyncio.run(open_and_begin(running))
    before = logs_of(running.database)
    next_migrations(tmp_path / "more")
    (tmp_path / "sitecustomize.py").write_text(LATER)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    running.start()
    try:
        text = asyncio.run(go_on(running, client))
    finally:
        assert running.stop() == 0
    after = logs_of(running.database)[client.code]
    assert {number: after[number] for number in before[client.code]} == before[client.code]
    check_record(text, after)
    assert asked(running.database, f"SELECT * FROM {REVISION_TABLE}") == [("next",)]
    copy = running.database.with_name(f"{running.database.name}.before-next")
    assert logs_of(copy) == before
    assert asked(copy, f"SELECT * FROM {REVISION_TABLE}") == [(REVISION,)]

"""One SQLite file has one server: a second one is refused, and told who the first is."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.terminal import punto

from ..client import Device, person
from ..server_process import ServerProcess, server


def refused(running: ServerProcess, database: Path) -> str:
    """Start a second server on a database, and give what it says when it ends."""
    run = punto("serve", "--port", "0", "--no-open", "--database", database)
    assert run.returncode == 2, run.stderr
    assert "Traceback" not in run.stderr
    assert running.process is not None
    assert running.process.poll() is None
    return run.stderr


def test_a_second_server_is_told_who_the_first_is(tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite"
    with server(tmp_path) as running:
        assert running.process is not None
        link.symlink_to(running.database)
        for name in (running.database, link):
            said = refused(running, name)
            assert f"PID {running.process.pid}" in said
            assert running.url in said

        async def story() -> None:
            async with Device(running.url) as ada:
                await ada.open(person("Ada"), person("Ben"))

        asyncio.run(story())  # the first one goes on


def hard_link(database: Path) -> Path:
    other = database.with_name("hard.sqlite")
    os.link(database, other)
    return other


def without_lock_file(database: Path) -> Path:
    database.with_name(f"{database.name}.lock").unlink()
    return database


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has locks that belong to a file")
@pytest.mark.parametrize("other_way", [hard_link, without_lock_file])
def test_nor_by_another_name_or_without_the_lock_file(
    tmp_path: Path, other_way: Callable[[Path], Path]
) -> None:
    with server(tmp_path) as running:
        name = other_way(running.database)
        for _ in range(2):
            assert f"PID {running.process and running.process.pid}" in refused(running, name)
        assert not Path(f"{tmp_path / 'hard.sqlite'}-wal").exists()

        async def story() -> None:
            async with Device(running.url) as ada:
                client = await ada.sit(await ada.open(person("Ada"), person("Ben")))
                assert (await client.place())["kind"] == "placed"

        asyncio.run(story())


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_the_lock_ends_with_the_process_that_holds_it(tmp_path: Path, end: signal.Signals) -> None:
    with server(tmp_path) as running:
        assert running.process is not None
        os.kill(running.process.pid, end)
        running.process.wait()
        running.start()


def test_commands_work_beside_a_server_and_restore_refuses(tmp_path: Path) -> None:
    saved = tmp_path / "saved"
    with server(tmp_path) as running:
        run = punto("backup", saved, "--database", running.database)
        assert (run.returncode, run.stderr) == (0, "")
        run = punto("restore", saved, "--database", running.database)
        assert run.returncode == 2
        assert "stop it first" in run.stderr
        # With its file gone the server still has all the tables.
        running.database.rename(tmp_path / "away")
        run = punto("restore", saved, "--database", running.database)
        assert run.returncode == 2
        assert f"PID {running.process and running.process.pid}" in run.stderr
        assert not running.database.exists()
        (tmp_path / "away").rename(running.database)
    run = punto("restore", saved, "--database", running.database)
    assert (run.returncode, run.stderr) == (0, "")

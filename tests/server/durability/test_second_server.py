"""One SQLite file has one server: a second one is refused, and told who the first is."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from cli.terminal import punto

from ..client import Device, person
from ..process import ServerProcess, server


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

"""A log is left beside a file that it does not belong to: it is refused, and nothing is changed."""

import asyncio
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.terminal import punto

from ..client import Device, person
from ..server_process import ServerProcess, server
from .party import logs_of


def play(running: ServerProcess) -> str:
    async def story() -> str:
        async with Device(running.url) as ada:
            client = await ada.sit(await ada.open(person("Ada"), person("Ben")))
            for _ in range(5):
                assert (await client.place())["kind"] == "placed"
            return client.code

    return asyncio.run(story())


def replace(database: Path, saved: Path) -> None:
    copy = database.with_name("copy")
    shutil.copy(saved, copy)
    copy.replace(database)


def empty(database: Path, _saved: Path) -> None:
    os.truncate(database, 0)


def contents(folder: Path) -> dict[str, bytes]:
    """Read the database and its log, which nobody may change."""
    return {file.name: file.read_bytes() for file in folder.glob("punto.sqlite*") if is_kept(file)}


def is_kept(file: Path) -> bool:
    return not file.name.endswith(("-shm", ".lock"))


@pytest.fixture(params=[replace, empty])
def spoiled(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, Path]:
    """A database that was replaced or emptied under a server which was then killed; its backup."""
    saved = tmp_path / "saved"
    spoil: Callable[[Path, Path], None] = request.param
    with server(tmp_path) as running:
        play(running)
        run = punto("backup", saved, "--database", running.database)
        assert run.returncode == 0, run.stderr
        play(running)
        spoil(running.database, saved)
        running.kill()
    return running.database, saved


COMMANDS = {
    "check": ("check",),
    "backup": ("backup", "other"),
    "undelete": ("undelete",),
    "serve": ("serve", "--port", "0", "--no-open"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_changes_anything(
    spoiled: tuple[Path, Path], command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, _ = spoiled
    monkeypatch.chdir(database.parent)
    before = contents(database.parent)
    run = punto(*COMMANDS[command], "--database", database)
    assert run.returncode == 2
    assert "restore a backup" in run.stderr
    assert contents(database.parent) == before


def test_the_way_back(spoiled: tuple[Path, Path]) -> None:
    database, saved = spoiled
    run = punto("restore", saved, "--database", database)
    assert (run.returncode, run.stderr) == (0, "")
    assert punto("check", "--database", database).returncode == 0
    assert len(logs_of(database)) == 1


def test_a_folder_that_was_copied_whole_is_used(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    with server(old) as running:
        code = play(running)
        running.kill()
    shutil.copytree(old, new)
    with server(new) as running:
        running.stop()
    assert len(logs_of(running.database)[code]) > 5


def test_a_check_after_a_kill_reads_the_log_and_leaves_it(tmp_path: Path) -> None:
    with server(tmp_path) as running:
        play(running)
        running.kill()
    before = contents(tmp_path)
    run = punto("check", "--database", running.database)
    assert run.returncode == 0, run.stdout
    assert contents(tmp_path) == before

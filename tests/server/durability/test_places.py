"""Places where no database can be: each has its own sentence, and none a traceback."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli.terminal import punto
from punto.server.store.location import ELSEWHERE
from punto.server.store.store import Store
from server.fork_server import CAN_FORK

pytestmark = pytest.mark.skipif(
    os.geteuid() == 0 and not CAN_FORK,
    reason="only a process that is forked gives up root's rights",
)

NOT_WRITABLE = (
    f"the server cannot write to this folder, where SQLite must keep its log; {ELSEWHERE}"
)

SERVE = ("serve", "--port", "0", "--no-open")


def refusal(database: Path, before: list[str] | None = None, command: Sequence[str] = SERVE) -> str:
    """Start a server on a database, without the rights of root, and give why it ends."""
    words = [*command, "--database", str(database)]
    run = fresh(before, words) if before else punto(*words, TEST_WITHOUT_RIGHTS="1")
    assert run.returncode == 2, run.stderr
    (sentence,) = run.stderr.splitlines()
    return sentence.removeprefix("punto: ")


def fresh(before: list[str], words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command in a Python of its own, which other words start."""
    command = [*before, sys.executable, "-m", "punto", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=150, check=False)


@pytest.fixture
def closed(tmp_path: Path) -> Path:
    """A folder in which nothing can be written, with a file in it."""
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "punto.sqlite").write_bytes(b"")
    folder.chmod(0o500)
    return folder


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path) == f"{tmp_path}: this is a folder: name a file in it"


def test_a_folder_that_cannot_be_made(tmp_path: Path, closed: Path) -> None:
    below = closed / "new" / "punto.sqlite"
    said = refusal(below)
    assert said == f"{below}: cannot create its folder: Permission denied; {ELSEWHERE}"
    (tmp_path / "file").touch()
    below = tmp_path / "file" / "punto.sqlite"
    said = refusal(below)
    assert said == f"{below}: cannot create its folder: {tmp_path / 'file'} is a file; {ELSEWHERE}"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "punto.sqlite"
    file.touch(mode=0o200)
    assert refusal(file) == f"{file}: no permission to read it: make the server's user its owner"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "punto.sqlite"
    file.touch(mode=0o400)
    assert (
        refusal(file)
        == f"{file}: the file is read-only, and the server must be able to write to it"
    )


def test_a_folder_that_cannot_be_written(closed: Path) -> None:
    said = f"{closed}: {NOT_WRITABLE}"
    assert refusal(closed / "punto.sqlite") == said
    assert refusal(closed / "new.sqlite") == said


def test_a_folder_that_cannot_be_entered(tmp_path: Path) -> None:
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "punto.sqlite").touch()
    folder.chmod(0)
    said = "no permission to enter its folder: make the server's user its owner"
    assert refusal(folder / "punto.sqlite") == f"{folder / 'punto.sqlite'}: {said}"
    below = folder / "new" / "punto.sqlite"
    assert refusal(below) == f"{below}: cannot create its folder: Permission denied; {ELSEWHERE}"
    folder.chmod(0o700)


@pytest.mark.parametrize("ending", ["-wal", "-shm", ".lock"])
def test_a_file_beside_it_that_belongs_to_somebody_else(tmp_path: Path, ending: str) -> None:
    file, side = tmp_path / "punto.sqlite", tmp_path / f"punto.sqlite{ending}"
    file.touch()
    side.touch(mode=0)
    said = "no permission to use this file: make the server's user its owner"
    assert refusal(file) == f"{side}: {said}"


def test_links_that_lead_in_a_circle(tmp_path: Path) -> None:
    file = tmp_path / "punto.sqlite"
    file.symlink_to(file)
    assert refusal(file) == f"{file}: its symbolic links form a loop"


def test_a_pipe(tmp_path: Path) -> None:
    file = tmp_path / "punto.sqlite"
    os.mkfifo(file)
    assert refusal(file) == f"{file}: this is a device or a pipe: name a regular file"


@pytest.mark.parametrize("command", [["check"], ["undelete"], ["backup", "copy"]])
def test_commands_say_the_same(tmp_path: Path, command: list[str]) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    secret = tmp_path / "secret"
    secret.touch(mode=0)
    said = {
        folder: "this is a folder",
        pipe: "this is a device or a pipe",
        loop: "form a loop",
        secret: "no permission to read it",
    }
    for place, words in said.items():
        assert words in refusal(place, command=command)


def test_a_full_disk(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mount = f"mount -t tmpfs -o size=1m punto {place}"
    fill = f"cat /dev/zero > {place}/ballast 2>/dev/null"
    for name, before in (("new", ""), ("old", f"cp {made(tmp_path)} {place}/old; ")):
        words = ["unshare", "-rm", "sh", "-c", f'{mount} && {{ {before}{fill}; exec "$@"; }}', "sh"]
        said = refusal(place / name, words)
        assert "the disk is full" in said
        assert said.startswith(str(place / name))


def made(folder: Path) -> Path:
    """Make a database."""
    file = folder / "made.sqlite"

    async def story() -> None:
        async with Store(file):
            pass

    asyncio.run(story())
    return file


def test_a_file_system_that_is_read_only(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mount = f'mount -t tmpfs -o ro punto {place} && exec "$@"'
    said = refusal(place / "punto.sqlite", ["unshare", "-rm", "sh", "-c", mount, "sh"])
    assert said == f"{place}: {NOT_WRITABLE}"

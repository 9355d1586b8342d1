"""Places where no database can be: each has its own sentence, and none a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

WITHOUT_RIGHTS = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
"""Takes from root what lets it open every file."""


def refusal(database: Path, before: list[str] | None = None) -> str:
    """Start a server on a database, without the rights of root, and give why it ends."""
    words = WITHOUT_RIGHTS if os.geteuid() == 0 else []
    command = [sys.executable, "-m", "punto", "serve", "--port", "0", "--no-open"]
    run = subprocess.run(
        [*(before or words), *command, "--database", str(database)],
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert run.returncode == 2, run.stderr
    (sentence,) = run.stderr.splitlines()
    return sentence.removeprefix("punto: ")


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
    assert said == f"{below}: its folder cannot be made: Permission denied"
    (tmp_path / "file").touch()
    below = tmp_path / "file" / "punto.sqlite"
    said = refusal(below)
    assert said == f"{below}: its folder cannot be made: {tmp_path / 'file'} is a file"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "punto.sqlite"
    file.touch(mode=0o200)
    assert refusal(file) == f"{file}: no permission to read it: give the file to the server's user"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "punto.sqlite"
    file.touch(mode=0o400)
    assert refusal(file) == f"{file}: it is read-only: the server must be able to write to it"


def test_a_folder_that_cannot_be_written(closed: Path) -> None:
    said = f"{closed}: the server cannot write in this folder, and SQLite keeps its log there"
    assert refusal(closed / "punto.sqlite") == said
    assert refusal(closed / "new.sqlite") == said


def test_a_file_system_that_is_read_only(tmp_path: Path) -> None:
    place = tmp_path / "disk"
    place.mkdir()
    mount = f'mount -t tmpfs -o ro punto {place} && exec "$@"'
    said = refusal(place / "punto.sqlite", ["unshare", "-rm", "sh", "-c", mount, "sh"])
    assert (
        said == f"{place}: the server cannot write in this folder, and SQLite keeps its log there"
    )

"""The faulty disk: synced data is kept, unsynced data is lost, and operations fail."""

import errno
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from .shim import NO_COMPILER, FaultyDisk, Operation, compiler

pytestmark = pytest.mark.skipif(not compiler(), reason=NO_COMPILER)

WRITES = """
import os, sys
os.chdir(sys.argv[1])
synced, name = sys.argv[2:]
fd = os.open(name, os.O_RDWR | os.O_CREAT)
os.write(fd, b"first ")
os.pwrite(fd, b"second", 6)
if "file" in synced:
    os.fsync(fd)
if "folder" in synced:
    os.fsync(os.open(".", os.O_RDONLY))
if "later" in synced:
    os.ftruncate(fd, 2)
    os.pwrite(fd, b"third", 2)
"""

COMMITS = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1] + "/numbers.sqlite", isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = " + sys.argv[2])
database.execute("PRAGMA wal_autocheckpoint = 20")
database.execute("CREATE TABLE IF NOT EXISTS numbers (number INTEGER PRIMARY KEY, text)")
(last,) = database.execute("SELECT coalesce(max(number), 0) FROM numbers").fetchone()
for number in range(last + 1, last + 300):
    database.execute("INSERT INTO numbers VALUES (?, ?)", [number, "x" * number])
    print(number, flush=True)
"""


def run(disk: FaultyDisk, program: str, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", program, str(disk.folder), *words],
        env=disk.environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def disk(tmp_path: Path) -> FaultyDisk:
    (tmp_path / "disk").mkdir()
    return FaultyDisk(tmp_path / "disk")


@pytest.mark.parametrize(
    ("synced", "left"),
    [
        ("nothing", {}),
        ("file", {}),  # its name was not synced
        ("folder", {"new": b""}),
        ("file and folder", {"new": b"first second"}),
        ("file and folder, later not", {"new": b"first second"}),
    ],
)
def test_only_what_was_synced_survives(
    disk: FaultyDisk, synced: str, left: dict[str, bytes]
) -> None:
    assert run(disk, WRITES, synced, "new").returncode == 0
    assert (disk.folder / "new").read_bytes() in (b"first second", b"fithird")
    assert disk.after_power_loss() == left
    assert {path.name: path.read_bytes() for path in disk.folder.iterdir()} == left


def test_what_was_not_synced_may_survive_in_part(disk: FaultyDisk) -> None:
    (disk.folder / "old").write_bytes(bytes(4096))
    disk.plug_in()
    program = (
        "import os, sys; os.pwrite(os.open(sys.argv[1] + '/old', os.O_RDWR), b'x' * 3000, 500)"
    )
    assert run(disk, program).returncode == 0
    state = disk.state()
    seen = {state.survivors(random.Random(seed))["old"] for seed in range(50)}
    assert bytes(4096) in seen
    assert bytes(500) + b"x" * 3000 + bytes(596) in seen
    assert any(0 < torn.count(b"x") < 3000 for torn in seen)
    assert {len(torn) for torn in seen} == {4096}


def test_names_change_only_when_the_folder_is_synced(disk: FaultyDisk) -> None:
    (disk.folder / "old").write_bytes(b"old")
    (disk.folder / "gone").write_bytes(b"gone")
    program = """if True:
        import os, sys
        os.chdir(sys.argv[1])
        os.rename("old", "new")
        os.link("new", "second")
        os.unlink("gone")
        if sys.argv[2] == "synced":
            os.fsync(os.open(".", os.O_RDONLY))
    """
    disk.plug_in()
    run(disk, program, "not synced")
    assert disk.after_power_loss() == {"old": b"old", "gone": b"gone"}
    run(disk, program, "synced")
    assert disk.after_power_loss() == {"new": b"old", "second": b"old"}


def test_the_journal_records_every_byte(disk: FaultyDisk) -> None:
    """All that SQLite writes is in the journal; only -shm is memory-mapped."""
    disk.lose_power(Operation.ANY, after=500)
    assert run(disk, COMMITS, "FULL").returncode == -signal.SIGKILL
    there = {path.name: path.read_bytes() for path in disk.folder.iterdir()}
    known = {name: bytes(file.seen) for name, file in disk.state().names.items()}
    assert set(known) == set(there) == {f"numbers.sqlite{end}" for end in ("", "-wal", "-shm")}
    for name in ("numbers.sqlite", "numbers.sqlite-wal"):
        assert known[name] == there[name]


@pytest.mark.parametrize("operations", [Operation.WRITE, Operation.SYNC])
@pytest.mark.parametrize("error", [errno.EIO, errno.ENOSPC])
def test_the_chosen_operation_fails(disk: FaultyDisk, operations: Operation, error: int) -> None:
    disk.fail(operations, error, after=100, times=1)
    done = run(disk, COMMITS, "FULL")
    assert done.returncode == 1
    assert "disk I/O error" in done.stderr or "disk is full" in done.stderr
    assert disk.failed == 1
    seen = int(done.stdout.split()[-1])
    disk.mend()
    assert run(disk, COMMITS, "FULL").stdout.startswith(f"{seen + 1}\n")


def test_a_failed_sync_is_not_retried(disk: FaultyDisk) -> None:
    (disk.folder / "old").write_bytes(b"old")
    disk.plug_in()
    program = """if True:
        import os, sys
        fd = os.open(sys.argv[1] + "/old", os.O_RDWR)
        os.pwrite(fd, b"new", 0)
        for _ in range(2):
            try:
                os.fsync(fd)
            except OSError as error:
                print(error.errno)
    """
    disk.fail(Operation.SYNC, errno.EIO, times=1)
    assert run(disk, program).stdout == f"{errno.EIO}\n"
    assert disk.after_power_loss() == {"old": b"old"}


def acknowledged_and_kept(disk: FaultyDisk, mode: str, chance: random.Random) -> tuple[int, int]:
    """Commit until power is lost; return the last numbers that were acknowledged and stored."""
    disk.lose_power(Operation.ANY, after=chance.randrange(40, 900))
    done = run(disk, COMMITS, mode)
    assert done.returncode == -signal.SIGKILL
    disk.after_power_loss(chance if chance.random() < 0.8 else None)
    with closing(sqlite3.connect(disk.folder / "numbers.sqlite")) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (count, last) = database.execute("SELECT count(*), max(number) FROM numbers").fetchone()
    assert count == last
    disk.plug_in()
    return int(done.stdout.split()[-1]), last


def test_a_database_that_syncs_every_commit_loses_none(disk: FaultyDisk) -> None:
    chance = random.Random(1)
    for _ in range(8):
        told, kept = acknowledged_and_kept(disk, "FULL", chance)
        assert told <= kept <= told + 1


def test_a_database_that_syncs_only_checkpoints_is_caught(disk: FaultyDisk) -> None:
    chance = random.Random(2)
    lost = [told - kept for told, kept in
            (acknowledged_and_kept(disk, "NORMAL", chance) for _ in range(8))]  # fmt: skip
    assert max(lost) > 0

"""The servers of tests are real, keep what they are given, and do not outlive the tests."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.databases import Postgres, Valkey
from server.guard import lives

HOLDER = """
import sys
from server.databases import running_postgres, running_valkey
with running_postgres() as postgres, running_valkey() as valkey:
    for server in (postgres, valkey):
        print(server.process.pid, server.folder, flush=True)
    sys.stdin.read()
"""

ENOUGH_SECONDS = 120.0
"""After this, nothing but a mistake explains that a server is still there."""


def test_postgresql_is_durable_and_runs_without_rights(postgres: Postgres) -> None:
    with postgres.connect() as connection:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            assert connection.execute(f"SHOW {setting}").fetchone() == ("on",)
    assert postgres.process is not None
    assert (postgres.folder / "data").stat().st_uid != 0


def test_valkey_answers_after_it_was_started_again(valkey: Valkey) -> None:
    valkey.stop()
    with pytest.raises(OSError, match="refused"):
        valkey.ping()
    valkey.start()
    valkey.ping()


def test_whatever_ends_the_tests_ends_their_servers() -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        servers = [holder.stdout.readline().split() for _ in range(2)]
        holder.kill()
    end = time.monotonic() + ENOUGH_SECONDS
    while any(Path(folder).exists() or is_running(int(process)) for process, folder in servers):
        assert time.monotonic() < end
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether a process has not ended; its port says less, because others may have it by now."""
    if sys.platform != "linux":
        return lives(process)
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"

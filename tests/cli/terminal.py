"""Runs the program as a separate process, as a person at a terminal does."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile

from server.fork_server import ForkServer, fork_server_for

VECTORS = Path(__file__).parents[1] / "vectors"
TIMEOUT_SECONDS = 300


def punto(
    *arguments: str | Path, said: bytes = b"", cwd: Path | None = None, **changed: str
) -> subprocess.CompletedProcess[str]:
    """Run one command with `said` on its standard input, and a few variables changed."""
    words, environment = list(map(str, arguments)), os.environ | changed
    if forks := fork_server_for(environment):
        return punto_forked(forks, words, environment, said, cwd)
    run = subprocess.run(
        [sys.executable, "-m", "punto", *words],
        input=said,
        capture_output=True,
        cwd=cwd,
        env=environment,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    return subprocess.CompletedProcess(
        run.args, run.returncode, run.stdout.decode("utf-8"), run.stderr.decode("utf-8")
    )


def punto_forked(
    forks: ForkServer,
    words: list[str],
    environment: Mapping[str, str],
    said: bytes,
    cwd: Path | None,
) -> subprocess.CompletedProcess[str]:
    """Run one command in a process that need not import the program first."""
    with TemporaryFile() as given, TemporaryFile() as printed, TemporaryFile() as errors:
        given.write(said)
        given.seek(0)
        process = forks.start(words, environment, [given, printed, errors], cwd)
        try:
            code = process.wait(TIMEOUT_SECONDS)
        finally:
            process.kill()
        printed.seek(0)
        errors.seek(0)
        return subprocess.CompletedProcess(
            words, code, printed.read().decode("utf-8"), errors.read().decode("utf-8")
        )
